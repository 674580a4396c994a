/** Puts files into a folder that may have others, of which none is ever overwritten. */
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AdoptedFile } from '../../adopt';
import { formatList } from '../../model/text';
import { CliError } from '../cli-error';
import { PRIVATE_FILE } from '../private-file';

/** Where a file is made before it is there under its name, whole. */
const unfinished = '.netingress-adopt.tmp';

/**
 * Writes all files, readable to their owner only, or, where another one is in the way of any, none. A file with the same text is left as it is, so that
 * a run that was killed while it wrote can be finished.
 */
export async function writeFiles(folder: string, files: readonly AdoptedFile[]): Promise<void> {
  const missing: AdoptedFile[] = [];
  const inTheWay: string[] = [];
  for (const file of files) {
    const path = join(folder, file.path);
    if (!existsSync(path)) missing.push(file);
    else if ((await readText(path)) !== file.text) inTheWay.push(file.path);
  }
  refuse(folder, inTheWay);
  const temporary = join(folder, unfinished);
  try {
    for (const { path, text } of missing) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await rm(temporary, { force: true });
      await writeFile(temporary, text, { mode: PRIVATE_FILE, flag: 'wx' });
      // Unlike renaming, this never replaces what somebody put there meanwhile.
      await link(temporary, join(folder, path));
      await rm(temporary);
    }
  } catch (error) {
    throw new CliError(`Cannot write to ${folder}: ${(error as Error).message}.`);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Refuses a folder in which some of the paths exist. */
export function refuseExisting(folder: string, paths: readonly string[]): void {
  refuse(
    folder,
    paths.filter((path) => existsSync(join(folder, path))),
  );
}

function refuse(folder: string, inTheWay: readonly string[]): void {
  if (inTheWay.length === 0) return;
  const shown = formatList(inTheWay, 10);
  throw new CliError(
    `Cannot write to ${folder}: ${shown} would be overwritten. Give another --out, or move them away.`,
  );
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
