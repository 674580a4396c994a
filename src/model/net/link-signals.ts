import { onAbort } from './on-abort';

/** Aborts with any parent, without its reason. `release` detaches it from parents, which would keep it in memory. */
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
