/** Runs work one after the other for each key. Terraform locks the state of a stack and rejects concurrent runs. */
export interface KeyedQueue {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Runs the work after all earlier work of every key, and before all later work. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
}

export function createKeyedQueue(): KeyedQueue {
  const lastByKey = new Map<string, Promise<unknown>>();
  let lastExclusive: Promise<unknown> = Promise.resolve();
  return {
    run(key, work) {
      const result = (lastByKey.get(key) ?? lastExclusive).then(work);
      lastByKey.set(
        key,
        result.catch(() => undefined),
      );
      return result;
    },
    exclusive(work) {
      const result = Promise.all([lastExclusive, ...lastByKey.values()]).then(work);
      lastExclusive = result.catch(() => undefined);
      // Later work waits only for this work, which waits for all earlier work.
      lastByKey.clear();
      return result;
    },
  };
}
