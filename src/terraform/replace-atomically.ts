import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Calls `write` with a temporary path beside the target, and then renames that path to the target. Readers of a file see the
 * old or the new one. Two processes may replace one target at the same time.
 */
export function replaceAtomically(target: string, write: (staged: string) => void): void {
  const staged = join(dirname(target), `.new-${randomUUID()}`);
  mkdirSync(dirname(target), { recursive: true });
  try {
    write(staged);
    // A directory is not replaced by a rename.
    if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory()) rmSync(target, { recursive: true, force: true });
    renameSync(staged, target);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}
