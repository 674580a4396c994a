/** Work that is done one after the other for each name: Terraform locks the state of a stack, and would refuse. */
export interface Queues {
  /** Does the work when what was given before for this name is done, however that ended. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Settles when nothing is left to do. */
  idle(): Promise<void>;
}

/** Nothing to do yet. */
export function createQueues(): Queues {
  const last = new Map<string, Promise<unknown>>();
  return {
    run(name, work) {
      const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
      const settled = turn.catch(() => undefined);
      last.set(name, settled);
      return turn;
    },
    async idle() {
      await Promise.all(last.values());
      last.clear();
    },
  };
}
