/** A copy of a stack's folder with a copy of its state, in which Terraform runs. The folder itself is only read. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, resolve } from 'node:path';
import { LOCK_FILE } from '../../terraform/lock-file';
import { copyFolder } from './copy-folder';
import {
  countParents,
  type InstalledModule,
  type ModuleOverride,
  OVERRIDE_FILE,
  type PreviewStack,
  parseModules,
  renderOverride,
  stateFileName,
} from './prepare-stack';

export interface WorkingCopy {
  /** The copy of the root module. */
  readonly folder: string;
  readonly stateFile: string;
  /** The root module and the called ones, by key. */
  readonly modules: readonly InstalledModule[];
}

/** Copies configuration, variables, lock file and modules. `state` is empty for a stack that was never deployed. */
export async function createWorkingCopy(
  stack: PreviewStack,
  parent: string,
  { state, workspace }: { readonly state: string; readonly workspace: string },
): Promise<WorkingCopy> {
  const modules = await readModules(stack.folder);
  // Local modules above the folder keep their relative position.
  const parents = countParents(modules);
  const names = stack.folder.split(/[\\/]/).filter((name) => name !== '');
  const folder = join(parent, ...names.slice(names.length - parents - 1));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await copyFolder(stack.folder, folder);
  const installed = join('.terraform', 'modules');
  if (existsSync(join(stack.folder, installed))) {
    await copyFolder(join(stack.folder, installed), join(folder, installed));
  }
  for (const { dir } of modules) {
    if (!dir.startsWith('..')) continue;
    const target = resolve(folder, dir);
    if (!existsSync(target)) await copyFolder(resolve(stack.folder, dir), target);
  }
  const stateFile = join(folder, stateFileName(workspace));
  await mkdir(dirname(stateFile), { recursive: true });
  if (state !== '') await writeFile(stateFile, state, { mode: 0o600 });
  const root: InstalledModule = { key: '', dir: '.' };
  return { folder, stateFile, modules: [root, ...modules.filter(({ key }) => key !== '')] };
}

async function readModules(folder: string): Promise<InstalledModule[]> {
  const file = join(folder, '.terraform', 'modules', 'modules.json');
  return existsSync(file) ? parseModules(await readFile(file, 'utf8')) : [];
}

/** Writes the override files of the root module and of the called modules with an entry in `overrides`. */
export async function writeOverrides(
  { folder, modules }: WorkingCopy,
  overrides: ReadonlyMap<string, ModuleOverride>,
): Promise<void> {
  for (const { key, dir } of modules) {
    const override = overrides.get(key) ?? { remoteStates: [], provisioned: [] };
    const content = renderOverride(override, key === '');
    if (Object.keys(content).length === 0) continue;
    await writeFile(join(folder, normalize(dir), OVERRIDE_FILE), JSON.stringify(content));
  }
}

/** Returns the texts of the configuration files of the copy, with its modules and the lock file. */
export async function readConfigurationTexts({ folder, modules }: WorkingCopy): Promise<string[]> {
  const texts: string[] = [];
  for (const dir of new Set(modules.map((module) => resolve(folder, module.dir)))) {
    for (const name of existsSync(dir) ? await readdir(dir) : []) {
      if ((/\.(tf|tofu)(\.json)?$/.test(name) && name !== OVERRIDE_FILE) || name === LOCK_FILE)
        texts.push(await readFile(join(dir, name), 'utf8'));
    }
  }
  return texts;
}
