export type Watchers = Set<() => void>;

export function notifyWatchers(watchers: Watchers): void {
  const waiting = [...watchers];
  watchers.clear();
  for (const wake of waiting) wake();
}

export function waitForNotification(
  watchers: Watchers,
  signal: AbortSignal,
  timeoutMs: number | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      watchers.delete(wake);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(wake, timeoutMs);
    watchers.add(wake);
    signal.addEventListener('abort', wake);
    if (signal.aborted) wake();
  });
}
