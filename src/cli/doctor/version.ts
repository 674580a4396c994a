/** Versions of programs and of installed packages. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPackage } from '../../terraform/npm-package';
import { run } from '../../terraform/run';
import type { CliContext } from '../context';

export interface Manifest {
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export function ownManifest(): Manifest {
  return readManifest(join(findPackage().root, 'package.json'));
}

export function findInstalled(name: string, from: string): Manifest | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(file)) return readManifest(file);
    if (dirname(folder) === folder) return undefined;
  }
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
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
