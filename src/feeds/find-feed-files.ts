import { walkFiles } from '../command/inputs/walk-files';
import { FEED_FILE_END } from './feed-file';

/** Folders that may contain copies of feed files, which `feeds update` must not change. */
const SKIPPED = new Set(['node_modules', 'cdktf.out']);

/**
 * Sorted, without links, {@link SKIPPED}, and files and folders whose names begin with a dot. Throws if a folder cannot
 * be read, because the files in it would not be updated.
 */
export async function findFeedFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const isSkipped = (name: string): boolean => SKIPPED.has(name) || name.startsWith('.');
  for await (const { path, problem } of walkFiles(folder, { isSkipped })) {
    if (problem !== undefined) throw new Error(problem);
    if (path.endsWith(FEED_FILE_END)) found.push(path);
  }
  return found.sort();
}
