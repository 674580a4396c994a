/** The provider as a Node script, and the checksum of provider packages. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The provider as one Node script, with a version that no other build has. */
export interface ProviderBuild {
  /**
   * `X.Y.Z+<8 hex digits of the executable's SHA-256>`. Terraform's plugin cache stores one package per version, so
   * each executable needs a different version.
   */
  readonly version: string;
  readonly executable: Buffer;
}

/** Files of an unpacked provider package by their paths. */
export type PackageFiles = Readonly<Record<string, Uint8Array>>;

export function readBuild(file: string, packageVersion: string): ProviderBuild {
  const executable = readFileSync(file);
  return { version: `${packageVersion}+${sha256(executable).toString('hex').slice(0, 8)}`, executable };
}

/** Returns the files of the script's package by name; they are the same on every platform. */
export function packageFiles({ version, executable }: ProviderBuild): PackageFiles {
  return {
    [`terraform-provider-netingress_v${version}`]: executable,
    // Node reads the module type of a script without extension from the nearest package.json.
    'package.json': Buffer.from('{"type":"commonjs"}\n'),
  };
}

/** Terraform's `h1:` checksum of a package, by the paths of its files. Go calls it `dirhash.Hash1`. */
export function hashFiles(files: PackageFiles): string {
  const lines = Object.keys(files)
    .sort()
    .map((name) => `${sha256(files[name] as Uint8Array).toString('hex')}  ${name}\n`);
  return `h1:${sha256(lines.join('')).toString('base64')}`;
}

export function buildHash(build: ProviderBuild): string {
  return hashFiles(packageFiles(build));
}

function sha256(data: Uint8Array | string): Buffer {
  return createHash('sha256').update(data).digest();
}
