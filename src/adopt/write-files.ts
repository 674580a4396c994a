import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CliError } from '../command/context';
import { PRIVATE_FILE } from '../command/output-file';
import { formatList } from '../values/words';
import type { AdoptedFile } from '.';

const TEMP_NAME = '.netingress-adopt.tmp';

/**
 * Writes all files, readable only by their owner, or none if one of them exists with different contents. A file with
 * the same contents is not written, so that an interrupted run can be repeated. Throws a {@link CliError}; after one
 * about the file system, a part of the files may be written.
 */
export async function writeFiles(folder: string, files: readonly AdoptedFile[]): Promise<void> {
  const missing: AdoptedFile[] = [];
  const conflicts: string[] = [];
  for (const file of files) {
    const path = join(folder, file.path);
    if (!existsSync(path)) missing.push(file);
    // What cannot be read, such as a folder with this name, is a conflict too.
    else if ((await readFile(path, 'utf8').catch(() => undefined)) !== file.text) conflicts.push(file.path);
  }
  rejectOverwrite(folder, conflicts);
  const temporary = join(folder, TEMP_NAME);
  try {
    for (const { path, text } of missing) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await rm(temporary, { force: true });
      await writeFile(temporary, text, { mode: PRIVATE_FILE, flag: 'wx' });
      // Unlike a rename, a link never replaces a file that another process created in the meantime.
      await link(temporary, join(folder, path));
      await rm(temporary);
    }
  } catch (error) {
    throw new CliError(`Cannot write to ${folder}: ${(error as Error).message}.`);
  } finally {
    await rm(temporary, { force: true });
  }
}

export function rejectExisting(folder: string, paths: readonly string[]): void {
  rejectOverwrite(
    folder,
    paths.filter((path) => existsSync(join(folder, path))),
  );
}

function rejectOverwrite(folder: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  throw new CliError(
    `Cannot write to ${folder}: ${formatList(paths, 10)} would be overwritten. Give another --out, or move these files.`,
  );
}
