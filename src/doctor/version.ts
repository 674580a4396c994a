import type { CliContext } from '../command/context';
import { type RunResult, run } from '../terraform/run';

/** Undefined if the program cannot be started or fails. */
export async function readOutput(
  context: CliContext,
  binary: string,
  args: readonly string[],
): Promise<string | undefined> {
  const result = await runProgram(context, binary, args);
  return result?.status === 0 ? result.stdout : undefined;
}

/**
 * The program gets PATH and HOME of the user (without a HOME, the current folder), and `variables`.
 * `CHECKPOINT_DISABLE` keeps Terraform from asking for a newer version. Undefined if the program cannot be started; a
 * program that fails has a result with its status.
 */
export function runProgram(
  { env, cwd, signal }: CliContext,
  binary: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<RunResult | undefined> {
  const all = { PATH: env['PATH'] ?? '', HOME: env['HOME'] ?? cwd, CHECKPOINT_DISABLE: '1', ...variables };
  return run(binary, args, { cwd, env: all, signal }).catch(() => undefined);
}

/** The first `X.Y.Z` in a text: `v22.12.0` -> `22.12.0`. */
export function findVersion(text: string): string | undefined {
  return /\d+\.\d+\.\d+/.exec(text)?.[0];
}
