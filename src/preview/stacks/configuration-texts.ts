/** Reads the texts of configuration files, and counts how far above their folder they read other files. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { LOCK_FILE } from '../../terraform/lock-file';
import { CONFIGURATION_FILE } from '../../terraform/ui-json';
import { findCalls, listExpressionSources, readTemplatePath } from './expression-texts';
import { countParents, type InstalledModule, OVERRIDE_FILE } from './prepare-stack';

/** The configuration files and the lock file of one folder, not the override file of the preview. */
export async function readModuleTexts(folder: string): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const read = names.filter((name) => (CONFIGURATION_FILE.test(name) && name !== OVERRIDE_FILE) || name === LOCK_FILE);
  return Promise.all(read.map((name) => readFile(join(folder, name), 'utf8')));
}

/**
 * Returns the texts of the files that a `templatefile` of the modules may read: those that its path names, in the
 * module or in the root module, and with a computed name those of the folder. A path that may be anywhere is left out.
 */
export async function readTemplateTexts(folders: readonly string[], root: string): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const texts = (await readModuleTexts(folder)).flatMap(listExpressionSources);
      const calls = texts.flatMap((text) => findCalls(text, ['templatefile']));
      return calls.flatMap(({ args: [path = ''] }) => {
        const named = readTemplatePath(path);
        return named === undefined ? [] : [resolve(folder, named), resolve(root, named)];
      });
    }),
  );
  const files = new Set((await Promise.all(found.flat().map(listNamed))).flat());
  return (await Promise.all([...files].map((file) => readFile(file, 'utf8').catch(() => '')))).filter(
    (text) => text !== '',
  );
}

async function listNamed(path: string): Promise<string[]> {
  if (!basename(path).includes('*')) return [path];
  const folder = dirname(path);
  return (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
}

/** Steps such as `../..` in `file("${path.module}/../../names.txt")`; not the dots of `list...`. */
const STEPS = /(?<![.\w])\.\.(?:[\\/]+\.\.)*(?=[\\/"])/g;

/** Returns how many folders above the root module the highest module is, or the highest file that they read. */
export async function countUsedParents(folder: string, modules: readonly InstalledModule[]): Promise<number> {
  const counts = await Promise.all(
    ['.', ...modules.map(({ dir }) => dir)].map(async (module) => {
      const texts = await readModuleTexts(resolve(folder, module));
      const steps = texts.flatMap((text) => text.match(STEPS) ?? []).map((each) => each.replaceAll('\\', '/'));
      // A path is relative to the module, or to the root module.
      return countParents([module, ...steps.flatMap((dir) => [dir, posix.join(module, dir)])]);
    }),
  );
  return Math.max(...counts);
}
