import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { parseEvents } from '../../events/parse-events';
import { type AccountAccess, type Backtest, createBacktest } from '../../preview/backtest';
import { type CliContext, CliError } from '../context';

/** Streams recorded events, so that their number is not limited by memory. Undefined without files. */
export async function runBacktest(
  context: CliContext,
  files: readonly string[],
  access: readonly AccountAccess[],
): Promise<Backtest | undefined> {
  if (files.length === 0) return undefined;
  const backtest = createBacktest(access);
  for (const file of files) {
    const input = file === '-' ? context.stdin() : createReadStream(resolve(context.cwd, file));
    try {
      // Members are not validated: only addresses, times and authors are read.
      for await (const { event } of parseEvents(input as AsyncIterable<Uint8Array>, { check: false })) {
        if (event) backtest.add(event);
        else backtest.skip();
      }
    } catch (error) {
      throw new CliError(`Cannot read the events from ${file}: ${(error as Error).message}.`);
    }
  }
  return backtest.result();
}
