/**
 * Processes of a test, found by their working directories and command lines: Terraform starts the provider with a
 * relative path. Linux only.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export const canFindProcesses = process.platform === 'linux';

/** Ids of the provider processes that were started in the folder. */
export function providersIn(folder: string): number[] {
  return processes((command, cwd) => cwd() === folder && command.includes('terraform-provider-netingress'));
}

/** Ids of all processes that run in the folder or below it, or name it in their command line. */
export function processesAt(folder: string): number[] {
  return processes((command, cwd) => command.includes(folder) || cwd().startsWith(folder));
}

/** Waits until the condition is true. Throws an error with `what` if it is not after so many milliseconds. */
export async function until(what: string, condition: () => boolean, milliseconds: number): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`After ${milliseconds} ms still not: ${what}`);
    await sleep(50);
  }
}

function processes(isWanted: (command: string, cwd: () => string) => boolean): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const isFound = (id: string): boolean => {
    try {
      return isWanted(readFileSync(`/proc/${id}/cmdline`, 'utf8'), () => readlinkSync(`/proc/${id}/cwd`));
    } catch {
      // It has ended meanwhile, or belongs to another user.
      return false;
    }
  };
  return ids.filter(isFound).map(Number);
}
