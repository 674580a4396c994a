/**
 * The process in which the tests run. A test runner calls the kit, so `cli/main.ts` cannot pass these on. Terraform
 * requires the pid of an attached provider.
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
