import { type CliContext, CliError } from '../command/context';
import { readInput } from '../command/inputs/read-input';
import type { IgnoreRule } from './report/ignore';

/** Reads an ignore file, YAML or JSON. The error contains all of its problems. */
export async function readIgnoreFile(context: CliContext, file: string): Promise<readonly IgnoreRule[]> {
  const text = await readInput(context, file, 'ignore rules');
  const { parse } = await import('yaml');
  // It loads zod, which most runs do not need.
  const { parseIgnoreRules } = require('./report/parse-ignore-rules') as typeof import('./report/parse-ignore-rules');
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
