/** Adoption: generates code for existing objects. Pure functions; the command line reads the account and writes files. */
import type { AdoptedFile, Adoption, WriteOptions } from './adoption';
import { writeReadme } from './readme';
import { type Dependencies, projectFiles } from './ts-project';
import { writeHcl } from './write-hcl';
import { writeTypeScript } from './write-typescript';

export type { AdoptedFile, Adoption, AdoptionInput, AdoptionList, Creators, WriteOptions } from './adoption';
export { buildAdoption, parseCreators } from './build-adoption';
export { findMissing, parseList, printList } from './list';
export type { SelectOptions } from './select';
export type { Dependencies } from './ts-project';

/** Returns all files of an adoption, the README first. */
export function writeAdoption(
  adoption: Adoption,
  format: 'ts' | 'hcl',
  options: WriteOptions & { readonly dependencies: Dependencies },
): AdoptedFile[] {
  const readme: AdoptedFile = { path: 'README.md', text: writeReadme(adoption, format, options) };
  if (format === 'hcl') return [readme, ...writeHcl(adoption.sections, options)];
  return [readme, ...writeTypeScript(adoption.sections, options), ...projectFiles(options.dependencies)];
}
