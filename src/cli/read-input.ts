/** Reads the files that options name; `-` means standard input. */
import { accessSync, constants, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { IgnoreRule } from '../drift/report/ignore';
import { type CliContext, CliError } from './context';

export function inputName(file: string): string {
  return file === '-' ? 'standard input' : file;
}

/**
 * Returns the parser of an option that names an input file. It finds a path that cannot be read before the command runs
 * for minutes.
 */
export function parseInputFile({ cwd }: CliContext): (file: string) => string {
  return (file) => {
    if (file === '-') return file;
    const path = resolve(cwd, file);
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) throw new InvalidArgumentError('It does not exist.');
    if (found.isDirectory()) throw new InvalidArgumentError('It is a folder; expected a file.');
    try {
      accessSync(path, constants.R_OK);
    } catch (error) {
      throw new InvalidArgumentError(`It cannot be read: ${(error as Error).message}.`);
    }
    return file;
  };
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

async function readAll(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads an ignore file, YAML or JSON. The error contains all of its problems. */
export async function readIgnoreFile(context: CliContext, file: string): Promise<readonly IgnoreRule[]> {
  const text = await readInput(context, file, 'ignore rules');
  const [{ parse }, { parseIgnoreRules }] = await Promise.all([
    import('yaml'),
    import('../drift/report/parse-ignore-rules.js'),
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
