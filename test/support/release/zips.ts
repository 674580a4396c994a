/** The zips of a release, built once for the sources and kept for later runs. */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { version } from '../../../package.json';
import { zipName } from '../../../src/terraform/mirror';
import type { Platform } from '../../../src/terraform/platforms';

const root = join(__dirname, '../../..');
const cache = join(root, 'node_modules/.cache/netingress-release');

export const PACKAGE_REQUIREMENTS = ['provider packages', 'pip3', 'curl'] as const;

/** Time for building one zip on a machine with other load. */
export const BUILD_MS = 600_000;

/** Builds the zips of platforms, separated by commas, into the folder, as `npm run release` does. */
export async function buildRelease(folder: string, platforms: string, ...more: readonly string[]): Promise<void> {
  const script = [join(root, 'node_modules/tsx/dist/cli.mjs'), 'scripts/release/main.ts'];
  const args = [...script, '--out', folder, '--platform', platforms, ...more];
  await promisify(execFile)(process.execPath, args, { cwd: root });
}

/** Returns the path of the zip of a platform. Of several test files that need it, the first builds it. */
export async function findOrBuildZip(platform: Platform): Promise<string> {
  const folder = join(cache, `zips-${fingerprint()}`);
  const file = join(folder, zipName(version, platform));
  if (existsSync(file)) return file;
  const unlock = await lock(`${folder}-${platform}.lock`);
  try {
    return existsSync(file) ? file : await buildZip(platform, file);
  } finally {
    unlock();
  }
}

async function buildZip(platform: Platform, file: string): Promise<string> {
  const folder = dirname(file);
  removeOutdated(folder);
  const staged = join(cache, `.new-${randomUUID()}`);
  try {
    await buildRelease(staged, platform);
    mkdirSync(folder, { recursive: true });
    renameSync(join(staged, zipName(version, platform)), file);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
  return file;
}

const LOCK_POLL_MS = 200;

/**
 * Waits until the folder does not exist, and creates it; the result removes it. A folder older than {@link BUILD_MS} is
 * removed: its process was probably killed.
 */
async function lock(folder: string): Promise<() => void> {
  mkdirSync(dirname(folder), { recursive: true });
  for (;;) {
    try {
      mkdirSync(folder);
      return () => rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const since = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - since > BUILD_MS) rmSync(folder, { recursive: true, force: true });
      else await sleep(LOCK_POLL_MS);
    }
  }
}

/**
 * Hashes what a zip is made of. The built provider, which `npm run build` writes, represents its sources and the
 * versions of its dependencies.
 */
function fingerprint(): string {
  const hash = createHash('sha256');
  const scripts = readdirSync(join(root, 'scripts/release')).filter((name) => name.endsWith('.ts'));
  const files = [
    ...readdirSync(join(root, 'lib/provider')).map((name) => join('lib/provider', name)),
    'scripts/build-provider.ts',
    ...['scripts/lib/load-deferred.ts', 'scripts/lib/shipped-packages.ts', 'package.json'],
    ...['src/terraform/platforms.ts', 'src/terraform/provider-build.ts'],
    ...scripts.map((name) => join('scripts/release', name)),
    ...['LICENSE', 'scripts/release/licenses/gcc.txt', 'scripts/release/licenses/node.txt'],
  ];
  for (const file of files) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Also the locks of such zips. A process that still builds them has sources which have changed meanwhile. */
function removeOutdated(folder: string): void {
  const names = existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith('zips-')) : [];
  for (const name of names.map((each) => join(cache, each)))
    if (!name.startsWith(folder)) rmSync(name, { recursive: true, force: true });
}
