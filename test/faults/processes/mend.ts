/** What somebody does who finds a run broken off: what the messages say, and apply again. */
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OBJECT } from '../../acceptance/all-kinds';
import type { Stage } from './stage';

/** What it took until a plan was empty, in order. */
export type Remedy = 'state push' | 'unlock' | 'import' | 'apply';

/** What was done, and all that Terraform said meanwhile. */
export interface Mended {
  readonly remedies: readonly Remedy[];
  readonly output: string;
  /** Why it could not be mended. */
  readonly failure?: string;
}

/** A run that changes nothing ends it; so many are more than any honest outcome takes. */
const MOST_RUNS = 6;

/** Does it, with the provider of this process, since nothing is broken any more. */
export async function mend(stage: Stage): Promise<Mended> {
  const { workspace } = stage;
  const remedies: Remedy[] = [];
  let output = '';
  const terraform = async (...args: string[]): Promise<{ status: number | null; said: string }> => {
    const { status, stdout, stderr } = await workspace.terraform(...args);
    output += stdout + stderr;
    return { status, said: (stdout + stderr).replace(/[│╷╵\s]+/g, ' ') };
  };
  const remedy = async (what: Remedy, ...args: string[]): Promise<string | undefined> => {
    remedies.push(what);
    const { status, said } = await terraform(...args);
    return status === 0 ? undefined : `${what} failed: ${said}`;
  };
  const ended = (failure?: string): Mended => ({ remedies, output, ...(failure !== undefined && { failure }) });

  stage.attached.use();
  await stage.disk.free();
  const errored = join(workspace.folder, 'errored.tfstate');
  if (await exists(errored)) {
    const failure = await remedy('state push', 'state', 'push', 'errored.tfstate');
    if (failure !== undefined) return ended(failure);
    await rm(errored);
  }
  for (let run = 1; run <= MOST_RUNS; run++) {
    const { status, said } = await terraform('apply', '-no-color', '-auto-approve');
    if (status === 0 && said.includes('No changes.')) return ended();
    if (status === 0) {
      remedies.push('apply');
      continue;
    }
    const lock = /Error acquiring the state lock.* ID: (\S+)/.exec(said)?.[1];
    const [, type, id] = /terraform import (\w+)\.<name> (\w+)/.exec(said) ?? [];
    const failure =
      lock !== undefined
        ? await remedy('unlock', 'force-unlock', '-force', lock)
        : id !== undefined
          ? await remedy('import', 'import', '-no-color', `${type}.${OBJECT}`, id)
          : `No message says what to do: ${said}`;
    if (failure !== undefined) return ended(failure);
  }
  return ended(`The plan is not empty after ${MOST_RUNS} runs: ${output}`);
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
