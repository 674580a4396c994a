export type Watchers = Set<() => void>;

/** Wakes all watchers. They read new events from the account's logs, so no events are queued for them. */
export function notifyWatchers(watchers: Watchers): void {
  const waiting = [...watchers];
  watchers.clear();
  for (const wake of waiting) wake();
}

export async function waitForNotification(
  watchers: Watchers,
  signal: AbortSignal,
  timeoutMs: number | undefined,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let wake: () => void = () => undefined;
  await new Promise<void>((resolve) => {
    wake = resolve;
    watchers.add(wake);
    signal.addEventListener('abort', wake);
    if (signal.aborted) resolve();
    if (timeoutMs !== undefined) timer = setTimeout(resolve, timeoutMs);
  });
  clearTimeout(timer);
  watchers.delete(wake);
  signal.removeEventListener('abort', wake);
}
