import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with `.git`, a folder or the file of a worktree: this one, or the next above it. */
export function findRepository(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findRepository(parent);
}
