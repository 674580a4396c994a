import { rename, rm, writeFile } from 'node:fs/promises';

/** Mode of files with contents of an account: only their owner can read and write them. */
export const PRIVATE_FILE = 0o600;

/**
 * Writes a file that only its owner can read. A temporary file is renamed, so readers never see a partial file, even if
 * this process is killed. On failure the temporary file is removed.
 */
export async function replacePrivateFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.tmp`;
  try {
    // A file that a killed process left may be readable by others.
    await rm(temporary, { force: true });
    await writeFile(temporary, text, { mode: PRIVATE_FILE, flag: 'wx' });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
