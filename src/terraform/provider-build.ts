/** The provider as a Node script with its deferred modules, and the checksum of provider packages. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files of an unpacked provider package by their paths. */
export type PackageFiles = Readonly<Record<string, Uint8Array>>;

/** The provider as a Node script with its deferred modules, with a version that no other build has. */
export interface ProviderBuild {
  /**
   * `X.Y.Z+<8 hex digits of the SHA-256 of the scripts>`. Terraform's plugin cache stores one package per version, so each
   * build needs a different version.
   */
  readonly version: string;
  /** The same on every platform. */
  readonly files: PackageFiles;
}

/** Makes Node load scripts as CommonJS: it reads their module type from the nearest package.json. */
export const PACKAGE_JSON = '{"type":"commonjs"}\n';

/** Reads the executable and its deferred modules, the `.js` files beside it. */
export function readBuild(executable: string, packageVersion: string): ProviderBuild {
  const folder = dirname(executable);
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const script = readFileSync(executable);
  const modules = names.sort().map((name) => [name, readFileSync(join(folder, name))] as const);
  const hash = sha256(
    Buffer.concat([script, ...modules.flatMap(([name, code]) => [Buffer.from(name), code])]),
  ).toString('hex');
  const version = `${packageVersion}+${hash.slice(0, 8)}`;
  return {
    version,
    files: {
      [`terraform-provider-netingress_v${version}`]: script,
      ...Object.fromEntries(modules),
      'package.json': Buffer.from(PACKAGE_JSON),
    },
  };
}

/** Terraform's `h1:` checksum of a package, by the paths of its files. Go calls it `dirhash.Hash1`. */
export function hashFiles(files: PackageFiles): string {
  const lines = Object.keys(files)
    .sort()
    .map((name) => `${sha256(files[name] as Uint8Array).toString('hex')}  ${name}\n`);
  return `h1:${sha256(lines.join('')).toString('base64')}`;
}

export function buildHash({ files }: ProviderBuild): string {
  return hashFiles(files);
}

function sha256(data: Uint8Array | string): Buffer {
  return createHash('sha256').update(data).digest();
}
