/** The modules that `terraform init` has installed, and where their copies are. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { isAbsolute, join, posix, relative, resolve } from 'node:path';
import type { Json, JsonObject } from '../../values/json';
import { readModuleTexts } from './configuration-texts';
import { copyFolder } from './copy-folder';
import { type InstalledModule, parseModules } from './prepare-stack';

/** The path within `.terraform`, or within the folder that `TF_DATA_DIR` names. */
const MODULES = 'modules';
const MANIFEST = join(MODULES, 'modules.json');

export async function readInstalledModules(dataFolder: string): Promise<InstalledModule[]> {
  const file = join(dataFolder, MANIFEST);
  return existsSync(file) ? parseModules(await readFile(file, 'utf8')) : [];
}

/**
 * Copies downloaded modules, and writes the manifest of the copy. Both are in `.terraform` of the copy, also if the
 * original has another `dataFolder`. Callers copy local modules first. Returns the modules of the copy; none if
 * `dataFolder` has no modules.
 */
export async function copyInstalledModules(
  { folder: from, dataFolder }: { readonly folder: string; readonly dataFolder: string },
  to: string,
  installed: readonly InstalledModule[],
): Promise<InstalledModule[]> {
  const copiedData = join(to, '.terraform');
  if (!existsSync(join(dataFolder, MODULES))) return [];
  await copyFolder(join(dataFolder, MODULES), join(copiedData, MODULES));
  const moved = installed.map(({ key, dir }) => {
    const below = relative(join(dataFolder, MODULES), resolve(from, dir)).replaceAll('\\', '/');
    const isDownloaded = !below.startsWith('..') && !isAbsolute(below);
    return { key, dir: isDownloaded ? posix.join('.terraform', MODULES, below) : dir };
  });
  const modules = await separateCalls(to, moved);
  await writeManifest(join(copiedData, MANIFEST), modules);
  return modules;
}

/** Each call of a module that reads remote states needs its own override file: the outputs differ. */
async function separateCalls(folder: string, modules: readonly InstalledModule[]): Promise<InstalledModule[]> {
  const used = new Map<string, number>();
  const separated: InstalledModule[] = [];
  for (const { key, dir } of modules) {
    const calls = used.get(dir) ?? 0;
    used.set(dir, calls + 1);
    const source = resolve(folder, dir);
    const isShared =
      calls > 0 && (await readModuleTexts(source)).some((text) => text.includes('terraform_remote_state'));
    const own = isShared ? `${dir}-netingress-preview-${calls}` : dir;
    if (isShared) await copyFolder(source, resolve(folder, own));
    separated.push({ key, dir: own });
  }
  return separated;
}

/** @param modules one for each entry of the manifest, in their order */
async function writeManifest(file: string, modules: readonly InstalledModule[]): Promise<void> {
  if (!existsSync(file)) return;
  const manifest = JSON.parse(await readFile(file, 'utf8')) as JsonObject;
  const entries = (manifest['Modules'] ?? []) as readonly Json[];
  const moved = entries.map((entry, index) => ({ ...(entry as JsonObject), Dir: modules[index]?.dir }));
  await writeFile(file, JSON.stringify({ ...manifest, Modules: moved }));
}
