import { walkFiles } from '../command/inputs/walk-files';
import { FEED_FILE_END } from './feed-file';

/** Folders that contain copies of the app's files. */
const SKIPPED = new Set(['node_modules', 'cdktf.out']);

/** The feed files below a folder, in the order of their paths. Names that begin with a dot are left out. */
export async function findFeedFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const isSkipped = (name: string): boolean => SKIPPED.has(name) || name.startsWith('.');
  for await (const { path, problem } of walkFiles(folder, { isSkipped })) {
    if (problem !== undefined) throw new Error(problem);
    if (path.endsWith(FEED_FILE_END)) found.push(path);
  }
  return found.sort();
}
