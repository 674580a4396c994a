/** What is declared and what states hold, from the places that a command was told or finds. */
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Place } from '../drift/report/remedy';
import type { StateResource } from '../model/inventory';
import { findBinary } from '../terraform/find-binary';
import { isInitialised, readStackState } from '../terraform/read-state';
import { parseState, type State, StateError } from '../terraform/state';
import { type DeclaredResource, readSynthesizedStacks, type SynthesizedStack } from '../terraform/synthesized-config';
import { CliError } from './cli-error';
import type { CliContext } from './context';
import { readInput, STDIN_NAME } from './read-input';

/** Folder that `cdktf synth` writes unless its configuration says otherwise. */
const DEFAULT_APP = 'cdktf.out';

/** Help of the option `--app` of commands that read an {@link Estate}. */
export const APP_HELP = `the folder that \`cdktf synth\` wrote (default: "${DEFAULT_APP}", if it exists)`;

/** Where to look. */
export interface EstateOptions {
  /** Folder that `cdktf synth` wrote: one that is named must exist, the default one need not. */
  readonly app?: string;
  /** Names of stacks to look at, and no others; all without any. */
  readonly stack?: readonly string[];
  /** Files, `-` for standard input; without any the states of the stacks are read. */
  readonly state: readonly string[];
}

/** What was found. */
export interface Estate {
  /** Undefined where there is no synthesized configuration. */
  readonly declared: readonly DeclaredResource[] | undefined;
  /** The stacks that were synthesized, also those that declare nothing any more. */
  readonly stacks: readonly SynthesizedStack[];
  readonly stated: readonly StateResource[];
  /** Names of the states. */
  readonly states: readonly string[];
  /** Folders in which Terraform runs for the states. */
  readonly places: readonly Place[];
  /** Files that the states are in, as far as they are files of local backends. */
  readonly files: readonly string[];
  /** Whether a state is elsewhere, so that no file tells when it changes. */
  readonly remote: boolean;
}

/** Neither configuration nor state exists. */
export class NothingDeclaredError extends CliError {}

/** The folder to read configuration from. */
export function appFolder({ app = DEFAULT_APP }: Pick<EstateOptions, 'app'>): string {
  return app;
}

/** Throws a {@link CliError} if the folder was named and has no configuration. */
export function expectConfiguration(
  { app }: Pick<EstateOptions, 'app'>,
  stacks: readonly SynthesizedStack[] | undefined,
): void {
  if (app !== undefined && !stacks)
    throw new CliError(
      `Cannot read ${app}: it has no synthesized configuration. Run \`cdktf synth\`, or correct --app.`,
    );
}

/**
 * Reads both. Without `state` the state of every stack is asked for, or, where nothing is synthesized, that of the
 * current folder if Terraform works there. Throws a {@link CliError} when there is neither configuration nor state.
 */
export async function readEstate(context: CliContext, options: EstateOptions): Promise<Estate> {
  try {
    const declared = await readSynthesizedStacks(resolve(context.cwd, appFolder(options)));
    expectConfiguration(options, declared);
    const stacks = chosenStacks(declared, options);
    const states = await readStates(context, options, stacks);
    if (!stacks && states.length === 0)
      throw new NothingDeclaredError(
        `There is nothing to compare the account with: no synthesized configuration in ${appFolder(options)}, and no state. ` +
          'Run `cdktf synth`, or give --app or --state.',
      );
    return {
      declared: stacks?.flatMap(({ resources }) => resources),
      stacks: stacks ?? [],
      stated: states.flatMap(({ resources }) => resources),
      states: states.map(({ name }) => name),
      places: placesOf(context, stacks),
      files: (stacks ?? []).flatMap(({ localState }) => (localState === undefined ? [] : [localState])),
      remote: options.state.length === 0 && (stacks ?? []).some(({ localState }) => localState === undefined),
    };
  } catch (error) {
    if (error instanceof StateError) throw new CliError(error.message);
    throw error;
  }
}

/** An account may be that of some stacks only: objects of the others would be missing from it. */
function chosenStacks(
  stacks: readonly SynthesizedStack[] | undefined,
  options: EstateOptions,
): readonly SynthesizedStack[] | undefined {
  const { stack: names = [] } = options;
  const unknown = names.filter((wanted) => !stacks?.some(({ name }) => name === wanted));
  if (unknown.length > 0) {
    const there = stacks
      ? `the stacks there are ${stacks.map(({ name }) => name).join(', ')}`
      : 'nothing is synthesized';
    throw new CliError(`Cannot look at the stack ${unknown.join(', ')}: in ${appFolder(options)} ${there}.`);
  }
  return names.length === 0 ? stacks : stacks?.filter(({ name }) => names.includes(name));
}

async function readStates(
  context: CliContext,
  { state }: EstateOptions,
  stacks: readonly SynthesizedStack[] | undefined,
): Promise<State[]> {
  if (state.length > 0) return readGivenStates(context, state);
  const env = terraformEnvironment(context);
  const folders = stacks ?? (worksHere(context.cwd, env) ? [rootModule(context.cwd)] : []);
  if (folders.length === 0) return [];
  const binary = await findBinary(env['PATH'] ?? '');
  return Promise.all(folders.map((stack) => readStackState(stack, { binary, env, signal: context.signal })));
}

/**
 * Reads the states of `--state`: files, `-` for standard input. Empty input is an error: a `terraform state pull` that
 * failed prints nothing, and what its state manages would be reported as unmanaged. Throws a {@link CliError} or {@link StateError}.
 */
export function readGivenStates(context: CliContext, files: readonly string[]): Promise<State[]> {
  return Promise.all(
    files.map(async (file) => {
      const name = file === '-' ? STDIN_NAME : file;
      const text = await readInput(context, file, 'the state');
      if (text.trim() === '')
        throw new CliError(
          `Cannot read the state ${name}: it is empty; expected a state. \`terraform state pull\` prints nothing when it ` +
            'fails and when nothing has been deployed; in the latter case give a file with {"version": 4}.',
        );
      return parseState(text, name);
    }),
  );
}

function worksHere(cwd: string, env: Readonly<Record<string, string>>): boolean {
  return isInitialised(cwd, env) || existsSync(join(cwd, 'terraform.tfstate'));
}

/** A folder of HCL, as a stack that declares nothing. */
function rootModule(cwd: string): SynthesizedStack {
  return {
    name: '.',
    folder: cwd,
    localState: join(cwd, 'terraform.tfstate'),
    resources: [],
    data: [],
    outputs: {},
    imports: [],
    relocated: [],
  };
}

function placesOf({ cwd }: CliContext, stacks: readonly SynthesizedStack[] | undefined): Place[] {
  if (!stacks) return [{ state: 'stack .', folder: '.' }];
  return stacks.map(({ name, folder }) => ({ state: `stack ${name}`, folder: relative(cwd, folder) || '.' }));
}

/** The caller's own environment, with Terraform told that nobody answers questions. */
export function terraformEnvironment({ env }: CliContext): Record<string, string> {
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(given), TF_IN_AUTOMATION: '1', TF_INPUT: '0', CHECKPOINT_DISABLE: '1' };
}
