import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface InstalledPackage {
  readonly root: string;
  /** `X.Y.Z` from its package.json. */
  readonly version: string;
}

let installed: InstalledPackage | undefined;

/** Finds the package that contains this file, in a checkout or an installation. */
export function findPackage(): InstalledPackage {
  installed ??= findAbove(__dirname);
  return installed;
}

export function providerFile({ root }: InstalledPackage): string {
  return join(root, 'lib', 'provider', 'terraform-provider-netingress');
}

function findAbove(directory: string): InstalledPackage {
  const file = join(directory, 'package.json');
  if (existsSync(file)) {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
    // A package.json below the root may contain only the module type.
    if (name === 'netingress' && version !== undefined) return { root: directory, version };
  }
  const parent = dirname(directory);
  if (parent === directory) throw new Error(`Cannot find the package.json of netingress above ${__dirname}`);
  return findAbove(parent);
}
