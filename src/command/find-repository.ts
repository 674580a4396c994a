import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns `folder` or the next folder above it that has `.git`: a folder, or the file of a worktree. Undefined if none
 * has.
 */
export function findRepository(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findRepository(parent);
}
