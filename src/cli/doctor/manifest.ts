import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPackage } from '../../terraform/npm-package';

/** What is read of a package.json. */
export interface Manifest {
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The package.json of this package: which versions of others it works with stands there and nowhere else. */
export function ownManifest(): Manifest {
  return readManifest(join(findPackage().root, 'package.json'));
}

/** The package.json of a package that a program in the folder would load, or undefined. */
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
