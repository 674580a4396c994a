import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { type CliContext, CliError } from './context';

/** Mode of new files with contents of an account: only their owner can read and write them. Windows ignores it. */
export const PRIVATE_FILE = 0o600;

export function replacePrivateFile(file: string, text: string): Promise<void> {
  return replaceFile(file, text, PRIVATE_FILE);
}

/**
 * Writes FILE.tmp and renames it, so readers see no partial file, even if this process is killed. A failure removes the
 * temporary file. The caller must not write one file twice at once. A link is replaced, and the mode of an existing
 * file is not kept.
 */
export async function replaceFile(file: string, text: string, mode?: number): Promise<void> {
  const temporary = `${file}.tmp`;
  try {
    // A file that a killed process left may be readable by others.
    await rm(temporary, { force: true });
    await writeFile(temporary, text, { flag: 'wx', ...(mode !== undefined && { mode }) });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

export interface OutputOptions {
  /** Undefined for standard output. */
  readonly file: string | undefined;
  /** The name of the text in messages: `the report`. */
  readonly contents: string;
  /** Mode of a new file; an existing file keeps its own. */
  readonly mode?: number;
}

/**
 * Call it while options are parsed: a command may run for minutes before it writes the file. Returns the name as given.
 */
export function checkOutputFile(file: string, { cwd }: CliContext): string {
  const path = resolve(cwd, file);
  if (!existsSync(dirname(path))) throw new InvalidArgumentError('Its folder does not exist.');
  if (existsSync(path) && statSync(path).isDirectory())
    throw new InvalidArgumentError('It is a folder; expected a file.');
  try {
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK);
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be written: ${(error as Error).message}.`);
  }
  return file;
}

/**
 * Prints the result of a command, or writes it to the file that the user named. It writes into an existing file, so
 * that its mode and links remain; use {@link replaceFile} for a file that another process reads.
 */
export async function printOrWrite(context: CliContext, text: string, options: OutputOptions): Promise<void> {
  const { file, contents, mode } = options;
  if (file === undefined) return context.print(text.replace(/\n$/, ''));
  try {
    await writeFile(resolve(context.cwd, file), text, { mode });
  } catch (error) {
    throw new CliError(`Cannot write ${contents} to ${file}: ${(error as Error).message}.`);
  }
}
