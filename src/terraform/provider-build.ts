import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files of an unpacked provider package by their paths. */
export type PackageFiles = Readonly<Record<string, Uint8Array>>;

export interface ProviderBuild {
  readonly version: string;
  /** The same on every platform. */
  readonly files: PackageFiles;
}

/** Makes Node load scripts as CommonJS: it reads their module type from the nearest package.json. */
export const PACKAGE_JSON = '{"type":"commonjs"}\n';

/**
 * `X.Y.Z+<8 hex digits of a SHA-256>` of the code of the scripts and the names of the deferred ones. For a checkout:
 * the CDKTF CLI shares one plugin cache between all stacks, with one package per version, so each build needs a
 * different version.
 */
export function readWithHashVersion(executable: string, packageVersion: string): ProviderBuild {
  const scripts = readScripts(executable);
  const parts = scripts.flatMap(([name, code]) => (name === '' ? [code] : [Buffer.from(name), code]));
  const hash = sha256(Buffer.concat(parts)).toString('hex');
  return createBuild(`${packageVersion}+${hash.slice(0, 8)}`, scripts);
}

/** `X.Y.Z`, which a configuration can require exactly. */
export function readWithPackageVersion(executable: string, packageVersion: string): ProviderBuild {
  return createBuild(packageVersion, readScripts(executable));
}

type Script = readonly [name: string, code: Buffer];

/** The executable, under an empty name, and its deferred modules, the `.js` files beside it. */
function readScripts(executable: string): Script[] {
  const folder = dirname(executable);
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const modules = names.sort().map((name) => [name, readFileSync(join(folder, name))] as const);
  return [['', readFileSync(executable)], ...modules];
}

function createBuild(version: string, scripts: readonly Script[]): ProviderBuild {
  const executable = `terraform-provider-netingress_v${version}`;
  return {
    version,
    files: {
      ...Object.fromEntries(scripts.map(([name, code]) => [name || executable, code])),
      'package.json': Buffer.from(PACKAGE_JSON),
    },
  };
}

/** Terraform's `h1:` checksum. Go calls it `dirhash.Hash1`. */
export function hashFiles(files: PackageFiles): string {
  const lines = Object.keys(files)
    .sort()
    .map((name) => `${sha256(files[name] as Uint8Array).toString('hex')}  ${name}\n`);
  return `h1:${sha256(lines.join('')).toString('base64')}`;
}

function sha256(data: Uint8Array | string): Buffer {
  return createHash('sha256').update(data).digest();
}
