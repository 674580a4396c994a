/**
 * Links the files above a copy that the configuration may read, such as `../files/names.txt`. Local modules above it
 * were copied before, because the preview writes override files to them. Only the files of a module whose folder
 * contains a copied folder, such as `..`, are linked here: that folder exists in the copy, so its override file is
 * written there.
 */
import { existsSync } from 'node:fs';
import { copyFile, lstat, readdir, stat, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isOriginalOnly } from './copy-folder';

/**
 * Leaves out names of {@link isOriginalOnly}, but links a folder that the copy does not have as a whole. Nothing is
 * added to the folders `copied`, which are complete.
 */
export async function linkOtherFiles(from: string, to: string, copied: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(from).catch(() => [])) {
    const [source, target] = [join(from, name), join(to, name)];
    if (isOriginalOnly(name) || copied.has(target)) continue;
    const found = await lstat(target).catch(() => undefined);
    if (found?.isDirectory()) await linkOtherFiles(source, target, copied);
    else if (!found) await link(source, target);
  }
}

async function link(source: string, target: string): Promise<void> {
  const found = await stat(source).catch(() => undefined);
  if (!found) return;
  // On Windows only folders can be linked without a privilege.
  if (found.isDirectory()) await symlink(source, target, 'junction');
  else await symlink(source, target).catch(() => copyFile(source, target));
}

/**
 * Whether a path that Terraform did not find in the copy exists in the original `folder`. `path` is undefined for an
 * error about something else.
 */
export function isMissingInCopy(path: string | undefined, folder: string): boolean {
  return path !== undefined && existsSync(resolve(folder, path));
}
