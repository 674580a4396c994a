import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FEED_FILE_END } from '../../feeds/feed-file';

/** Folders that contain copies of the app's files. */
const SKIPPED = new Set(['node_modules', 'cdktf.out']);

/** The feed files below a folder, in the order of their paths. Hidden folders are left out. */
export async function findFeedFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry): Promise<string[]> => {
      if (entry.isFile()) return entry.name.endsWith(FEED_FILE_END) ? [join(folder, entry.name)] : [];
      if (!entry.isDirectory() || SKIPPED.has(entry.name) || entry.name.startsWith('.')) return [];
      return await findFeedFiles(join(folder, entry.name));
    }),
  );
  return found.flat().sort();
}
