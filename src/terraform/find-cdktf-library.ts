import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CDKTF_LIBRARIES, CDKTF_LIBRARY_NAMES, type CdktfLibrary } from '../model/cdktf-library';
import { findInstalled, findProjectManifest, foldersAbove } from './npm-package';

/** Files by which projects in Python and Go name the library. */
const OTHER_MANIFESTS = ['requirements.txt', 'pyproject.toml', 'Pipfile', 'go.mod'];

/**
 * Asks in this order: which library package.json names, itself or by the package of its command line; which one a
 * manifest of Python or Go names; which one is installed. The first answer with exactly one library decides. Without
 * such an answer it is `cdktf`.
 */
export function findCdktfLibrary(folder: string): CdktfLibrary {
  const required = listRequired(folder);
  const others = findOtherManifests(folder);
  return (
    onlyLibrary((library) => required.has(library) || required.has(CDKTF_LIBRARIES[library].cli)) ??
    onlyLibrary((library) => others.some((text) => new RegExp(`\\b${library}\\b`).test(text))) ??
    onlyLibrary((library) => findInstalled(library, folder) !== undefined) ??
    'cdktf'
  );
}

export function synthCommand(folder: string): string {
  return `\`${cdktfCommand(folder, 'synth')}\``;
}

/** `npx cdktn synth` if package.json names the package of the command line or it is installed, else `cdktn synth`. */
export function cdktfCommand(folder: string, args: string): string {
  const library = findCdktfLibrary(folder);
  const { cli } = CDKTF_LIBRARIES[library];
  const isPackage = listRequired(folder).has(cli) || findInstalled(cli, folder) !== undefined;
  return `${isPackage ? 'npx ' : ''}${library} ${args}`;
}

function listRequired(folder: string): ReadonlySet<string> {
  const { dependencies, devDependencies } = findProjectManifest(folder)?.manifest ?? {};
  return new Set(Object.keys({ ...dependencies, ...devDependencies }));
}

function findOtherManifests(folder: string): string[] {
  const files = foldersAbove(folder)
    .map((each) => OTHER_MANIFESTS.map((name) => join(each, name)).filter((file) => existsSync(file)))
    .find((found) => found.length > 0);
  return (files ?? []).map((file) => readFileSync(file, 'utf8'));
}

function onlyLibrary(isUsed: (library: CdktfLibrary) => boolean): CdktfLibrary | undefined {
  const [found, ...others] = CDKTF_LIBRARY_NAMES.filter(isUsed);
  return others.length === 0 ? found : undefined;
}
