/** Terraform finds the provider in a filesystem mirror without a registry. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { platform } from 'node:os';
import { dirname, join } from 'node:path';
import { type Platform, SCRIPT_PLATFORMS } from './platforms';
import type { PackageFiles, ProviderBuild } from './provider-build';
import { replaceAtomically } from './replace-atomically';

/**
 * The provider's source address. No public DNS has the host (`.local` is for multicast DNS, RFC 6762), and no public
 * authority certifies it, so a registry on the internet cannot supply another package for it.
 */
export const PROVIDER_ADDRESS = 'terraform.local/netingress/netingress';

/** Terraform searches this mirror below its working directory without configuration. */
export const IMPLIED_MIRROR_DIR = join('terraform.d', 'plugins');

const PREFIX = 'terraform-provider-netingress';

export function zipName(version: string, platform: Platform): string {
  return `${PREFIX}_${version}_${platform}.zip`;
}

const ZIP_NAME = new RegExp(`^${PREFIX}_([^_]+)_([a-z0-9]+_[a-z0-9]+)\\.zip$`);

export interface FindBuildsOptions {
  /** Only builds of the same `X.Y.Z`; by default builds of all releases. */
  readonly sameRelease?: boolean;
}

/** Versions of the other builds, sorted by name. */
export function findOtherBuilds(
  mirror: string,
  { version }: Pick<ProviderBuild, 'version'>,
  { sameRelease = false }: FindBuildsOptions = {},
): string[] {
  const names = listDirectory(join(mirror, PROVIDER_ADDRESS)).map((name) => ZIP_NAME.exec(name)?.[1] ?? name);
  const release = version.split('+')[0];
  return [...new Set(names)]
    .filter((name) => /^\d+\.\d+\.\d+/.test(name) && name !== version)
    .filter((name) => !sameRelease || name.split('+')[0] === release)
    .sort();
}

export function removeBuilds(mirror: string, versions: readonly string[]): void {
  const folder = join(mirror, PROVIDER_ADDRESS);
  for (const name of listDirectory(folder)) {
    if (versions.includes(ZIP_NAME.exec(name)?.[1] ?? name))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Keeps the packages of the listed platforms, and those of other versions. */
export function removeOtherPackages(
  mirror: string,
  version: string,
  { packed, unpacked }: Readonly<Record<'packed' | 'unpacked', readonly string[]>>,
): void {
  const folder = join(mirror, PROVIDER_ADDRESS);
  const directories = listDirectory(join(folder, version)).filter((name) => !unpacked.includes(name));
  const zips = listDirectory(folder).filter((name) => {
    const [, ofVersion, platform = ''] = ZIP_NAME.exec(name) ?? [];
    return ofVersion === version && !packed.includes(platform);
  });
  for (const name of directories) rmSync(join(folder, version, name), { recursive: true, force: true });
  for (const name of zips) rmSync(join(folder, name), { force: true });
}

/** What an installation did with a package: `kept` if it was already installed and complete. */
export type Installation = 'kept' | 'added' | 'replaced';

/** `replaced` if it replaced one, else `added` if it added one. */
export function sumInstallations(packages: readonly Installation[]): Installation {
  return (['replaced', 'added'] as const).find((each) => packages.includes(each)) ?? 'kept';
}

export function installScript(
  mirror: string,
  { version, files }: ProviderBuild,
  platforms: readonly Platform[] = SCRIPT_PLATFORMS,
): Installation {
  // The package of each platform has the same files, so those after the first are links to them, if they can be.
  const [first] = platforms;
  const link = first && join(mirror, PROVIDER_ADDRESS, version, first);
  return sumInstallations(platforms.map((platform) => installPackage(mirror, version, platform, files, link)));
}

/**
 * Replaces the package as a whole, so that a Terraform that runs meanwhile sees no part of it. A file becomes a
 * hard link to the file of that name in the folder `linked`, if the file system has links and the contents are equal.
 */
export function installPackage(
  mirror: string,
  version: string,
  platform: Platform,
  files: PackageFiles,
  linked?: string,
): Installation {
  const target = join(mirror, PROVIDER_ADDRESS, version, platform);
  if (isInstalled(target, files)) return 'kept';
  const done = existsSync(target) ? 'replaced' : 'added';
  replaceAtomically(target, (staged) => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(staged, name)), { recursive: true });
      const file = join(staged, name);
      const isLinked = linked !== undefined && linked !== target && tryLink(join(linked, name), file);
      if (isLinked && hasContent(file, content)) continue;
      // A link whose content differs is removed first (another process has replaced the linked package meanwhile):
      // writing through it would change that package.
      rmSync(file, { force: true });
      writeFileSync(file, content, { mode: 0o755 });
    }
  });
  return done;
}

/** Terraform unpacks the zip. */
export function installZip(mirror: string, version: string, platform: Platform, zip: string): Installation {
  const target = join(mirror, PROVIDER_ADDRESS, zipName(version, platform));
  if (isSameFile(zip, target)) return 'kept';
  const done = existsSync(target) ? 'replaced' : 'added';
  replaceAtomically(target, (staged) => {
    if (!tryLink(zip, staged)) copyFileSync(zip, staged);
  });
  return done;
}

/** Hard links only save space: some file systems lack them, and another installation may replace the file meanwhile. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/** False also if another process replaces the package at this moment. */
function isInstalled(target: string, files: PackageFiles): boolean {
  try {
    return hasFiles(target, files);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function hasFiles(target: string, files: PackageFiles): boolean {
  const existing = existsSync(target) ? readdirSync(target, { recursive: true, withFileTypes: true }) : [];
  if (existing.filter((entry) => !entry.isDirectory()).length !== Object.keys(files).length) return false;
  return Object.entries(files).every(([name, content]) => {
    const file = join(target, name);
    if (!existsSync(file) || !statSync(file).isFile()) return false;
    // Windows has no execute permission.
    const isExecutable = platform() === 'win32' || (statSync(file).mode & 0o100) !== 0;
    return isExecutable && hasContent(file, content);
  });
}

/** Chosen. */
const PART_BYTES = 64 * 1024;

/** Reads a part at a time, because a package has megabytes and a synthesis checks one for each platform. */
function hasContent(file: string, content: Uint8Array): boolean {
  if (statSync(file).size !== content.length) return false;
  const part = Buffer.allocUnsafe(Math.min(PART_BYTES, content.length));
  const opened = openSync(file, 'r');
  try {
    for (let start = 0; start < content.length; ) {
      const length = readSync(opened, part, 0, part.length, start);
      // The file has become shorter meanwhile.
      if (length === 0) return false;
      if (!part.subarray(0, length).equals(content.subarray(start, start + length))) return false;
      start += length;
    }
    return true;
  } finally {
    closeSync(opened);
  }
}

/** Whether `b` is the file `a`, or has its content. */
function isSameFile(a: string, b: string): boolean {
  if (!existsSync(b)) return false;
  const [first, second] = [statSync(a), statSync(b)];
  if (first.ino === second.ino && first.dev === second.dev) return true;
  return first.size === second.size && hasContent(b, readFileSync(a));
}

function listDirectory(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory) : [];
}
