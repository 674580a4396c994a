/** Where states come from: files, and the folder of a stack by way of Terraform itself. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeclaredStack } from './declared';
import { run } from './run';
import { parseState, type State, StateError } from './state';

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

/**
 * The state of a stack, wherever its backend keeps it, by `terraform show -json` in its folder. A stack that was never
 * initialised has no backend to ask: with a local one its file is read, and none means that nothing was deployed.
 */
export async function readStackState(stack: DeclaredStack, { binary, env, signal }: StackRun): Promise<State> {
  const name = `stack ${stack.name}`;
  if (!existsSync(join(stack.folder, '.terraform'))) {
    if (stack.localState !== undefined)
      return existsSync(stack.localState) ? readStateFile(stack.localState, name) : { name, resources: [] };
    throw new StateError(
      `Cannot read the state of ${name}: ${stack.folder} is not initialised. Run \`terraform init\` there, or give --state.`,
    );
  }
  if (binary === undefined)
    throw new StateError(
      `Cannot read the state of ${name}: neither terraform nor tofu is on the PATH; install one, or give --state.`,
    );
  const { status, stdout, stderr } = await run(binary, ['show', '-json', '-no-color'], {
    cwd: stack.folder,
    env,
    ...(signal && { signal }),
  });
  if (status !== 0)
    throw new StateError(
      `Cannot read the state of ${name}: \`terraform show -json\` in ${stack.folder} ended with ${status}: ` +
        `${stderr.trim() || stdout.trim()}`,
    );
  return parseState(stdout, name);
}
