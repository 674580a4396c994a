/** Where this library is installed, and what is in it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The installed library. */
export interface InstalledPackage {
  readonly root: string;
  /** `X.Y.Z` from its package.json. */
  readonly version: string;
}

let found: InstalledPackage | undefined;

/** Finds the package that this file belongs to, be it run from its sources or from what was built of them. */
export function findPackage(): InstalledPackage {
  found ??= findAbove(__dirname);
  return found;
}

/** The built provider within the package. */
export function providerFile({ root }: InstalledPackage): string {
  return join(root, 'lib', 'provider', 'terraform-provider-netingress');
}

function findAbove(directory: string): InstalledPackage {
  const file = join(directory, 'package.json');
  if (existsSync(file)) {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
    // Directories within the package may have a package.json that only tells Node the module type.
    if (name === 'netingress' && version !== undefined) return { root: directory, version };
  }
  const above = dirname(directory);
  if (above === directory) throw new Error(`Cannot find the package.json of netingress above ${__dirname}`);
  return findAbove(above);
}
