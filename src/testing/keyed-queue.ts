/** Work that is done one after the other for each name: Terraform locks the state of a stack, and would refuse. */
export interface Queues {
  /** Does the work when what was given before for this name is done, however that ended. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
  /**
   * Does the work while nothing else is done: when all that was given before is done, and before anything that is given
   * later, also while this waits.
   */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/** Nothing to do yet. */
export function createQueues(): Queues {
  const last = new Map<string, Promise<unknown>>();
  let alone: Promise<unknown> = Promise.resolve();
  return {
    run(name, work) {
      const turn = (last.get(name) ?? alone).then(work);
      const settled = turn.catch(() => undefined);
      last.set(name, settled);
      return turn;
    },
    alone(work) {
      const turn = Promise.all([alone, ...last.values()]).then(work);
      alone = turn.catch(() => undefined);
      // Whatever comes from now on has this to wait for, and nothing before it.
      last.clear();
      return turn;
    },
  };
}
