import { type AccountAccess, type Backtest, createBacktest } from '../../preview/backtest';
import type { CliContext } from '../context';
import { streamEvents } from '../event-files';
import type { EventFile } from '../find-event-files';
import { streamTraffic } from './read-traffic';

/** The files of `--events` and of `--traffic`. */
export interface RecordedFiles {
  readonly events: readonly EventFile[];
  readonly traffic: readonly EventFile[];
}

/** Streams recorded events and counted requests, so that their number is not limited by memory. Undefined without files. */
export async function runBacktest(
  context: Pick<CliContext, 'signal' | 'stdin'>,
  { events, traffic }: RecordedFiles,
  access: readonly AccountAccess[],
): Promise<Backtest | undefined> {
  if (events.length + traffic.length === 0) return undefined;
  const backtest = createBacktest(access);
  const unreadEvents = await streamEvents(context, events, (event) => backtest.add(event));
  const unreadTraffic = await streamTraffic(context, traffic, (row) => backtest.addCounted(row));
  return backtest.result([...unreadEvents, ...unreadTraffic]);
}
