/** Reads the texts of configuration files, and counts how far above their folder they read other files. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import { LOCK_FILE } from '../../terraform/lock-file';
import { findCalls, listSources, readLiteralPath } from './expression-texts';
import { countParents, type InstalledModule, OVERRIDE_FILE } from './prepare-stack';

/** Returns the texts of a module without the modules that it calls. The lock file is one of them. */
export async function readModuleTexts(folder: string): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const read = names.filter(
    (name) => (/\.(tf|tofu)(\.json)?$/.test(name) && name !== OVERRIDE_FILE) || name === LOCK_FILE,
  );
  return Promise.all(read.map((name) => readFile(join(folder, name), 'utf8')));
}

/** Returns the files that a `templatefile` of the module may read: those below the module, and those that literal paths name. */
export async function readTemplateTexts(folder: string): Promise<string[]> {
  const calls = (await readModuleTexts(folder))
    .flatMap(listSources)
    .flatMap((text) => findCalls(text, ['templatefile']));
  if (calls.length === 0) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const below = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const named = calls.flatMap(({ args: [path = ''] }) => resolve(folder, readLiteralPath(path) ?? '.'));
  const files = new Set([...below, ...named]);
  return (await Promise.all([...files].map((file) => readFile(file, 'utf8').catch(() => '')))).filter(
    (text) => text !== '',
  );
}

/** Steps such as `../..` in `file("${path.module}/../../names.txt")`; not the dots of `list...`. */
const STEPS = /(?<![.\w])\.\.(?:[\\/]+\.\.)*(?=[\\/"])/g;

/** Returns how many folders above the root module the modules are, or the files that they read. */
export async function countUsedParents(folder: string, modules: readonly InstalledModule[]): Promise<number> {
  const counts = await Promise.all(
    [{ key: '', dir: '.' }, ...modules].map(async (module) => {
      const texts = await readModuleTexts(resolve(folder, module.dir));
      const steps = texts.flatMap((text) => text.match(STEPS) ?? []).map((each) => each.replaceAll('\\', '/'));
      // A path is relative to the module, or to the root module.
      return countParents([module, ...steps.flatMap((dir) => [dir, posix.join(module.dir, dir)]).map(toModule)]);
    }),
  );
  return Math.max(...counts);
}

function toModule(dir: string): InstalledModule {
  return { key: '', dir };
}
