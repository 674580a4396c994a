/** Files that tell about an account: for their owner's eyes only. */
import { rename, rm, writeFile } from 'node:fs/promises';

/** Mode of files that hold what an account has in it, or how to reach it: read and written by their owner. */
export const PRIVATE_FILE = 0o600;

/**
 * Writes a file that only its owner can read, in one step: whoever waits for it never reads half of it, and a run that
 * is killed leaves the old file or the new one. What it is until then goes by a name that ends in `.tmp`. Rejects as
 * the file system does, and leaves nothing behind then.
 */
export async function replacePrivateFile(file: string, text: string): Promise<void> {
  const unfinished = `${file}.tmp`;
  try {
    // What a killed run left there may be readable to others.
    await rm(unfinished, { force: true });
    await writeFile(unfinished, text, { mode: PRIVATE_FILE, flag: 'wx' });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
