import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { findAccountFailure } from '../../account/read-account';
import { EXIT } from '../../model/exit-status';
import {
  type AccountInventory,
  type ConfiguredResource,
  formatStateSource,
  ROOT_MODULE,
  type StateResource,
  type WorkingDirectory,
} from '../../model/inventory';
import { parseConfiguration, type SynthesizedStack } from '../../terraform/configuration/configuration';
import { UNATTENDED } from '../../terraform/environment';
import { commandName, findConfiguredBinary } from '../../terraform/find-binary';
import { cdktfCommand, synthCommand } from '../../terraform/find-cdktf-library';
import { readConfiguration, readSynthesizedStacks } from '../../terraform/read-configuration';
import { findLocalState, isBackendDecidedElsewhere, isInitialized, readStackState } from '../../terraform/read-state';
import { parseState, StateError, type TerraformState } from '../../terraform/state';
import { CONFIGURATION_FILE, HCL_FILE } from '../../terraform/ui-json';
import { formatList } from '../../values/words';
import { type CliContext, CliError } from '../context';
import { DEFAULT_SYNTH_FOLDER } from '../options';
import { inputName, readInput } from './read-input';
import { createStackFilter } from './stack-filter';

export interface InputOptions {
  /** Folder that `cdktf synth` wrote. A named one must have a configuration, the default folder need not exist. */
  readonly app?: string | undefined;
  /** Names of the selected stacks; if empty, all. */
  readonly stack?: readonly string[];
  /** State files, `-` for standard input. If empty, {@link findStates} finds the states. */
  readonly state: readonly string[];
  /** Folder in which Terraform runs, absolute, instead of an app. */
  readonly dir?: string | undefined;
  /** If `app` is not given, there is no configuration, even if the default folder has one. */
  readonly hasNoDefaultApp?: true;
  /** Whether the configuration may be a folder or file in Terraform's JSON syntax instead of an app. */
  readonly acceptsFolder?: true;
}

export interface Inputs {
  /** The resources of {@link stacks}; undefined without a configuration. */
  readonly configured: readonly ConfiguredResource[] | undefined;
  readonly stacks: readonly SynthesizedStack[];
  readonly stateResources: readonly StateResource[];
  /**
   * The states of the stacks that `stack` does not select: their objects are managed. Empty if `state` names files.
   */
  readonly otherStacks: OtherStacks;
  /** The states that were read, for messages: `stack access`, `prod.tfstate`. */
  readonly stateNames: readonly string[];
  readonly workingDirectories: readonly WorkingDirectory[];
  /** Name of the installed binary, for commands that a user runs. */
  readonly terraformCommand: string;
  /**
   * `cdktf deploy`, if the current folder is a project of CDKTF and `app` is directly in it, synthesized or not.
   */
  readonly deployCommand: string | undefined;
  /** Whether there is no app, and the file that shows the project is HCL, so that further objects belong there. */
  readonly isHcl: boolean;
  /**
   * Where the local states of the stacks, or of the folder, are in the selected workspaces, absolute; a file may not
   * exist yet. Empty if `state` names files.
   */
  readonly localStateFiles: readonly string[];
  /**
   * Files of all states that were read: as `state` names them, else relative to the current folder. Undefined if a
   * state was read from elsewhere, or the file of a stack does not exist.
   */
  readonly stateFiles: readonly string[] | undefined;
  /**
   * Whether the state of a stack of an app was read from a backend other than `local`, whose changes no file shows.
   */
  readonly hasRemoteState: boolean;
}

export interface OtherStacks {
  readonly stateResources: readonly StateResource[];
  /** Why the state of a stack was not read, as a sentence for each. */
  readonly unread: readonly string[];
}

/** Throws if the user named an app that was not synthesized, so that `stacks` is undefined. */
export function expectConfiguration(
  { cwd }: Pick<CliContext, 'cwd'>,
  { app }: Pick<InputOptions, 'app'>,
  stacks: readonly SynthesizedStack[] | undefined,
  option = '--app',
): void {
  if (app !== undefined && !stacks)
    throw new CliError(
      `Cannot read ${app}: it has no synthesized configuration. Run ${synthCommand(cwd)}, or correct ${option}.`,
    );
}

/**
 * Loads configuration and states. Without `state` it reads the state of each selected stack. If there is no
 * configuration, it reads the state of `dir`, or of the current folder, if Terraform runs there. The error for neither
 * lists `sources` as options.
 */
export async function loadInputs(
  context: CliContext,
  options: InputOptions,
  sources = '--app or --state',
): Promise<Inputs> {
  const app = options.app ?? DEFAULT_SYNTH_FOLDER;
  const read = options.acceptsFolder ? readConfiguration : readSynthesizedStacks;
  const isRead = options.app !== undefined || (options.dir === undefined && options.hasNoDefaultApp !== true);
  const synthesized = isRead ? await read(resolve(context.cwd, app), context.env) : undefined;
  expectConfiguration(context, options, synthesized);
  // Objects of the other stacks, which may be of another account, would be reported as missing.
  const isSelected = createStackFilter(synthesized, options);
  const stacks = synthesized?.filter(isSelected);
  const states = await readStates(context, options, stacks);
  if (options.dir !== undefined && states.length === 0)
    throw new CliError(
      `Cannot read a state in ${relative(context.cwd, options.dir) || '.'}: Terraform has not run there. Run terraform init in it, or give another folder.`,
    );
  if (!stacks && states.length === 0)
    throw new CliError(
      `No configuration and no state found: ${app} has no synthesized configuration, and no state exists here. ` +
        `Run ${synthCommand(context.cwd)}, or give ${sources}.`,
    );
  const found = findStates(context, options, stacks);
  return {
    configured: stacks?.flatMap(({ resources }) => resources),
    stacks: stacks ?? [],
    stateResources: states.flatMap(({ resources }) => resources),
    otherStacks: await readOtherStacks(
      context,
      options.state.length > 0 ? [] : (synthesized ?? []).filter((stack) => !isSelected(stack)),
    ),
    stateNames: states.map(({ source }) => formatStateSource(source)),
    workingDirectories: findWorkingDirectories(context, options, stacks),
    terraformCommand: commandName(await findConfiguredBinary(context.env)),
    deployCommand: isProject(context, app) ? cdktfCommand(context.cwd, 'deploy') : undefined,
    isHcl: !stacks && HCL_FILE.test(findSourceFile(context, options)),
    stateFiles: listStateFiles(context, found),
    localStateFiles: listLocalStates(context, found.modules),
    hasRemoteState: options.state.length === 0 && (stacks ?? []).some(({ localState }) => localState === undefined),
  };
}

/** The states as {@link loadInputs} reads them; none without a configuration and a state. */
export async function loadStates(
  context: CliContext,
  options: Pick<InputOptions, 'app' | 'state'>,
): Promise<TerraformState[]> {
  const stacks = await readSynthesizedStacks(resolve(context.cwd, options.app ?? DEFAULT_SYNTH_FOLDER));
  expectConfiguration(context, options, stacks);
  return readStates(context, options, stacks);
}

/**
 * Where the states are: in the named files, or else those of `modules`, which are the stacks, or without an app the
 * folder if Terraform runs there. At least one of the two lists is empty.
 */
export function findStates(
  context: CliContext,
  { state, dir = context.cwd }: Pick<InputOptions, 'state' | 'dir'>,
  stacks: readonly SynthesizedStack[] | undefined,
): { readonly files: readonly string[]; readonly modules: readonly SynthesizedStack[] } {
  if (state.length > 0) return { files: state, modules: [] };
  const env = terraformEnvironment(context);
  const isRoot = stacks === undefined && isRootModule(dir, env);
  return { files: [], modules: isRoot ? [rootModule(dir, env)] : (stacks ?? []) };
}

/**
 * In the selected workspaces, absolute; a file may not exist yet. Stacks with another backend than `local` have none.
 */
function listLocalStates(context: CliContext, stacks: readonly SynthesizedStack[] | undefined): readonly string[] {
  const env = terraformEnvironment(context);
  return (stacks ?? []).flatMap((stack) => findLocalState(stack, env) ?? []);
}

function isProject({ cwd }: CliContext, app: string): boolean {
  return dirname(resolve(cwd, app)) === resolve(cwd) && existsSync(join(cwd, 'cdktf.json'));
}

/**
 * The file by which a project is shown, relative to the current folder: `cdktf.json`, `main.tf`, or else the first
 * configuration file, in `dir` or beside the app, or else in the current folder. `cdktf.json` if no folder has one.
 */
export function findSourceFile(
  { cwd }: CliContext,
  { app = DEFAULT_SYNTH_FOLDER, dir = dirname(app) }: Pick<InputOptions, 'app' | 'dir'>,
): string {
  for (const folder of [resolve(cwd, dir), cwd]) {
    const files = existsSync(folder) ? readdirSync(folder).sort() : [];
    const found =
      ['cdktf.json', 'main.tf'].find((file) => files.includes(file)) ??
      files.find((file) => CONFIGURATION_FILE.test(file));
    if (found !== undefined) return relative(cwd, join(folder, found));
  }
  return 'cdktf.json';
}

function listStateFiles(
  context: CliContext,
  { files, modules }: ReturnType<typeof findStates>,
): readonly string[] | undefined {
  if (files.length > 0) return files.includes('-') ? undefined : files;
  const env = terraformEnvironment(context);
  const local = modules.map((each) => findLocalState(each, env) ?? '');
  return local.every((file) => existsSync(file)) ? local.map((file) => relative(context.cwd, file)) : undefined;
}

async function readStates(
  context: CliContext,
  options: InputOptions,
  stacks: readonly SynthesizedStack[] | undefined,
): Promise<TerraformState[]> {
  const { files, modules } = findStates(context, options, stacks);
  if (files.length > 0) {
    warnOfOtherStates(context, files, stacks);
    return readStateFiles(context, files);
  }
  if (modules.length === 0) return [];
  const env = terraformEnvironment(context);
  const binary = await findConfiguredBinary(env);
  return Promise.all(modules.map((stack) => readStackState(stack, { binary, env, signal: context.signal })));
}

/**
 * A state that cannot be read is a sentence in `unread`, and no error: a stack that is not selected may be of another
 * account, or not be initialized.
 */
async function readOtherStacks(context: CliContext, stacks: readonly SynthesizedStack[]): Promise<OtherStacks> {
  if (stacks.length === 0) return { stateResources: [], unread: [] };
  const env = terraformEnvironment(context);
  const binary = await findConfiguredBinary(env);
  const read = await Promise.all(
    stacks.map((stack) =>
      readStackState(stack, { binary, env, signal: context.signal }).catch((error: Error) => {
        if (error instanceof StateError) return error.message;
        throw error;
      }),
    ),
  );
  return {
    stateResources: read.flatMap((state) => (typeof state === 'string' ? [] : state.resources)),
    unread: read.flatMap((state) => (typeof state === 'string' ? [state] : [])),
  };
}

/** How many forgotten states a warning names. A choice. */
const MAX_NAMED_STATES = 5;

/** The objects of a local state that the caller forgot would be reported as unmanaged and as pending. */
function warnOfOtherStates(
  context: CliContext,
  files: readonly string[],
  stacks: readonly SynthesizedStack[] | undefined,
): void {
  const { cwd, printError } = context;
  const given = new Set(files.map((file) => resolve(cwd, file)));
  const others = listLocalStates(context, stacks).filter((file) => !given.has(file) && existsSync(file));
  if (others.length === 0) return;
  const named = others.map((file) => relative(cwd, file));
  printError(
    `--state replaces the states of the stacks, so ${formatList(named, MAX_NAMED_STATES)} ` +
      `${others.length === 1 ? 'is' : 'are'} not read. To compare with both, give --state for each of them, too.`,
  );
}

/**
 * Empty input is an error: a failed `terraform state pull` prints nothing, and all objects would seem to be unmanaged.
 */
function readStateFiles(context: CliContext, files: readonly string[]): Promise<TerraformState[]> {
  return Promise.all(
    files.map(async (file) => {
      const name = inputName(file);
      const text = await readInput(context, file, 'the state');
      if (text.trim() === '')
        throw new CliError(
          `Cannot read the state ${name}: it is empty; expected a state. \`terraform state pull\` prints nothing when it ` +
            'fails and when nothing has been deployed; in the latter case give a file with {"version": 4}.',
        );
      return parseState(text, { file: name });
    }),
  );
}

/** Whether Terraform has run in the folder, so that its state can be read. */
function isRootModule(cwd: string, env: Readonly<Record<string, string>>): boolean {
  return isInitialized(cwd, env) || existsSync(join(cwd, 'terraform.tfstate'));
}

function rootModule(cwd: string, env: Readonly<Record<string, string>>): SynthesizedStack {
  const root = parseConfiguration(ROOT_MODULE, cwd, []);
  // A file that the folder had before its state moved to a backend may still exist.
  return isBackendDecidedElsewhere(root, env) ? root : { ...root, localState: join(cwd, 'terraform.tfstate') };
}

function findWorkingDirectories(
  { cwd }: CliContext,
  { dir = cwd }: InputOptions,
  stacks: readonly SynthesizedStack[] | undefined,
): WorkingDirectory[] {
  if (!stacks) return [{ state: { stack: ROOT_MODULE }, directory: relative(cwd, dir) || '.' }];
  return stacks.map(({ name, folder }) => ({ state: { stack: name }, directory: relative(cwd, folder) || '.' }));
}

/** The environment of the user, with which Terraform asks no questions. */
export function terraformEnvironment({ env }: Pick<CliContext, 'env'>): Record<string, string> {
  const variables = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(variables), ...UNATTENDED };
}

/** Throws if no list of the account could be read, not even in part. */
export function expectReadable(account: AccountInventory): void {
  const failure = findAccountFailure(account);
  if (failure) throw new CliError(`Cannot read the account: ${failure.message}`, EXIT.undecided);
}
