import type { Dirent, Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compareTexts } from '../../model/arrays';
import type { Words } from '../../values/words';

export interface WalkOptions {
  /** Whether to leave out an entry, for a folder with all that is in it. */
  readonly isSkipped: (name: string, path: string) => boolean;
  /** Links to follow: those to files, or also those to folders, by which a file may be found twice. Default: none. */
  readonly followsLinks?: 'files' | 'all';
}

/** A file, or a part of the folder that cannot be read. */
export interface WalkedFile {
  readonly path: string;
  readonly problem?: Words;
}

/** In the order of names. Leaves out pipes, sockets and devices. */
export async function* walkFiles(
  folder: string,
  options: WalkOptions,
  /** Device and inode of the folders around this one, for recursive calls. */
  outer: readonly string[] = [],
): AsyncGenerator<WalkedFile> {
  let entries: Dirent[];
  let inside = outer;
  try {
    if (options.followsLinks === 'all') {
      const { dev, ino } = await stat(folder);
      inside = [...outer, `${dev} ${ino}`];
      // A link to a folder around it would be followed without end.
      if (outer.includes(`${dev} ${ino}`)) return;
    }
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    yield { path: folder, problem: (error as Error).message };
    return;
  }
  for (const entry of entries.sort((a, b) => compareTexts(a.name, b.name))) {
    const path = join(folder, entry.name);
    if (options.isSkipped(entry.name, path)) continue;
    const found = entry.isSymbolicLink() ? await resolveLink(path, options) : entry;
    if (found === undefined) continue;
    if ('problem' in found) yield { path, problem: found.problem };
    else if (found.isFile()) yield { path };
    else if (found.isDirectory()) yield* walkFiles(path, options, inside);
  }
}

/** Undefined for a link that is not followed. */
async function resolveLink(
  path: string,
  { followsLinks }: WalkOptions,
): Promise<Stats | { readonly problem: Words } | undefined> {
  if (followsLinks === undefined) return undefined;
  try {
    const found = await stat(path);
    return followsLinks === 'files' && found.isDirectory() ? undefined : found;
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
