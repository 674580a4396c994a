/** Where states come from: files, and the folder of a stack by way of Terraform itself. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describeEnd, run } from './run';
import { parseState, type State, StateError } from './state';
import type { SynthesizedStack } from './synthesized-config';

/** Reads a state file, or a file that holds what Terraform printed. Throws a {@link StateError}. */
export async function readStateFile(file: string, name = file): Promise<State> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new StateError(`Cannot read the state ${name}: ${(error as Error).message}.`);
  }
  return parseState(text, name);
}

/** How to run Terraform. */
export interface StackRun {
  /** The terraform or tofu binary; undefined where there is none, which only an initialised stack needs. */
  readonly binary: string | undefined;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Whether `terraform init` has run in a folder: its data are there, or where `TF_DATA_DIR` puts them. */
export function isInitialised(folder: string, env: StackRun['env']): boolean {
  return existsSync(resolve(folder, env['TF_DATA_DIR'] || '.terraform'));
}

/** The file of a local backend, in the workspace that `TF_WORKSPACE` names; undefined where the backend is another one. */
function localStateOf({ folder, localState }: SynthesizedStack, env: StackRun['env']): string | undefined {
  const workspace = env['TF_WORKSPACE'] || 'default';
  if (localState === undefined || workspace === 'default') return localState;
  return join(folder, 'terraform.tfstate.d', workspace, 'terraform.tfstate');
}

/**
 * The state of a stack, wherever its backend keeps it, by `terraform show -json` in its folder. A stack that was never
 * initialised has no backend to ask: with a local one its file is read, and none means that nothing was deployed.
 */
export async function readStackState(stack: SynthesizedStack, { binary, env, signal }: StackRun): Promise<State> {
  const name = `stack ${stack.name}`;
  if (!isInitialised(stack.folder, env)) {
    const file = localStateOf(stack, env);
    if (file !== undefined) return existsSync(file) ? readStateFile(file, name) : { name, resources: [] };
    throw new StateError(
      `Cannot read the state of ${name}: ${stack.folder} is not initialised. Run \`terraform init\` there, or give --state.`,
    );
  }
  if (binary === undefined)
    throw new StateError(
      `Cannot read the state of ${name}: neither terraform nor tofu is on the PATH; install one, or give --state.`,
    );
  const ended = await run(binary, ['show', '-json', '-no-color'], {
    cwd: stack.folder,
    env,
    ...(signal && { signal }),
  });
  if (ended.status !== 0)
    throw new StateError(
      `Cannot read the state of ${name}: \`terraform show -json\` in ${stack.folder} ${describeEnd(ended)}: ` +
        `${ended.stderr.trim() || ended.stdout.trim()}`,
    );
  return parseState(ended.stdout, name);
}
