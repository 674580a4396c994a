export interface OperationTracker {
  /** Counts the operation as running until its promise settles. It must not throw before it returns the promise. */
  run<Result>(operation: () => Promise<Result>): Promise<Result>;
  waitIdle(limitMs: number): Promise<'idle' | 'timeout'>;
}

export function createOperationTracker(): OperationTracker {
  let running = 0;
  const waiters = new Set<() => void>();
  const finish = (): void => {
    running -= 1;
    if (running === 0) for (const wake of [...waiters]) wake();
  };
  return {
    run(operation) {
      running += 1;
      const result = operation();
      result.then(finish, finish);
      return result;
    },
    waitIdle(limitMs) {
      if (running === 0) return Promise.resolve('idle');
      return new Promise((resolve) => {
        const end = (result: 'idle' | 'timeout'): void => {
          clearTimeout(timer);
          waiters.delete(wake);
          resolve(result);
        };
        const wake = (): void => end('idle');
        const timer = setTimeout(() => end('timeout'), limitMs);
        waiters.add(wake);
      });
    },
  };
}
