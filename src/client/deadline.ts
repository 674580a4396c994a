/**
 * Linked abort signals with a time limit. Not `AbortSignal.any`: a long-lived parent, such as the `signal` of a client,
 * keeps memory of each of its children in Node 20 and 22, and in later versions of a child that still has a listener.
 */
import { onAbort } from '../model/net/on-abort';

export class AbortCause extends Error {
  override readonly name = 'AbortCause';

  constructor(
    /** `timeout` after the time limit, `aborted` after a parent signal. */
    readonly category: 'timeout' | 'aborted',
    /** In ms; set for `timeout` only. */
    readonly limitMs?: number,
    /** What a message names to raise the limit, `request_timeout, NETINGRESS_REQUEST_TIMEOUT`; undefined for none. */
    readonly setting?: string,
  ) {
    super(category === 'timeout' ? `Not done within ${limitMs} ms` : 'Aborted by the caller');
  }
}

export interface Deadline {
  /** The reason of the signal is always an {@link AbortCause}. */
  readonly signal: AbortSignal;
  /** Stops the timer and detaches the signal from its parents, which would keep it in memory. */
  dispose(): void;
}

export function createDeadline(
  parents: readonly (AbortSignal | undefined)[],
  limitMs?: number,
  setting?: string,
): Deadline {
  const controller = new AbortController();
  const signals = parents.filter((parent) => parent !== undefined);
  const expire = (): void => controller.abort(new AbortCause('timeout', limitMs, setting));
  const timer = limitMs === undefined ? undefined : setTimeout(expire, limitMs);
  const unsubscribe = signals.map((signal) => onAbort(signal, () => controller.abort(abortCauseOf(signal))));
  return {
    signal: controller.signal,
    dispose() {
      clearTimeout(timer);
      for (const remove of unsubscribe) remove();
    },
  };
}

function abortCauseOf(signal: AbortSignal): AbortCause {
  return signal.reason instanceof AbortCause ? signal.reason : new AbortCause('aborted');
}
