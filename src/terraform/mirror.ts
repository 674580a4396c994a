/**
 * The provider as Terraform finds it without a registry: a directory laid out as a filesystem mirror
 * (terraform/rules section 8). Synth writes one beside each stack, `netingress provider install` one for HCL users.
 */
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { hashFiles, sha256 } from './dirhash';

/** The provider's source address. Its host never resolves, so no registry can put a stranger's package in its place. */
export const PROVIDER_ADDRESS = 'terraform.local/netingress/netingress';

/** Below the directory that Terraform runs in, this is a mirror that needs no configuration. */
export const IMPLIED_MIRROR = join('terraform.d', 'plugins');

/** The provider is one script for Node, the same file on all of these; Windows cannot start it. */
export const PLATFORMS = ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'] as const;

/** One build of the provider. */
export interface ProviderBuild {
  /**
   * `X.Y.Z+<8 hex digits of the executable's SHA-256>`: Terraform's shared plugin cache keeps one package per
   * version, so the version changes whenever the executable does.
   */
  readonly version: string;
  readonly executable: Buffer;
}

/** Reads a built provider of the package version `X.Y.Z`. Throws what the file system throws. */
export function readBuild(file: string, packageVersion: string): ProviderBuild {
  const executable = readFileSync(file);
  return { version: `${packageVersion}+${sha256(executable).toString('hex').slice(0, 8)}`, executable };
}

/** The files of the build's package, by name; the same for every platform. */
export function packageFiles({ version, executable }: ProviderBuild): Readonly<Record<string, Buffer>> {
  return {
    [`terraform-provider-netingress_v${version}`]: executable,
    // Node takes the module type of a script without extension from the nearest package.json above it.
    'package.json': Buffer.from('{"type":"commonjs"}\n'),
  };
}

/** The checksum of the build's package for the lock file. */
export function buildHash(build: ProviderBuild): string {
  return hashFiles(packageFiles(build));
}

/**
 * The versions of the provider in the mirror that are not this build, oldest name first. `sameVersion` leaves out
 * those of another `X.Y.Z`, which other configurations may have locked.
 */
export function findOtherBuilds(mirror: string, build: ProviderBuild, sameVersion = false): string[] {
  const base = build.version.split('+')[0] as string;
  return listDirectory(join(mirror, PROVIDER_ADDRESS))
    .filter((name) => /^\d+\.\d+\.\d+/.test(name) && name !== build.version)
    .filter((name) => !sameVersion || name.split('+')[0] === base)
    .sort();
}

/** Removes versions of the provider from the mirror; see {@link findOtherBuilds}. */
export function removeBuilds(mirror: string, versions: readonly string[]): void {
  for (const version of versions) rmSync(join(mirror, PROVIDER_ADDRESS, version), { recursive: true, force: true });
}

/**
 * Puts the build into the mirror for every platform. Returns false if it was there already, whole and unchanged.
 * It appears in one step, so a Terraform that runs at the same time sees all of it or nothing.
 */
export function placeBuild(mirror: string, build: ProviderBuild): boolean {
  const target = join(mirror, PROVIDER_ADDRESS, build.version);
  if (isPlaced(target, build)) return false;
  const staged = join(mirror, PROVIDER_ADDRESS, `.new-${randomUUID()}`);
  try {
    stage(staged, build);
    rmSync(target, { recursive: true, force: true });
    renameSync(staged, target);
  } catch (error) {
    rmSync(staged, { recursive: true, force: true });
    // Another process may have placed the same build between the two last steps.
    if (!isPlaced(target, build)) throw error;
  }
  return true;
}

function stage(directory: string, build: ProviderBuild): void {
  const files = packageFiles(build);
  const first = join(directory, PLATFORMS[0]);
  mkdirSync(first, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(first, name), content, { mode: 0o755 });
  for (const platform of PLATFORMS.slice(1)) {
    mkdirSync(join(directory, platform));
    for (const name of Object.keys(files)) linkOrCopy(join(first, name), join(directory, platform, name));
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Not every file system has hard links; they only save space.
    copyFileSync(from, to);
  }
}

function isPlaced(target: string, build: ProviderBuild): boolean {
  const files = packageFiles(build);
  const names = Object.keys(files).sort();
  const seen = new Set<string>();
  return PLATFORMS.every((platform) => {
    const directory = join(target, platform);
    if (listDirectory(directory).sort().join('\n') !== names.join('\n')) return false;
    return names.every((name) => {
      const file = join(directory, name);
      const { ino, mode } = statSync(file);
      // The platforms share one file where hard links exist, which is then read once.
      const same = seen.has(`${name} ${ino}`) || readFileSync(file).equals(files[name] as Buffer);
      if (same) seen.add(`${name} ${ino}`);
      return same && (mode & 0o100) !== 0;
    });
  });
}

function listDirectory(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory) : [];
}
