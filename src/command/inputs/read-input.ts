import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { Words } from '../../values/words';
import { type CliContext, CliError } from '../context';

export function inputName(file: string): string {
  return file === '-' ? 'standard input' : file;
}

/**
 * For a file that Terraform reads, minutes later: call it while options are parsed. Returns the name as given. `-` is
 * the name of a file, because Terraform does not read such a file from standard input.
 */
export function checkInputFile(file: string, { cwd }: CliContext): string {
  const path = resolve(cwd, file);
  let found: Stats | undefined;
  try {
    found = statSync(path, { throwIfNoEntry: false });
    if (found) accessSync(path, constants.R_OK);
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read: ${(error as Error).message}.`);
  }
  if (!found) throw new InvalidArgumentError('It does not exist.');
  if (found.isDirectory()) throw new InvalidArgumentError('It is a folder; expected a file.');
  return file;
}

/** `-` is standard input, whose error is thrown as it is. `contents` names the contents in messages. */
export async function readInput(context: CliContext, file: string, contents: string): Promise<string> {
  if (file === '-') return readAll(context.stdin());
  try {
    return await readFile(resolve(context.cwd, file), 'utf8');
  } catch (error) {
    throw new CliError(`Cannot read ${contents} from ${file}: ${(error as Error).message}.`);
  }
}

/** Reads a file in YAML or JSON as {@link readInput} does. Throws a {@link CliError} if it cannot be parsed. */
export async function readYaml(context: CliContext, file: string, contents: string): Promise<unknown> {
  const text = await readInput(context, file, contents);
  const { LineCounter, parse, YAMLParseError } = await import('yaml');
  const lineCounter = new LineCounter();
  try {
    // A warning of an unknown tag would quote the file.
    return parse(text, { logLevel: 'error', prettyErrors: false, lineCounter });
  } catch (error) {
    // The messages of the library quote the file, whose URLs may contain a password.
    const from = `${contents} from ${inputName(file)}`;
    const fail = (problem: Words): CliError => new CliError(`Cannot read ${from}: ${problem}; expected YAML or JSON.`);
    if (error instanceof ReferenceError) throw fail('an alias names no anchor, or aliases repeat too much');
    // After the text was parsed: `<<: [1]` of YAML 1.1, whose merge key needs a map, or nesting that exceeds the stack.
    if (!(error instanceof YAMLParseError)) throw fail('a merge key (<<) has no map, or values are nested too deeply');
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw fail(`${error.code} at line ${line}, column ${col}`);
  }
}

async function readAll(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
