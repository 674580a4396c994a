import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type CliContext, CliError } from '../command/context';
import { warnOfNewerSource } from '../command/inputs/newer-sources';
import { createStackFilter } from '../command/inputs/stack-filter';
import { DEFAULT_SYNTH_FOLDER } from '../command/options';
import { omitUndefined } from '../model/members';
import type { SynthesizedStack } from '../terraform/configuration/configuration';
import { synthCommand } from '../terraform/find-cdktf-library';
import { readSynthesizedStacks } from '../terraform/read-configuration';
import { findWorkspace } from '../terraform/read-state';
import { CONFIGURATION_FILE } from '../terraform/ui-json';
import { tryParseJson } from '../values/json';
import { readModuleTexts } from './stacks/configuration-texts';
import type { PreviewStack } from './stacks/prepare-stack';

export interface StackOptions {
  readonly app?: string | undefined;
  readonly dir?: string | undefined;
  readonly stack: readonly string[];
}

export interface LoadedStacks {
  readonly stacks: readonly PreviewStack[];
  /** Stacks of the app that were not selected. */
  readonly otherStacks: readonly PreviewStack[];
}

export async function loadStacks(context: CliContext, options: StackOptions): Promise<LoadedStacks> {
  if (options.dir !== undefined) return { stacks: [await loadFolder(context, options.dir)], otherStacks: [] };
  const app = options.app ?? DEFAULT_SYNTH_FOLDER;
  const synthesized = await readSynthesizedStacks(resolve(context.cwd, app));
  if (!synthesized) {
    throw new CliError(
      `No synthesized configuration found in ${app}. Run ${synthCommand(context.cwd)}, correct --app, or give --dir for a folder of HCL.`,
    );
  }
  await warnOfNewerSource(context, app);
  const all = await Promise.all(synthesized.map((stack) => toPreviewStack(context, stack)));
  const isSelected = createStackFilter(all, options);
  return { stacks: all.filter(isSelected), otherStacks: all.filter((stack) => !isSelected(stack)) };
}

async function toPreviewStack(
  { cwd, env }: CliContext,
  { name, folder, dependencies = [], configuration, localState }: SynthesizedStack,
): Promise<PreviewStack> {
  // Files that the app writes beside the synthesized one, such as HCL. They may configure another backend.
  const others = (await readModuleTexts(folder)).filter(
    (text) => !isDeepStrictEqual(tryParseJson(text), configuration),
  );
  return {
    name,
    folder,
    displayFolder: relative(cwd, folder) || '.',
    dependencies,
    configuration,
    ...(!others.some(mayConfigureBackend) && omitUndefined({ localState })),
    workspace: findWorkspace(folder, env),
  };
}

async function loadFolder({ cwd, env }: CliContext, dir: string): Promise<PreviewStack> {
  const folder = resolve(cwd, dir);
  const files = existsSync(folder) ? await readdir(folder) : [];
  if (!files.some((name) => CONFIGURATION_FILE.test(name))) {
    throw new CliError(`Cannot preview ${dir}: it has no Terraform configuration. Correct --dir.`);
  }
  const texts = await readModuleTexts(folder);
  return {
    name: basename(folder),
    folder,
    displayFolder: relative(cwd, folder) || '.',
    dependencies: [],
    configuration: undefined,
    ...(!texts.some(mayConfigureBackend) && { localState: join(folder, 'terraform.tfstate') }),
    workspace: findWorkspace(folder, env),
  };
}

/** HCL is not parsed: the words may also be in a comment. JSON may escape letters. */
function mayConfigureBackend(text: string): boolean {
  const unescaped = text.replace(/\\u([0-9a-fA-F]{4})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return /\b(backend|cloud)\b/.test(unescaped);
}
