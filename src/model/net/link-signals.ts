import { onAbort } from './on-abort';

/**
 * Creates a signal that aborts with any parent, without its reason. Unlike a signal of AbortSignal.any, which long-lived
 * parents keep in part in memory, a parent forgets it after `release`.
 */
export function linkSignals(parents: readonly AbortSignal[]): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const unsubscribe = parents.map((parent) => onAbort(parent, () => controller.abort()));
  return {
    signal: controller.signal,
    release() {
      for (const remove of unsubscribe) remove();
    },
  };
}
