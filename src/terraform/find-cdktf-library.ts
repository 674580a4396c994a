/** Which library of CDKTF a project uses: what messages, remedies and written code name. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CDKTF_LIBRARIES, CDKTF_LIBRARY_NAMES, type CdktfLibrary } from '../model/cdktf-library';
import { findInstalled, findProjectManifest } from './npm-package';

/** Files by which projects in Python and Go name the library; in the folder of the project. */
const OTHER_MANIFESTS = ['requirements.txt', 'pyproject.toml', 'Pipfile', 'go.mod'];

/**
 * The library of the project in the folder: the only one that its package.json names, itself or by its command line,
 * otherwise the only one that a manifest of Python or Go names, otherwise the only one that is installed, otherwise `cdktf`.
 */
export function findCdktfLibrary(folder: string): CdktfLibrary {
  const project = findProjectManifest(folder);
  const { dependencies = {}, devDependencies = {} } = project?.manifest ?? {};
  const named = { ...dependencies, ...devDependencies };
  return (
    onlyLibrary((library) => (named[library] ?? named[CDKTF_LIBRARIES[library].cli]) !== undefined) ??
    onlyLibrary((library) => isNamed(project?.folder ?? folder, library)) ??
    onlyLibrary((library) => findInstalled(library, folder) !== undefined) ??
    'cdktf'
  );
}

/** The command that synthesizes the app of the project, for messages. */
export function synthCommand(folder: string): string {
  return `\`${findCdktfLibrary(folder)} synth\``;
}

function isNamed(folder: string, library: CdktfLibrary): boolean {
  return OTHER_MANIFESTS.map((name) => join(folder, name))
    .filter((file) => existsSync(file))
    .some((file) => new RegExp(`\\b${library}\\b`).test(readFileSync(file, 'utf8')));
}

function onlyLibrary(isUsed: (library: CdktfLibrary) => boolean): CdktfLibrary | undefined {
  const [found, ...others] = CDKTF_LIBRARY_NAMES.filter(isUsed);
  return others.length === 0 ? found : undefined;
}
