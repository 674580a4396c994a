/** Finds the library of CDKTF that a project uses: messages, remedies and written code name it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CDKTF_LIBRARIES, CDKTF_LIBRARY_NAMES, type CdktfLibrary } from '../model/cdktf-library';
import { findInstalled, findProjectManifest, foldersAbove } from './npm-package';

/**
 * Files by which projects in Python and Go name the library; in the folder, or in the nearest one above that has one.
 */
const OTHER_MANIFESTS = ['requirements.txt', 'pyproject.toml', 'Pipfile', 'go.mod'];

/**
 * The library of the project that the folder is in: the only one that its package.json names, itself or by its command
 * line, otherwise the only one that a manifest of Python or Go names, otherwise the only one that is installed,
 * otherwise `cdktf`.
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

/** The command that synthesizes the app of the project, for messages. */
export function synthCommand(folder: string): string {
  return `\`${cdktfCommand(folder, 'synth')}\``;
}

/**
 * A command line of the project's library, by npx if the project has it among its packages: the package `cdktf-cli` has
 * the command `cdktf`.
 */
export function cdktfCommand(folder: string, args: string): string {
  const library = findCdktfLibrary(folder);
  const { cli } = CDKTF_LIBRARIES[library];
  const isPackage = listRequired(folder).has(cli) || findInstalled(cli, folder) !== undefined;
  return `${isPackage ? 'npx ' : ''}${library} ${args}`;
}

/** The packages that the nearest package.json names. */
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
