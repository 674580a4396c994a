import { EXIT } from '../model/exit-status';
import type { SettingsSource } from '../model/provider-config';
import type { Words } from '../values/words';

export interface CliContext {
  /** Results, which other programs may read. Progress and warnings are for `printError`. */
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  readonly stdin: () => AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Where messages say that the user sets base URL, API key, account object and profile: in the environment, or with
   * `--accounts` in the entry of the account. {@link env} then has those of the entry; a profile that it lacks, and all
   * other settings, are of the environment.
   */
  readonly settingsSource: SettingsSource;
  readonly cwd: string;
  /** Whether progress may be an animated line; false with `--accounts`, whose accounts print at the same time. */
  readonly mayAnimate: boolean;
  /**
   * Aborted by SIGINT, SIGTERM and SIGHUP, and if standard output cannot be written. A command then cleans up and
   * returns, or throws; `main.ts` sets the exit status in either case.
   */
  readonly signal: AbortSignal;
  /**
   * Passes signals of the process to the listener, until the returned function is called. Meanwhile a signal neither
   * aborts {@link signal} nor ends the process, so a command can wait for its child process and clean up.
   */
  readonly takeSignals: (listener: (signal: NodeJS.Signals) => void) => () => void;
  readonly pid: number;
  /** Path of the Node that runs this command. */
  readonly node: string;
  /** The file that it runs: `[node, script, 'drift']` starts another command. */
  readonly script: string;
}

/** An expected failure, such as a mistake of the user, or with `status` a result. Shown without a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    message: Words,
    readonly status: number = EXIT.error,
  ) {
    super(message);
  }
}
