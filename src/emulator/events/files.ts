import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Mode of files with secrets and of delivered events: only the owner can read and write them. */
export const PRIVATE_FILE = 0o600;

/** Creates a folder and its parents. Node's `recursive` never returns where folders cannot be created, such as `/proc`. */
export function makeFolder(folder: string): void {
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw error;
  }
}
