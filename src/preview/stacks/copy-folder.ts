/** Copies folders without links to the original, because Terraform and the preview write to the copy. */
import { copyFile, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

export type IsExcluded = (name: string) => boolean;

/**
 * Names of what belongs to the original, such as states, plugins and backends, and of large folders that configurations
 * hardly read. If a configuration reads one of them all the same, `isMissingInCopy` and `findOtherInputs` find that.
 */
const EXCLUDED =
  /^(\.terraform|\.git|node_modules|terraform\.tfstate(\.d|\.backup)?|.*\.tfstate(\.backup)?|crash\.log)$/;

export const isOriginalOnly: IsExcluded = (name) => EXCLUDED.test(name);

/** Below the first folder only these are left out: a `node_modules` or a state there may be part of the module. */
const isNestedExcluded: IsExcluded = (name) => name === '.terraform' || name === '.git';

export interface CopyFolderOptions {
  /** Names directly in the folder that are not copied; `.terraform` and `.git` are not copied from any folder below. */
  readonly isExcluded?: IsExcluded;
  /** Not copied: with a TMPDIR inside the configuration the copy would contain itself. */
  readonly runFolder?: string;
}

/**
 * Links become copies of their targets. Two kinds of links are left out: those without a target, and those to a folder
 * that is being copied, which contains the link: the copy would not end.
 */
export async function copyFolder(
  from: string,
  to: string,
  { isExcluded = isOriginalOnly, runFolder }: CopyFolderOptions = {},
): Promise<void> {
  await copyBelow(from, to, isExcluded, runFolder === undefined ? [] : [await realpath(runFolder)]);
}

async function copyBelow(from: string, to: string, isExcluded: IsExcluded, skipped: readonly string[]): Promise<void> {
  const real = await realpath(from);
  if (skipped.includes(real)) return;
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (isExcluded(name)) continue;
    const [source, target] = [join(from, name), join(to, name)];
    const found = await stat(source).catch(() => undefined);
    if (found?.isDirectory()) await copyBelow(source, target, isNestedExcluded, [...skipped, real]);
    else if (found?.isFile()) await copyFile(source, target);
  }
}
