/**
 * Linked abort signals with a time limit. `AbortSignal.any` is for signals that are made a few times: in Node 20 and 22 a
 * long-lived parent keeps 50 to 180 bytes of each child, and in all versions about 1.2 kB of a child that still has a
 * listener. The client links three signals for each request, so these are detached explicitly.
 */

/** Why a scope ended before its work did. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  /** `timeout` when the time limit of a scope was over, `aborted` when a signal said so. */
  readonly kind: 'timeout' | 'aborted';
  /** The time limit, in ms. */
  readonly limit: number | undefined;
  /** What to set for more time, when a setting stands behind the limit. */
  readonly setting: string | undefined;

  constructor(kind: 'timeout' | 'aborted', limit?: number, setting?: string) {
    super(kind === 'timeout' ? `Not done within ${limit} ms` : 'Ended by a signal');
    this.kind = kind;
    this.limit = limit;
    this.setting = setting;
  }
}

/** A signal that must be let go of with {@link end}, or it stays attached to its parents. */
export interface LinkedSignal {
  /** Its reason is always an {@link Interruption}. */
  readonly signal: AbortSignal;
  end(): void;
}

/** A scope that is over as soon as any parent is, or the time limit (ms) is; `setting` is what gives it more time. */
export function createScope(
  parents: readonly (AbortSignal | undefined)[],
  limit?: number,
  setting?: string,
): LinkedSignal {
  const controller = new AbortController();
  const signals = parents.filter((parent) => parent !== undefined);
  const expire = (): void => controller.abort(new Interruption('timeout', limit, setting));
  const timer = limit === undefined ? undefined : setTimeout(expire, limit);
  const letGo = signals.map((signal) => onAbort(signal, () => controller.abort(interruptionOf(signal))));
  const over = signals.find(({ aborted }) => aborted);
  if (over) controller.abort(interruptionOf(over));
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      for (const release of letGo) release();
    },
  };
}

const callbacks = new WeakMap<AbortSignal, { readonly all: Set<() => void>; readonly listener: () => void }>();

/** Calls back when the signal is aborted; one listener serves all scopes of a signal, since Node warns of more than ten. */
function onAbort(signal: AbortSignal, callback: () => void): () => void {
  let entry = callbacks.get(signal);
  if (!entry) {
    const all = new Set<() => void>();
    const listener = (): void => {
      for (const call of all) call();
    };
    entry = { all, listener };
    callbacks.set(signal, entry);
    signal.addEventListener('abort', entry.listener);
  }
  const { all, listener } = entry;
  all.add(callback);
  return () => {
    if (!all.delete(callback) || all.size > 0) return;
    callbacks.delete(signal);
    signal.removeEventListener('abort', listener);
  };
}

function interruptionOf(signal: AbortSignal): Interruption {
  return signal.reason instanceof Interruption ? signal.reason : new Interruption('aborted');
}

/** Resolves after that many ms; rejects with the signal's reason as soon as it is aborted. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const timer = setTimeout(done, ms);
    function abort(): void {
      clearTimeout(timer);
      reject(signal.reason);
    }
    function done(): void {
      signal.removeEventListener('abort', abort);
      resolve();
    }
    signal.addEventListener('abort', abort, { once: true });
  });
}
