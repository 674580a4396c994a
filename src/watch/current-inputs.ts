import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CliContext } from '../command/context';
import { type InputOptions, type Inputs, loadInputs } from '../command/inputs/load-inputs';
import { warnOfNewerSource } from '../command/inputs/newer-sources';

export interface CurrentInputs {
  /**
   * Returns the configuration and states, which it loads again first if a state file has changed, because a deployment
   * writes its state. A change during the first load is not noticed. If no file has changed and a stack of an app has a
   * remote state, it loads them again in the background, at most once a minute, and returns the last ones. With a state
   * from standard input it does not load them again.
   */
  current(): Promise<Inputs>;
}

/** A choice. Between two loads of a remote state, if no file changes: Terraform takes about a second for each. */
const REMOTE_REFRESH_MS = 60_000;

/** Throws if the first load fails. If a later one fails, it prints why, and the last inputs remain in use. */
export async function followConfigurationAndStates(context: CliContext, options: InputOptions): Promise<CurrentInputs> {
  let inputs = await loadInputs(context, options);
  await warnOfNewerSource(context, options.app);
  const files = (): readonly string[] =>
    [...options.state, ...inputs.localStateFiles]
      .filter((file) => file !== '-')
      .map((file) => resolve(context.cwd, file));
  let fingerprints = await fingerprintFiles(files());
  let loadedAt = performance.now();
  // There is one load at a time, so that an older result never replaces a newer one.
  let loading: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    loadedAt = performance.now();
    const fingerprintsBefore = await fingerprintFiles(files());
    const loaded = await loadInputs(context, options).catch((error: Error) => {
      context.printError(
        `Cannot load the configuration and states again, so the last ones remain in use: ${error.message}`,
      );
      return undefined;
    });
    inputs = loaded ?? inputs;
    fingerprints = fingerprintsBefore;
    loading = undefined;
  };
  return {
    async current() {
      // Standard input cannot be read again.
      if (options.state.includes('-')) return inputs;
      if ((await fingerprintFiles(files())) !== fingerprints) {
        // An older load may have read the old files.
        await loading;
        loading ??= load();
        await loading;
      } else if (inputs.hasRemoteState && performance.now() - loadedAt > REMOTE_REFRESH_MS) loading ??= load();
      return inputs;
    },
  };
}

async function fingerprintFiles(files: readonly string[]): Promise<string> {
  const fingerprints = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
        // A file that is not there may come with the first deployment.
        () => 'none',
      ),
    ),
  );
  return fingerprints.join('\n');
}
