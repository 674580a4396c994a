/**
 * A folder is named after its process. The next run with the same parent and prefix removes those of ended processes:
 * `netingress-preview-4711-812345-Ab3dEf` has the prefix, the pid, the start time of the process (`x` if it is not
 * known) and a random part.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findStartTime, isRunning } from '../emulator/control/snapshot/lock';

export interface RunFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** The folder has mode 0700. `prefix` becomes part of a regular expression: letters and hyphens. */
export async function createRunFolder(parent: string, prefix: string, pid: number): Promise<RunFolder> {
  await removeStaleFolders(parent, prefix);
  const path = await mkdtemp(join(parent, `${prefix}-${pid}-${findStartTime(pid) ?? 'x'}-`));
  // A process that ends may still write into the folder.
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) };
}

async function removeStaleFolders(parent: string, prefix: string): Promise<void> {
  const name = new RegExp(`^${prefix}-(\\d+)-(\\d+|x)-[0-9A-Za-z]+$`);
  for (const entry of await readdir(parent)) {
    const [, pid, started] = name.exec(entry) ?? [];
    if (pid === undefined) continue;
    if (isRunning({ pid: Number(pid), started: started === 'x' ? undefined : started })) continue;
    // A folder of another user cannot be removed.
    await rm(join(parent, entry), { recursive: true, force: true }).catch(() => undefined);
  }
}
