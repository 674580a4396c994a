/** The process as a command sees it; only main.ts touches the process itself. */
export interface CliContext {
  /** Writes results, which other programs may read, to standard output. */
  readonly out: (text: string) => void;
  /** Writes progress, warnings and errors to standard error. */
  readonly err: (text: string) => void;
  readonly stdin: () => AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether standard error is a terminal; if not, progress has no animation and text no color. */
  readonly isTerminal: boolean;
  /** Aborted by SIGINT and SIGTERM. A command then cleans up and returns. */
  readonly signal: AbortSignal;
  readonly pid: number;
  /** Path of the node executable. */
  readonly node: string;
  /** Path of the command-line script, to start it in another process. */
  readonly script: string;
}
