import { type CliContext, CliError } from '../command/context';
import { readYaml } from '../command/inputs/read-input';
import type { IgnoreRule } from './report/ignore';

export async function readIgnoreFile(context: CliContext, file: string): Promise<readonly IgnoreRule[]> {
  const value = await readYaml(context, file, 'ignore rules');
  const { parseIgnoreRules } = require('./report/parse-ignore-rules') as typeof import('./report/parse-ignore-rules');
  const result = parseIgnoreRules(value);
  if ('rules' in result) return result.rules;
  throw new CliError(
    `Cannot read ignore rules from ${file}:\n${result.problems.map((problem) => `  ${problem}`).join('\n')}`,
  );
}
