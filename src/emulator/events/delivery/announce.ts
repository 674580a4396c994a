import type { State } from '../../state/state';

/** Wakes everybody who waits for events; they read what is new from the account's logs, so nothing is queued for them. */
export function announce({ watchers }: State): void {
  const waiting = [...watchers];
  watchers.clear();
  for (const wake of waiting) wake();
}
