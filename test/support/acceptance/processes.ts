/**
 * Processes of a test, found by their working directories: Terraform starts the provider with a relative path. Linux
 * only.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export const canFindProcesses = process.platform === 'linux';

/** Ids of the provider processes that were started in the folder. */
export function providersIn(folder: string): number[] {
  return processes().filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return readlinkSync(`/proc/${pid}/cwd`) === folder && command.includes('terraform-provider-netingress');
    } catch {
      // Ended meanwhile.
      return false;
    }
  });
}

/** Ids of all processes that run in the folder or below it, or name it in their command line. */
export function processesAt(folder: string): number[] {
  return processes().filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return command.includes(folder) || readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
}

/** Waits until the condition is true. Throws an error with `what` if it is not after so many milliseconds. */
export async function until(what: string, condition: () => boolean, milliseconds: number): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`After ${milliseconds} ms still not: ${what}`);
    await sleep(50);
  }
}

function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}
