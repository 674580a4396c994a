/** Versions: of programs, of installed packages, and those that this package supports. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPackage } from '../../terraform/npm-package';
import { type RunResult, run } from '../../terraform/run';
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
  context: CliContext,
  binary: string,
  args: readonly string[],
): Promise<string | undefined> {
  const result = await runProgram(context, binary, args);
  return result?.status === 0 ? result.stdout : undefined;
}

/** Returns undefined if the program cannot be started. */
export function runProgram(
  { env, cwd, signal }: CliContext,
  binary: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<RunResult | undefined> {
  const all = { PATH: env['PATH'] ?? '', HOME: env['HOME'] ?? cwd, CHECKPOINT_DISABLE: '1', ...variables };
  return run(binary, args, { cwd, env: all, signal }).catch(() => undefined);
}

export function versionIn(text: string): string | undefined {
  return /\d+\.\d+\.\d+/.exec(text)?.[0];
}

/** Supports the range syntax of this package's own package.json: `>=10.6.0 <10.8.0`, `^0.21.0`. */
export function satisfies(version: string, range: string): boolean {
  return range
    .trim()
    .split(/\s+/)
    .every((comparator) => {
      const [, operator = '', wanted = ''] = /^(>=|<|\^)?(.+)$/.exec(comparator) ?? [];
      const order = compareVersions(version, wanted);
      if (operator === '>=') return order >= 0;
      if (operator === '<') return order < 0;
      if (operator === '^') return order >= 0 && compareVersions(version, nextBreakingVersion(wanted)) < 0;
      return order === 0;
    });
}

export function compareVersions(a: string, b: string): number {
  const [x, y] = [parse(a), parse(b)];
  return x[0] - y[0] || x[1] - y[1] || x[2] - y[2];
}

/** Returns the first version that `^` excludes. Below 1.0.0 a minor version may be incompatible. */
function nextBreakingVersion(version: string): string {
  const [major, minor] = parse(version);
  return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
}

/** Ignores a suffix such as `-beta1`. */
function parse(version: string): readonly [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return [major, minor, patch];
}
