import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest folder, `folder` or one above it, that has `.git`: a folder, or the file of a worktree. */
export function findRepository(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findRepository(parent);
}
