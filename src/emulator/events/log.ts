/** The newest entries, of which at least {@link LOG_LIMIT} are kept. `total` counts all. */
export interface EntryLog<Entry> {
  total: number;
  entries: Entry[];
}

/** A choice that limits the memory of long runs. */
const LOG_LIMIT = 10_000;

export function createEntryLog<Entry>(): EntryLog<Entry> {
  return { total: 0, entries: [] };
}

export function append<Entry>(log: EntryLog<Entry>, make: (n: number) => Entry): void {
  log.total += 1;
  log.entries.push(make(log.total));
  // Cut in bulk, because each cut copies the entries.
  if (log.entries.length >= 2 * LOG_LIMIT) log.entries = log.entries.slice(-LOG_LIMIT);
}

export function newest<Entry>(entries: readonly Entry[], limit: number = LOG_LIMIT): readonly Entry[] {
  return limit <= 0 ? [] : entries.slice(-Math.min(limit, LOG_LIMIT));
}
