/** Reads a state from a file, or with Terraform from the backend of a stack. */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formatStateSource, type StateSource } from '../model/inventory';
import { omitUndefined } from '../model/members';
import type { SynthesizedStack } from './configuration/configuration';
import { commandName } from './find-binary';
import { describeEnd, run } from './run';
import { parseState, type State, StateError } from './state';

export async function readStateFile(file: string, source: StateSource = { file }): Promise<State> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new StateError(`Cannot read the state ${formatStateSource(source)}: ${(error as Error).message}.`);
  }
  return parseState(text, source);
}

export interface StackRun {
  /** The terraform or tofu binary. Only an initialized stack needs one. */
  readonly binary: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export type TerraformEnvironment = Readonly<Record<string, string | undefined>>;

/** `TF_DATA_DIR` replaces `.terraform`. */
export function findDataFolder(folder: string, env: TerraformEnvironment): string {
  return resolve(folder, env['TF_DATA_DIR'] || '.terraform');
}

/** `TF_WORKSPACE` has precedence over `terraform workspace select`. */
export function findWorkspace(folder: string, env: TerraformEnvironment): string {
  const file = join(findDataFolder(folder, env), 'environment');
  const selected = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return env['TF_WORKSPACE'] || selected || 'default';
}

/** Returns the state file of a local backend, or undefined for another backend. */
export function findLocalState(
  { folder, localState }: { readonly folder: string; readonly localState?: string },
  env: TerraformEnvironment,
): string | undefined {
  const workspace = findWorkspace(folder, env);
  if (localState === undefined || workspace === 'default') return localState;
  // Terraform ignores the `path` of the backend here.
  return join(folder, 'terraform.tfstate.d', workspace, 'terraform.tfstate');
}

/** Whether `terraform init` has run in the folder. */
export function isInitialized(folder: string, env: StackRun['env']): boolean {
  return existsSync(findDataFolder(folder, env));
}

/**
 * Reads the state of a stack from its backend, with `terraform show -json`. For a stack that is not initialized only the
 * file of a local backend can be read; without that file the state is empty.
 */
export async function readStackState(stack: SynthesizedStack, { binary, env, signal }: StackRun): Promise<State> {
  const source: StateSource = { stack: stack.name };
  const name = formatStateSource(source);
  if (!isInitialized(stack.folder, env)) {
    const file = findLocalState(stack, env);
    if (file !== undefined) return existsSync(file) ? readStateFile(file, source) : { source, resources: [] };
    throw new StateError(
      `Cannot read the state of ${name}: ${stack.folder} is not initialized. Run \`${commandName(binary)} init\` there, or give --state.`,
    );
  }
  if (binary === undefined)
    throw new StateError(
      `Cannot read the state of ${name}: neither terraform nor tofu is on the PATH. Install one, or give --state.`,
    );
  const result = await run(binary, ['show', '-json', '-no-color'], omitUndefined({ cwd: stack.folder, env, signal }));
  if (result.status !== 0)
    throw new StateError(
      `Cannot read the state of ${name}: \`${commandName(binary)} show -json\` in ${stack.folder} ${describeEnd(result)}: ` +
        `${result.stderr.trim() || result.stdout.trim()}`,
      'not_read',
    );
  return parseState(result.stdout, source);
}
