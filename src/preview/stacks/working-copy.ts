/** A copy of a stack's folder with a copy of its state, in which Terraform runs. The folder itself is only read. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, resolve } from 'node:path';
import { CONFIGURATION_FILE } from '../../terraform/ui-json';
import { countUsedParents, readModuleTexts, readTemplateTexts } from './configuration-texts';
import { copyFolder, isOriginalOnly } from './copy-folder';
import { copyInstalledModules, readInstalledModules } from './installed-modules';
import { linkOtherFiles } from './link-files';
import { withoutLiteralImports } from './literal-imports';
import {
  type InstalledModule,
  type ModuleOverride,
  NO_OVERRIDE,
  OVERRIDE_FILE,
  type PreviewStack,
  renderOverride,
  stateFileName,
} from './prepare-stack';

export interface WorkingCopy {
  /** The copy of the root module. */
  readonly folder: string;
  readonly stateFile: string;
  /** The root module, and the modules that `terraform init` has installed. */
  readonly modules: readonly InstalledModule[];
}

export interface CopyOptions {
  /** Empty for a stack that was never deployed. */
  readonly state: string;
  readonly workspace: string;
  /** The folder `.terraform` of the original, or the one that `TF_DATA_DIR` names. */
  readonly dataFolder: string;
  /** The temporary folder of this preview; it exists. */
  readonly runFolder: string;
}

export async function createWorkingCopy(
  stack: PreviewStack,
  parent: string,
  { state, workspace, dataFolder, runFolder }: CopyOptions,
): Promise<WorkingCopy> {
  // Terraform resolves `..` in the target of a link.
  const original = await realpath(stack.folder);
  const installed = await readInstalledModules(dataFolder);
  const names = original.split(/[\\/]/).filter((name) => name !== '');
  // Local modules and files above the folder keep their relative position.
  const parents = Math.min(await countUsedParents(original, installed), names.length - 1);
  const folder = join(parent, ...names.slice(names.length - parents - 1));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isExcluded = (name: string) => isOriginalOnly(name) || resolve(stack.folder, name) === dataFolder;
  await copyFolder(original, folder, { isExcluded, runFolder });
  const copied = new Set([folder]);
  for (const { dir } of installed) {
    if (!dir.startsWith('..')) continue;
    const target = resolve(folder, dir);
    // A folder that contains a copied one exists, and its other files are linked below.
    if (existsSync(target)) continue;
    await copyFolder(resolve(original, dir), target, { runFolder });
    copied.add(target);
  }
  const modules = await copyInstalledModules({ folder: original, dataFolder }, folder, installed);
  const above = Array.from({ length: parents }, () => '..');
  if (parents > 0) await linkOtherFiles(resolve(original, ...above), resolve(folder, ...above), copied);
  const stateFile = join(folder, stateFileName(workspace));
  await mkdir(dirname(stateFile), { recursive: true });
  if (state !== '') await writeFile(stateFile, state, { mode: 0o600 });
  const root: InstalledModule = { key: '', dir: '.' };
  return { folder, stateFile, modules: [root, ...modules.filter(({ key }) => key !== '')] };
}

/** Writes the override files of the root module and of the called modules with an entry in `overrides`. */
export async function writeOverrides(
  { folder, modules }: WorkingCopy,
  overrides: ReadonlyMap<string, ModuleOverride>,
): Promise<void> {
  for (const { key, dir } of modules) {
    const override = overrides.get(key) ?? NO_OVERRIDE;
    const content = renderOverride(override, key === '');
    if (Object.keys(content).length === 0) continue;
    await writeFile(join(folder, normalize(dir), OVERRIDE_FILE), JSON.stringify(content));
  }
}

/** Removes literal `import` blocks, which do nothing after the apply. Only the root module may have some. */
export async function removeLiteralImports({ folder }: WorkingCopy): Promise<void> {
  const files = (await readdir(folder))
    .filter((name) => CONFIGURATION_FILE.test(name))
    .map((name) => join(folder, name));
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    const kept = withoutLiteralImports(text);
    if (kept !== text) await writeFile(file, kept);
  }
}

export async function readConfigurationTexts({ folder, modules }: WorkingCopy): Promise<string[]> {
  return (await Promise.all(listFolders({ folder, modules }).map(readModuleTexts))).flat();
}

export async function readTemplates(copy: Pick<WorkingCopy, 'folder' | 'modules'>): Promise<string[]> {
  return readTemplateTexts(listFolders(copy), copy.folder);
}

function listFolders({ folder, modules }: Pick<WorkingCopy, 'folder' | 'modules'>): string[] {
  return [...new Set(modules.map((module) => resolve(folder, module.dir)))];
}
