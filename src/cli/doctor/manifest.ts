import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPackage } from '../../terraform/npm-package';

/** The relevant part of a package.json. */
export interface Manifest {
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Reads the package.json of this package, which defines the supported versions. */
export function ownManifest(): Manifest {
  return readManifest(join(findPackage().root, 'package.json'));
}

/** Finds the package.json of the package that Node would load from the folder. */
export function findInstalled(name: string, from: string): Manifest | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(file)) return readManifest(file);
    if (dirname(folder) === folder) return undefined;
  }
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}
