/** Which library of CDKTF a project uses: what messages, remedies and written code name. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CDKTF_LIBRARIES, CDKTF_LIBRARY_NAMES, type CdktfLibrary } from '../model/cdktf-library';
import { findInstalled, findProjectManifest, foldersAbove } from './npm-package';

/** Files by which projects in Python and Go name the library; in the folder, or in the nearest one above that has one. */
const OTHER_MANIFESTS = ['requirements.txt', 'pyproject.toml', 'Pipfile', 'go.mod'];

/**
 * The library of the project that the folder is in: the only one that its package.json names, itself or by its command line,
 * otherwise the only one that a manifest of Python or Go names, otherwise the only one that is installed, otherwise `cdktf`.
 */
export function findCdktfLibrary(folder: string): CdktfLibrary {
  const { dependencies = {}, devDependencies = {} } = findProjectManifest(folder)?.manifest ?? {};
  const named = { ...dependencies, ...devDependencies };
  const others = findOtherManifests(folder);
  return (
    onlyLibrary((library) => (named[library] ?? named[CDKTF_LIBRARIES[library].cli]) !== undefined) ??
    onlyLibrary((library) => others.some((text) => new RegExp(`\\b${library}\\b`).test(text))) ??
    onlyLibrary((library) => findInstalled(library, folder) !== undefined) ??
    'cdktf'
  );
}

/** The command that synthesizes the app of the project, for messages. */
export function synthCommand(folder: string): string {
  return `\`${findCdktfLibrary(folder)} synth\``;
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
