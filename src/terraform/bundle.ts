/** A bundle is the zip of a provider package with its own runtime. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Words } from '../values/words';
import { zipName } from './mirror';
import type { InstalledPackage } from './npm-package';
import { npmPackageName, type Platform, parsePlatforms } from './platforms';
import { hashFiles, type PackageFiles } from './provider-build';

/** Environment variable with a folder of bundles, as `npm run release` writes it. */
export const BUNDLES_VARIABLE = 'NETINGRESS_BUNDLES';

/** Environment variable with the platforms that get a bundle at synth: `linux_amd64,darwin_arm64`. */
export const PLATFORMS_VARIABLE = 'NETINGRESS_PLATFORMS';

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Throws if a platform does not exist. */
export function readPlatforms({ env }: Pick<Surroundings, 'env'>): Platform[] {
  try {
    return parsePlatforms(env[PLATFORMS_VARIABLE] ?? '');
  } catch (error) {
    throw new Error(`${PLATFORMS_VARIABLE}: ${(error as Error).message}`);
  }
}

/** The folder that {@link BUNDLES_VARIABLE} names, then the npm packages of the project and those beside netingress. */
export function bundleSources({ env, cwd }: Surroundings, { root, version }: InstalledPackage): BundleSources {
  return { version, folders: [env[BUNDLES_VARIABLE]], projects: [cwd, root] };
}

export interface BundleSources {
  /** Version of the netingress package, `X.Y.Z`; bundles of other versions are not used. */
  readonly version: string;
  /** Folders with zips, in order; undefined ones are skipped. */
  readonly folders: readonly (string | undefined)[];
  /** Folders of projects in which npm packages are looked up, in order. */
  readonly projects: readonly string[];
}

export function findBundle(platform: Platform, { version, folders, projects }: BundleSources): string | undefined {
  const name = zipName(version, platform);
  const packages = projects.map((project) => findNpmPackage(npmPackageName(platform), project));
  return [...folders, ...packages]
    .flatMap((folder) => (folder === undefined || folder === '' ? [] : [join(folder, name)]))
    .find((file) => existsSync(file));
}

/** Throws an error that names the command which installs the bundle. */
export function requireBundle(platform: Platform, sources: BundleSources): string {
  const file = findBundle(platform, sources);
  if (file !== undefined) return file;
  throw new Error(
    `The provider for ${platform} was not found; expected ${zipName(sources.version, platform)}. ${installAdvice(platform, sources.version)}`,
  );
}

export function installAdvice(platform: Platform, version: string): Words {
  return `Run \`npm install --save-exact ${npmPackageName(platform)}@${version}\`, or set ${BUNDLES_VARIABLE} to a folder with the zips of the release.`;
}

function findNpmPackage(name: string, project: string): string | undefined {
  try {
    return dirname(createRequire(join(project, 'package.json')).resolve(`${name}/package.json`));
  } catch {
    // The package is not installed there.
    return undefined;
  }
}

export function readBundle(file: string): PackageFiles {
  // The module is loaded here, because few runs need it.
  const { unzipSync } = require('./unzip') as typeof import('./unzip');
  try {
    return unzipSync(readFileSync(file));
  } catch (cause) {
    throw new Error(`${file} cannot be read as a zip: ${(cause as Error).message}. Download it again.`, { cause });
  }
}

/**
 * The checksum of each zip that {@link hashZip} has read. To inflate a package with its own Node takes long, and the
 * stacks of an app often have the same zips.
 */
const hashes = new Map<string, string>();

export function hashZip(file: string): string {
  const { ino, mtimeMs, size } = statSync(file);
  const key = [file, ino, mtimeMs, size].join(' ');
  const hash = hashes.get(key) ?? hashFiles(readBundle(file));
  hashes.set(key, hash);
  return hash;
}
