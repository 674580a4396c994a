/**
 * Adoption: from what exists and nobody declared to code that declares it. Pure: the account and the states come in,
 * texts of files go out. Reading and writing them belongs to the command line.
 */

import type { Adoption } from './build-adoption';
import type { AdoptedFile, WriteOptions } from './files';
import { writeReadme } from './readme';
import { type Dependencies, projectFiles } from './ts-project';
import { writeHcl } from './write-hcl';
import { writeTypeScript } from './write-typescript';

export { type Adoption, type AdoptionInput, planAdoption } from './build-adoption';
export { type Creators, creatorsOf } from './created-by';
export type { AdoptedFile, WriteOptions } from './files';
export { type AdoptionList, missingFromAccount, parseList, printList } from './list';
export type { SelectOptions } from './select';
export type { Dependencies } from './ts-project';

/** All files of an adoption, in the order in which to read them. The same adoption gives the same bytes. */
export function writeAdoption(
  adoption: Adoption,
  format: 'ts' | 'hcl',
  options: WriteOptions & { readonly dependencies: Dependencies },
): AdoptedFile[] {
  const readme: AdoptedFile = { path: 'README.md', text: writeReadme(adoption, format, options) };
  if (format === 'hcl') return [readme, ...writeHcl(adoption.sections, options)];
  return [readme, ...writeTypeScript(adoption.sections, options), ...projectFiles(options.dependencies)];
}
