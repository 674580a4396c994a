/** Reads the files that options name; `-` means standard input. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { IgnoreRule } from '../drift/ignore';
import { CliError } from './cli-error';
import type { CliContext } from './context';

/** Returns the name of the file for messages. */
export function inputName(file: string): string {
  return file === '-' ? 'standard input' : file;
}

/** Reads a file, or standard input for `-`. `contents` names the contents in messages. */
export async function readInput(context: CliContext, file: string, contents: string): Promise<string> {
  if (file === '-') return readAll(context.stdin());
  try {
    return await readFile(resolve(context.cwd, file), 'utf8');
  } catch (error) {
    throw new CliError(`Cannot read ${contents} from ${file}: ${(error as Error).message}.`);
  }
}

/** Throws if more than one option names standard input. */
export function rejectMultipleStdin(files: readonly (string | undefined)[]): void {
  if (files.filter((file) => file === '-').length > 1)
    throw new CliError('Only one of --state and --events can be read from standard input (-).');
}

async function readAll(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads an ignore file, YAML or JSON. Throws a {@link CliError} with all its problems. */
export async function readIgnoreFile(context: CliContext, file: string): Promise<readonly IgnoreRule[]> {
  const text = await readInput(context, file, 'ignore rules');
  const [{ parse }, { parseIgnoreRules }] = await Promise.all([
    import('yaml'),
    import('../drift/parse-ignore-rules.js'),
  ]);
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new CliError(`Cannot read ignore rules from ${file}: ${(error as Error).message}`);
  }
  const result = parseIgnoreRules(value);
  if ('rules' in result) return result.rules;
  throw new CliError(
    `Cannot read ignore rules from ${file}:\n${result.problems.map((problem) => `  ${problem}`).join('\n')}`,
  );
}
