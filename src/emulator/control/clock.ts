import { type HttpResponse, jsonResponse } from '../http/http';
import { type AdjustableClock, parseTime } from '../time/clock';
import { badRequest, type Control, readInput } from './control';
import { createValidator } from './validate-input';

const validateChange = createValidator((z) =>
  z.strictObject({ time: z.string().optional(), frozen: z.boolean().optional() }),
);
const validateAdvance = createValidator((z) => z.strictObject({ advance: z.number() }));

/**
 * GET, PUT and POST return `{time, frozen}`. PUT `{time?, frozen?}` sets, freezes or resumes the clock. POST `{advance}`
 * moves it by that many seconds, which may be negative.
 */
export const clock: Control = {
  GET: ({ clock: now }) => clockResponse(now),
  PUT({ clock: now }, request) {
    const { time, frozen } = readInput(request, validateChange);
    if (time !== undefined) changeClock(() => now.set(parseTime(time)));
    if (frozen === true) now.freeze();
    if (frozen === false) now.resume();
    return clockResponse(now);
  },
  POST({ clock: now }, request) {
    const { advance } = readInput(request, validateAdvance);
    changeClock(() => now.advance(advance * 1000));
    return clockResponse(now);
  },
};

/** Reports a time that the clock rejects as a bad request. */
function changeClock(change: () => void): void {
  try {
    change();
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : String(error));
  }
}

function clockResponse(now: AdjustableClock): HttpResponse {
  const frozen = now.position.frozenAt !== null;
  return jsonResponse(200, { time: new Date(now.now()).toISOString(), frozen });
}
