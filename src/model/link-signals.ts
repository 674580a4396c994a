/**
 * Creates a signal that aborts with any parent. Unlike a signal of AbortSignal.any, which long-lived parents keep in part
 * in memory, a parent forgets it after `release`.
 */
export function linkSignals(parents: readonly AbortSignal[]): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  for (const parent of parents) {
    parent.addEventListener('abort', abort, { once: true });
    if (parent.aborted) abort();
  }
  return {
    signal: controller.signal,
    release() {
      for (const parent of parents) parent.removeEventListener('abort', abort);
    },
  };
}
