/**
 * The process in which the tests run. Terraform requires the pid of an attached provider. For commands, `cli/main.ts`
 * reads the process and passes its values on; the testing kit is called by a test runner, so this file reads them.
 */
export interface TestProcess {
  readonly pid: number;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

export function readProcess(): TestProcess {
  const set = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { pid: process.pid, platform: process.platform, env: Object.fromEntries(set), cwd: process.cwd() };
}
