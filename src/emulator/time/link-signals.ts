/** A signal that is aborted with any of its parents. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Detaches the signal from its parents. */
  release(): void;
}

/** Links a signal to its parents. Unlike with AbortSignal.any, a parent that lives on does not keep it after `release`. */
export function linkSignals(parents: readonly AbortSignal[]): LinkedSignal {
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
