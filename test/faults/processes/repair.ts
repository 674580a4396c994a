/** Recovers from an interrupted run: follows the messages of Terraform, and applies again. */
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OBJECT } from '../../support/acceptance/all-kinds';
import type { Stage } from './stage';

/** What it took until a plan was empty, in order. */
export type Remedy = 'state push' | 'unlock' | 'import' | 'apply';

/** What was done, and all that Terraform said meanwhile. */
export interface Repair {
  readonly remedies: readonly Remedy[];
  readonly output: string;
  /** Why the repair failed. */
  readonly failure?: string;
}

/** A run that changes nothing ends it; so many are more than any honest outcome takes. */
const MOST_RUNS = 6;

/** Runs a command of Terraform and returns its result; the output is on one line. */
type Terraform = (...args: string[]) => Promise<{ readonly status: number | null; readonly said: string }>;

/** Does it, with the provider of this process, since nothing is broken any more. */
export async function repair(stage: Stage): Promise<Repair> {
  const { workspace } = stage;
  const remedies: Remedy[] = [];
  let output = '';
  const terraform: Terraform = async (...args) => {
    const { status, stdout, stderr } = await workspace.terraform(...args);
    output += stdout + stderr;
    return { status, said: (stdout + stderr).replace(/[│╷╵\s]+/g, ' ') };
  };
  const ended = (failure?: string): Repair => ({ remedies, output, ...(failure !== undefined && { failure }) });

  stage.attached.use();
  await stage.store.free();
  const errored = join(workspace.folder, 'errored.tfstate');
  if (await exists(errored)) {
    remedies.push('state push');
    const failure = await pushState(terraform, stage);
    if (failure !== undefined) return ended(failure);
    await rm(errored);
  }
  for (let run = 1; run <= MOST_RUNS; run++) {
    const { status, said } = await terraform('apply', '-no-color', '-auto-approve');
    if (status === 0 && said.includes('No changes.')) return ended();
    const next = status === 0 ? { remedy: 'apply' as const } : advised(said);
    if (!next) return ended(`no message says what to do: ${said}`);
    remedies.push(next.remedy);
    const did = next.command && (await terraform(...next.command));
    if (did && did.status !== 0) return ended(`${next.remedy} failed: ${did.said}`);
  }
  return ended(`the plan is not empty after ${MOST_RUNS} runs: ${output}`);
}

/**
 * The state that could not be written may have the number of the one before, which Terraform needs as an argument; and
 * where the disk ended in the middle of the file, what is left of that must go before Terraform takes another one.
 */
async function pushState(terraform: Terraform, { store }: Stage): Promise<string | undefined> {
  const push = await terraform('state', 'push', 'errored.tfstate');
  if (push.status === 0) return undefined;
  if (push.said.includes('Unsupported state file format')) await store.put(undefined);
  else if (!push.said.includes('the same serial')) return `state push failed: ${push.said}`;
  const forced = await terraform('state', 'push', '-force', 'errored.tfstate');
  return forced.status === 0 ? undefined : `state push failed: ${forced.said}`;
}

/** What an error says must be done. */
function advised(said: string): { readonly remedy: Remedy; readonly command?: readonly string[] } | undefined {
  const lock = /Error acquiring the state lock.* ID: (\S+)/.exec(said)?.[1];
  if (lock !== undefined) return { remedy: 'unlock', command: ['force-unlock', '-force', lock] };
  const [, type, id] = /terraform import (\w+)\.<name> (\w+)/.exec(said) ?? [];
  return id === undefined ? undefined : { remedy: 'import', command: ['import', '-no-color', `${type}.${OBJECT}`, id] };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
