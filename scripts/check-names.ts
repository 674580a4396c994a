/**
 * Refuses a name that two files of src export, and one that another file imports or exports again under a new name.
 * Generated files are not read. A kind's name is the one exception: its definition and its hooks in the emulator have
 * it.
 */
import { execFileSync } from 'node:child_process';
import { dirname, join, relative } from 'node:path';
import { KINDS } from '../src/model/kinds';
import { camelCase } from '../src/model/naming';
import { findSharedNames } from './lib/find-shared-names';

const root = join(__dirname, '..');

const KIND_NAMES = new Set(KINDS.map(({ name }) => camelCase(name)));

/** Folders of which each may export the name of a kind: the kind, and its hooks in the emulator. */
const KIND_FOLDERS = ['src/model/resources', 'src/emulator/service/kinds'];

function isOfKind(name: string, files: readonly string[]): boolean {
  const folders = files.map((file) => dirname(relative(root, file)));
  return KIND_NAMES.has(name) && folders.every((folder) => KIND_FOLDERS.includes(folder));
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src/*.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.includes('/generated/'));
const problems = findSharedNames(
  files.map((file) => join(root, file)),
  isOfKind,
);
for (const { name, files, type } of problems)
  console.error(
    type === 'exported twice'
      ? `${name} is exported by ${files.map((file) => file.slice(root.length + 1)).join(' and ')}; expected one file. The concept that needs the name keeps it, the other gets a word of its own.`
      : `${files[0]?.slice(root.length + 1)} gives ${name} of another file a new name. Use its name, or rename what it collides with.`,
  );
console.log(`names: ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
