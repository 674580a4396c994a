import { onAbort } from './on-abort';

/**
 * Aborts with any parent, without its reason. Not `AbortSignal.any`: long-lived parents would keep its
 * signals in memory, and `release` detaches this one.
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
