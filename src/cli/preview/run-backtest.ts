import { type AccountAccess, type Backtest, createBacktest } from '../../preview/backtest';
import type { CliContext } from '../context';
import { streamEvents } from '../event-files';

/** Streams recorded events, so that their number is not limited by memory. Undefined without files. */
export async function runBacktest(
  context: CliContext,
  files: readonly string[],
  access: readonly AccountAccess[],
): Promise<Backtest | undefined> {
  if (files.length === 0) return undefined;
  const backtest = createBacktest(access);
  for (const file of files) {
    for await (const { event } of streamEvents(context, file)) {
      if (event) backtest.add(event);
      else backtest.skip();
    }
  }
  return backtest.result();
}
