const subscriptions = new WeakMap<AbortSignal, { readonly all: Set<() => void>; readonly listener: () => void }>();

/**
 * Calls back at once if the signal is aborted already. All callbacks of a signal share one listener, because Node warns
 * of a leak from the eleventh on, so the callback must not throw: later ones would not be called. Returns a function that
 * unsubscribes.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => undefined;
  }
  const entry = subscriptions.get(signal) ?? subscribe(signal);
  // A function of its own makes each call a subscription, also calls with the same callback.
  const call = (): void => callback();
  entry.all.add(call);
  return () => {
    if (!entry.all.delete(call) || entry.all.size > 0) return;
    signal.removeEventListener('abort', entry.listener);
    if (subscriptions.get(signal) === entry) subscriptions.delete(signal);
  };
}

function subscribe(signal: AbortSignal): { readonly all: Set<() => void>; readonly listener: () => void } {
  const all = new Set<() => void>();
  const listener = (): void => {
    // A callback may unsubscribe another one, which is not called then.
    for (const call of [...all]) if (all.has(call)) call();
  };
  const entry = { all, listener };
  subscriptions.set(signal, entry);
  signal.addEventListener('abort', listener, { once: true });
  return entry;
}
