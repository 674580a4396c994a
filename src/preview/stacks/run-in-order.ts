export interface OrderOptions<Item> {
  /** Items that must end before this one starts. Those that are not among the items are ignored. */
  readonly dependenciesOf: (item: Item) => readonly Item[];
  readonly parallelism: number;
  readonly run: (item: Item) => Promise<void>;
}

/**
 * Runs items that do not depend on each other at once, at most `parallelism` of them. After a failure no further item
 * starts, and the first failure is thrown when all running ones have ended. Dependencies must have no cycle.
 */
export async function runInOrder<Item>(items: readonly Item[], options: OrderOptions<Item>): Promise<void> {
  const { dependenciesOf, parallelism, run } = options;
  const pending = new Set(items);
  const waiting = new Set(items);
  const failures: unknown[] = [];
  let running = 0;
  await new Promise<void>((resolve) => {
    const end = (item: Item): void => {
      running -= 1;
      pending.delete(item);
      startNext();
    };
    const startNext = (): void => {
      for (const item of waiting) {
        if (running >= parallelism || failures.length > 0) break;
        if (dependenciesOf(item).some((dependency) => pending.has(dependency))) continue;
        waiting.delete(item);
        running += 1;
        void run(item)
          .catch((error: unknown) => void failures.push(error))
          .then(() => end(item));
      }
      if (running === 0) resolve();
    };
    startNext();
  });
  if (failures.length > 0) throw failures[0];
}
