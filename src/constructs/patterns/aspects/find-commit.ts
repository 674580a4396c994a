import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * The commit that is checked out in the folder, as 40 or 64 hexadecimal digits. Undefined outside of a Git repository, and
 * before its first commit. Does not run `git`, and ignores uncommitted changes.
 */
export function findCommit(folder: string): string | undefined {
  const git = findGitFolder(resolve(folder));
  if (git === undefined) return undefined;
  const head = readText(join(git, 'HEAD'));
  const ref = head?.startsWith('ref: ') ? head.slice('ref: '.length) : undefined;
  if (ref === undefined) return head;
  // A worktree shares the branches of its repository.
  const commonFolder = readText(join(git, 'commondir'));
  const refsFolder = commonFolder === undefined ? git : resolve(git, commonFolder);
  return readText(join(refsFolder, ref)) ?? findPackedRef(join(refsFolder, 'packed-refs'), ref);
}

function findGitFolder(folder: string): string | undefined {
  const path = join(folder, '.git');
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) return path;
    const pointer = readText(path)?.replace(/^gitdir: /, '');
    return pointer === undefined ? undefined : resolve(folder, pointer);
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : findGitFolder(parent);
}

function findPackedRef(file: string, ref: string): string | undefined {
  const line = readText(file)
    ?.split('\n')
    .find((line) => line.endsWith(` ${ref}`));
  return line?.split(' ')[0];
}

function readText(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
