import { type IgnoreRule, parseIgnoreRules } from '../drift/ignore';
import { CliError } from './cli-error';
import type { CliContext } from './context';
import { readInput } from './read-input';

/** The rules of an ignore file, YAML or JSON. Throws a {@link CliError} with everything that is wrong with it. */
export async function readIgnoreFile(context: CliContext, file: string): Promise<readonly IgnoreRule[]> {
  const text = await readInput(context, file, 'ignore rules');
  // Wanted by few runs.
  const { parse } = await import('yaml');
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
