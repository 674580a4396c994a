import { type HttpResponse, jsonResponse } from '../http/http';
import { readJsonBody } from '../http/read-input';
import { createValidator } from '../http/validate-json';
import type { EmulatorClock } from '../service/state/clock';
import { badRequest } from '../service/state/refusal';
import type { Control } from './control';

const validateChange = createValidator((z) =>
  z.strictObject({ time: z.string().optional(), frozen: z.boolean().optional() }),
);
const validateAdvance = createValidator((z) => z.strictObject({ advance: z.number() }));

/**
 * GET, PUT and POST return `{time, frozen}`. PUT `{time?, frozen?}` sets, freezes or resumes the clock. POST
 * `{advance}` moves it by that many seconds, which may be negative.
 */
export const clockControl: Control = {
  GET: ({ clock }) => clockResponse(clock),
  PUT({ clock }, request) {
    const { time, frozen } = validateChange(readJsonBody(request));
    if (time !== undefined) changeClock(() => clock.set(time));
    if (frozen === true) clock.freeze();
    if (frozen === false) clock.resume();
    return clockResponse(clock);
  },
  POST({ clock }, request) {
    const { advance } = validateAdvance(readJsonBody(request));
    changeClock(() => clock.advance(advance));
    return clockResponse(clock);
  },
};

function changeClock(change: () => void): void {
  try {
    change();
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : String(error));
  }
}

function clockResponse(clock: EmulatorClock): HttpResponse {
  return jsonResponse(200, { time: new Date(clock.now()).toISOString(), frozen: clock.frozen });
}
