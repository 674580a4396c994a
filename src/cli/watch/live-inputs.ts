/** The states while they change: deployments go on while somebody watches. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CliContext } from '../context';
import { type Estate, type EstateOptions, readEstate } from '../load-inputs';

/** The estate as it is now. */
export interface CurrentEstate {
  /** Reads again first when a file changed; states of remote backends are read again at most once a minute, behind the scenes. */
  now(): Promise<Estate>;
}

/** Terraform takes a second to tell a remote state, which events do not wait for. */
const remoteMilliseconds = 60_000;

/** Reads the estate, and keeps it current. While a state is being written the last one that could be read stands. */
export async function followEstate(context: CliContext, options: EstateOptions): Promise<CurrentEstate> {
  let estate = await readEstate(context, options);
  const files = (): readonly string[] =>
    [...options.state, ...estate.files].filter((file) => file !== '-').map((file) => resolve(context.cwd, file));
  let marks = await marksOf(files());
  let readAt = performance.now();
  let behind = false;
  let started = 0;
  let finished = 0;
  const read = async (): Promise<void> => {
    started += 1;
    const number = started;
    readAt = performance.now();
    const before = await marksOf(files());
    const read = await readEstate(context, options).catch((error: Error) => {
      context.err(`The states could not be read again, so the last ones are used: ${error.message}`);
      return undefined;
    });
    // A read that began later has finished: it is the newer one.
    if (number < finished) return;
    finished = number;
    estate = read ?? estate;
    marks = before;
  };
  return {
    async now() {
      // Standard input was read to its end.
      if (options.state.includes('-')) return estate;
      if ((await marksOf(files())) !== marks) await read();
      else if (estate.remote && !behind && performance.now() - readAt > remoteMilliseconds) {
        behind = true;
        void read().finally(() => {
          behind = false;
        });
      }
      return estate;
    },
  };
}

async function marksOf(files: readonly string[]): Promise<string> {
  const marks = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
        () => 'none',
      ),
    ),
  );
  return marks.join('\n');
}
