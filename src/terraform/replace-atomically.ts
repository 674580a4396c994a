import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * `write` gets a temporary path, which is then renamed to the target. Readers of a file see the old or the new one; a
 * directory is missing for a moment. Several processes may replace one target at the same time.
 */
export function replaceAtomically(target: string, write: (staged: string) => void): void {
  const staged = join(dirname(target), `.new-${randomUUID()}`);
  mkdirSync(dirname(target), { recursive: true });
  try {
    write(staged);
    for (let tries = 1; !tryRename(staged, target, tries === MAX_TRIES); tries += 1) removeAtOnce(target);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/**
 * After so many tries the error of the rename is thrown: another process may put its directory there after each
 * removal. Chosen.
 */
const MAX_TRIES = 100;

/** Returns false if a directory is in the way that the rename did not replace; throws instead if it is the last try. */
function tryRename(from: string, to: string, isLast: boolean): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isInTheWay = code === 'ENOTEMPTY' || code === 'EEXIST' || isDirectory(to);
    if (isLast || !isInTheWay) throw error;
    return false;
  }
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** No reader sees a part of the old directory. */
function removeAtOnce(target: string): void {
  const removed = join(dirname(target), `.old-${randomUUID()}`);
  try {
    renameSync(target, removed);
  } catch (error) {
    // Another process has removed it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  rmSync(removed, { recursive: true, force: true });
}
