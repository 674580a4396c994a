/**
 * The provider in a filesystem mirror, where Terraform finds it without a registry. Synth writes a mirror beside each
 * stack, and `netingress provider install` writes one for HCL configurations.
 */
import { createHash, randomUUID } from 'node:crypto';
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

/** The provider's source address. The host never resolves, so no registry can supply another package for it. */
export const PROVIDER_ADDRESS = 'terraform.local/netingress/netingress';

/** Terraform searches this mirror below its working directory without configuration. */
export const IMPLIED_MIRROR_DIR = join('terraform.d', 'plugins');

/** The provider is a Node script, the same file on all platforms. Windows cannot start it. */
export const PLATFORMS = ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'] as const;

export interface ProviderBuild {
  /**
   * `X.Y.Z+<8 hex digits of the executable's SHA-256>`. Terraform's plugin cache stores one package per version, so
   * each executable needs a different version.
   */
  readonly version: string;
  readonly executable: Buffer;
}

export function readBuild(file: string, packageVersion: string): ProviderBuild {
  const executable = readFileSync(file);
  return { version: `${packageVersion}+${sha256(executable).toString('hex').slice(0, 8)}`, executable };
}

/** Returns the files of the provider package by name; they are the same on every platform. */
export function packageFiles({ version, executable }: ProviderBuild): Readonly<Record<string, Buffer>> {
  return {
    [`terraform-provider-netingress_v${version}`]: executable,
    // Node reads the module type of a script without extension from the nearest package.json.
    'package.json': Buffer.from('{"type":"commonjs"}\n'),
  };
}

/** Terraform's `h1:` checksum of a package, by the paths of its files. Go calls it `dirhash.Hash1`. */
export function hashFiles(files: Readonly<Record<string, Uint8Array>>): string {
  const lines = Object.keys(files)
    .sort()
    .map((name) => `${sha256(files[name] as Uint8Array).toString('hex')}  ${name}\n`);
  return `h1:${sha256(lines.join('')).toString('base64')}`;
}

function sha256(data: Uint8Array | string): Buffer {
  return createHash('sha256').update(data).digest();
}

export function buildHash(build: ProviderBuild): string {
  return hashFiles(packageFiles(build));
}

/**
 * Returns the other provider versions in the mirror, sorted by name. `sameVersion` includes only builds of the same
 * `X.Y.Z`, because other configurations may have locked a different release.
 */
export function findOtherBuilds(mirror: string, build: ProviderBuild, sameVersion = false): string[] {
  const base = build.version.split('+')[0] as string;
  return listDirectory(join(mirror, PROVIDER_ADDRESS))
    .filter((name) => /^\d+\.\d+\.\d+/.test(name) && name !== build.version)
    .filter((name) => !sameVersion || name.split('+')[0] === base)
    .sort();
}

export function removeBuilds(mirror: string, versions: readonly string[]): void {
  for (const version of versions) rmSync(join(mirror, PROVIDER_ADDRESS, version), { recursive: true, force: true });
}

/**
 * Installs the build in the mirror for every platform. Returns false if it was already installed and complete. The
 * rename is atomic, so a concurrent Terraform sees the complete build or none.
 */
export function installBuild(mirror: string, build: ProviderBuild): boolean {
  const target = join(mirror, PROVIDER_ADDRESS, build.version);
  if (isInstalled(target, build)) return false;
  const staged = join(mirror, PROVIDER_ADDRESS, `.new-${randomUUID()}`);
  try {
    writePackages(staged, build);
    rmSync(target, { recursive: true, force: true });
    renameSync(staged, target);
  } catch (error) {
    rmSync(staged, { recursive: true, force: true });
    // Another process may have installed the same build between the last two steps.
    if (!isInstalled(target, build)) throw error;
  }
  return true;
}

function writePackages(directory: string, build: ProviderBuild): void {
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
    // Hard links only save space, and some file systems lack them.
    copyFileSync(from, to);
  }
}

function isInstalled(target: string, build: ProviderBuild): boolean {
  const files = packageFiles(build);
  const names = Object.keys(files).sort();
  return PLATFORMS.every((platform) => {
    const directory = join(target, platform);
    if (listDirectory(directory).sort().join('\n') !== names.join('\n')) return false;
    return names.every((name) => {
      const file = join(directory, name);
      return (statSync(file).mode & 0o100) !== 0 && readFileSync(file).equals(files[name] as Buffer);
    });
  });
}

function listDirectory(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory) : [];
}
