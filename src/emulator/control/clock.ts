import { ApiProblem } from '../http/api-problem';
import { type HttpResponse, jsonResponse } from '../http/http';
import { type AdjustableClock, readTime } from '../time/clock';
import type { Control } from './control';
import { readInput } from './input';

/**
 * The clock: `{time, frozen}`. PUT `{time?, frozen?}` puts it to a time, stops it or lets it go on; POST `{advance}` puts
 * it forward by that many seconds, back by fewer than none. Both answer what it is then.
 */
export const clock: Control = {
  GET: ({ clock: now }) => clockAnswer(now),
  async PUT({ clock: now }, request) {
    const { time, frozen } = await readInput<{ time?: string | undefined; frozen?: boolean | undefined }>(
      request,
      (z) => z.strictObject({ time: z.string().optional(), frozen: z.boolean().optional() }),
    );
    if (time !== undefined) changing(() => now.set(readTime(time)));
    if (frozen === true) now.freeze();
    if (frozen === false) now.resume();
    return clockAnswer(now);
  },
  async POST({ clock: now }, request) {
    const { advance } = await readInput<{ advance: number }>(request, (z) => z.strictObject({ advance: z.number() }));
    changing(() => now.advance(advance * 1000));
    return clockAnswer(now);
  },
};

/** What the clock cannot be put to is the fault of who asks. */
function changing(change: () => void): void {
  try {
    change();
  } catch (error) {
    throw new ApiProblem(400, undefined, error instanceof Error ? error.message : String(error));
  }
}

function clockAnswer(now: AdjustableClock): HttpResponse {
  const frozen = now.position.frozenAt !== null;
  return jsonResponse(200, { time: new Date(now.now()).toISOString(), frozen });
}
