import type { CliContext } from '../command/context';
import { streamEvents } from '../command/inputs/event-files';
import { type AccountAccess, type Backtest, createBacktest } from './backtest';
import { backtestWithDuckDb } from './duckdb';
import { streamTraffic } from './read-traffic';
import type { EventsEngine, RecordedFiles } from './recorded-files';

export async function runBacktest(
  context: Pick<CliContext, 'signal' | 'stdin'>,
  { events, traffic }: RecordedFiles,
  access: readonly AccountAccess[],
  engine: EventsEngine = 'stream',
): Promise<Backtest | undefined> {
  if (events.length + traffic.length === 0) return undefined;
  if (engine === 'duckdb') return backtestWithDuckDb(context, { events, traffic }, access);
  const backtest = createBacktest(access);
  const unreadEvents = await streamEvents(context, events, (event) => backtest.add(event));
  const unreadTraffic = await streamTraffic(context, traffic, (row) => backtest.addCounted(row));
  return backtest.result([...unreadEvents, ...unreadTraffic]);
}
