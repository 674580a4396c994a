/** Knows which operations are under way, so that the process does not end in the middle of one. */
export interface OperationTracker {
  /** Runs an operation and counts it until it has settled. */
  run<Result>(operation: () => Promise<Result>): Promise<Result>;
  /** Settles once nothing is under way, or after `limit` milliseconds; tells which. */
  waitIdle(limit: number): Promise<'idle' | 'late'>;
}

/** Nothing under way yet. */
export function createOperationTracker(): OperationTracker {
  let running = 0;
  const waiting = new Set<() => void>();
  return {
    async run(operation) {
      running += 1;
      try {
        return await operation();
      } finally {
        running -= 1;
        if (running === 0) for (const wake of [...waiting]) wake();
      }
    },
    waitIdle(limit) {
      if (running === 0) return Promise.resolve('idle');
      return new Promise((resolve) => {
        const end = (how: 'idle' | 'late'): void => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve(how);
        };
        const wake = (): void => end('idle');
        const timer = setTimeout(() => end('late'), limit);
        waiting.add(wake);
      });
    },
  };
}
