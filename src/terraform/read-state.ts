import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formatStateSource, type StateSource } from '../model/inventory';
import { omitUndefined } from '../model/members';
import type { Backend, SynthesizedStack } from './configuration/configuration';
import { hasExpression } from './configuration/expressions';
import { commandName } from './find-binary';
import { omitQuotedLines } from './omit-quoted-lines';
import { describeEnd, run } from './run';
import { parseState, StateError, type TerraformState } from './state';

async function readStateFile(file: string, source: StateSource): Promise<TerraformState> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new StateError(`Cannot read the state ${formatStateSource(source)}: ${(error as Error).message}.`);
  }
  return parseState(text, source);
}

export interface StateReading {
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

/** `TF_WORKSPACE`, else the one of `terraform workspace select`, else `default`. */
export function findWorkspace(folder: string, env: TerraformEnvironment): string {
  const file = join(findDataFolder(folder, env), 'environment');
  const selected = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return env['TF_WORKSPACE'] || selected || 'default';
}

export interface ConfiguredState {
  readonly folder: string;
  /** State file of a local backend in the default workspace; undefined for another backend. */
  readonly localState?: string;
  readonly backend?: Backend;
}

/** In the selected workspace; undefined for another backend than `local`. */
export function findLocalState(
  { folder, localState, backend }: ConfiguredState,
  env: TerraformEnvironment,
): string | undefined {
  const workspace = findWorkspace(folder, env);
  if (localState === undefined || workspace === 'default') return localState;
  // Terraform ignores the `path` of the backend here.
  const workspaces = String(backend?.config['workspace_dir'] ?? 'terraform.tfstate.d');
  return resolve(folder, workspaces, workspace, 'terraform.tfstate');
}

/**
 * Whether something else than the configuration may decide where the state is: a backend that `terraform init` has
 * recorded, `-backend-config` in a variable that the next `init` will read, an expression in the backend, which
 * OpenTofu accepts, or a backend without arguments, which is written for `-backend-config`.
 */
export function isBackendDecidedElsewhere(
  { folder, backend }: Pick<ConfiguredState, 'folder' | 'backend'>,
  env: TerraformEnvironment,
): boolean {
  const variables = [env['TF_CLI_ARGS'], env['TF_CLI_ARGS_init']];
  return (
    existsSync(join(findDataFolder(folder, env), 'terraform.tfstate')) ||
    variables.some((value) => value?.includes('backend')) ||
    (backend !== undefined && (Object.keys(backend.config).length === 0 || hasExpression(backend.config)))
  );
}

/** The state file of a local backend, which need not exist; undefined if only Terraform knows where the state is. */
export function findStateFile(stack: ConfiguredState, env: TerraformEnvironment): string | undefined {
  return isBackendDecidedElsewhere(stack, env) ? undefined : findLocalState(stack, env);
}

/**
 * Whether the folder has the data of an `init`. An `init` that has no plugin, module or backend to record leaves none,
 * so the folder counts as not initialized after it.
 */
export function isInitialized(folder: string, env: StateReading['env']): boolean {
  return existsSync(findDataFolder(folder, env));
}

/**
 * Runs `terraform state pull`, because the output of `terraform show -json` lacks the aliases of provider
 * configurations. For a stack that is not initialized, the file of a local backend is read instead; if it does not
 * exist, the state is empty. Throws a {@link StateError} if the state cannot be read.
 */
export async function readStackState(
  stack: SynthesizedStack,
  { binary, env, signal }: StateReading,
): Promise<TerraformState> {
  const source: StateSource = { stack: stack.name };
  const name = formatStateSource(source);
  if (!isInitialized(stack.folder, env)) {
    const file = findStateFile(stack, env);
    if (file !== undefined) return existsSync(file) ? readStateFile(file, source) : { source, resources: [] };
    throw new StateError(
      `Cannot read the state of ${name}: ${stack.folder} is not initialized. Run \`${commandName(binary)} init\` there, or give --state.`,
    );
  }
  if (binary === undefined)
    throw new StateError(
      `Cannot read the state of ${name}: neither terraform nor tofu is on the PATH. Install one, or give --state.`,
    );
  const result = await run(binary, ['state', 'pull', '-no-color'], omitUndefined({ cwd: stack.folder, env, signal }));
  if (result.status !== 0)
    throw new StateError(
      `Cannot read the state of ${name}: \`${commandName(binary)} state pull\` in ${stack.folder} ${describeEnd(result)}: ` +
        omitQuotedLines(result.stderr.trim() || result.stdout.trim()),
      'not_read',
    );
  return parseState(result.stdout, source);
}
