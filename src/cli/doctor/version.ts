/** Versions of programs and of installed packages. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Manifest, readManifest } from '../../terraform/npm-package';
import { run } from '../../terraform/run';
import type { CliContext } from '../context';

export function findInstalled(name: string, from: string): Manifest | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const installed = join(folder, 'node_modules', name);
    if (existsSync(join(installed, 'package.json'))) return readManifest(installed);
    if (dirname(folder) === folder) return undefined;
  }
}

/** Returns what a program prints, or undefined if it cannot be started or fails. */
export async function readOutput(
  { env, cwd, signal }: CliContext,
  binary: string,
  args: readonly string[],
): Promise<string | undefined> {
  const variables = { PATH: env['PATH'] ?? '', HOME: env['HOME'] ?? cwd, CHECKPOINT_DISABLE: '1' };
  const result = await run(binary, args, { cwd, env: variables, signal }).catch(() => undefined);
  return result?.status === 0 ? result.stdout : undefined;
}

export function versionIn(text: string): string | undefined {
  return /\d+\.\d+\.\d+/.exec(text)?.[0];
}
