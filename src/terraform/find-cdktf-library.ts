import { CDKTF_LIBRARY_NAMES, type CdktfLibrary } from '../model/cdktf-library';
import { findInstalled, findProjectManifest } from './npm-package';

/**
 * The library of the project in the folder: the only one that its package.json names, otherwise the only one that is
 * installed, otherwise `cdktf`.
 */
export function findCdktfLibrary(folder: string): CdktfLibrary {
  const { dependencies = {}, devDependencies = {} } = findProjectManifest(folder)?.manifest ?? {};
  const named = { ...dependencies, ...devDependencies };
  return (
    onlyLibrary((library) => named[library] !== undefined) ??
    onlyLibrary((library) => findInstalled(library, folder) !== undefined) ??
    'cdktf'
  );
}

function onlyLibrary(isUsed: (library: CdktfLibrary) => boolean): CdktfLibrary | undefined {
  const [found, ...others] = CDKTF_LIBRARY_NAMES.filter(isUsed);
  return others.length === 0 ? found : undefined;
}
