/** What a command sees of the process it runs in; only main.ts touches the process itself. */

/** Passed to every command. */
export interface CliContext {
  /** Results: what another program may read. */
  readonly out: (text: string) => void;
  /** Everything else: progress, warnings. */
  readonly err: (text: string) => void;
  /** Standard input, as it comes; ends when it does. */
  readonly stdin: () => AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether standard error is a terminal: only then is progress animated and text coloured. */
  readonly isTerminal: boolean;
  /** Aborted by SIGINT and SIGTERM: a command cleans up and ends. */
  readonly signal: AbortSignal;
  readonly pid: number;
  /** The node executable that runs this. */
  readonly node: string;
  /** The script that is the command line itself, to start a part of it in a process of its own. */
  readonly script: string;
}
