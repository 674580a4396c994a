/**
 * What the testing kit needs to know of the process that the tests run in: its identifier, which Terraform wants from a
 * provider that it did not start, and where programs are. A library that is handed to users cannot be given these by a
 * main program of ours, so this file is the one beside the two entries that may look at the process.
 */

/** The process of the tests, as it is at the moment of the call. */
export interface Host {
  readonly pid: number;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Looks at the process; variables that are not set are left out. */
export function readHost(): Host {
  const set = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { pid: process.pid, platform: process.platform, env: Object.fromEntries(set), cwd: process.cwd() };
}
