/** Files and standard input, for options that take either (`-`). */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from './cli-error';
import type { CliContext } from './context';

/** Name that people know standard input by. */
export const STDIN_NAME = 'standard input';

/** The text of a file, or of standard input for `-`. `what` says what it holds, for the message when it cannot be read. */
export async function readInput(context: CliContext, file: string, what: string): Promise<string> {
  if (file === '-') return readAll(context.stdin());
  try {
    return await readFile(resolve(context.cwd, file), 'utf8');
  } catch (error) {
    throw new CliError(`Cannot read ${what} from ${file}: ${(error as Error).message}.`);
  }
}

/** Refuses more than one option that wants standard input. */
export function checkStdin(files: readonly (string | undefined)[]): void {
  if (files.filter((file) => file === '-').length > 1)
    throw new CliError('Only one of --state and --events can be read from standard input (-).');
}

async function readAll(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
