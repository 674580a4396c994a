import { type AccountAccess, type Backtest, createBacktest } from '../../preview/backtest';
import type { CliContext } from '../context';
import { streamEvents } from '../event-files';
import type { EventFile } from '../find-event-files';

/** Streams recorded events, so that their number is not limited by memory. Undefined without files. */
export async function runBacktest(
  context: Pick<CliContext, 'signal' | 'stdin'>,
  files: readonly EventFile[],
  access: readonly AccountAccess[],
): Promise<Backtest | undefined> {
  if (files.length === 0) return undefined;
  const backtest = createBacktest(access);
  const unread = await streamEvents(context, files, (event) => backtest.add(event));
  return backtest.result(unread);
}
