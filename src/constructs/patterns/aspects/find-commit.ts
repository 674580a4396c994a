import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * The commit that is checked out where the folder is, 40 or 64 hexadecimal digits, without running git; undefined
 * outside of a repository and before its first commit. It says nothing of changes that are not committed.
 */
export function findCommit(folder: string): string | undefined {
  const git = findGit(resolve(folder));
  if (git === undefined) return undefined;
  const head = readText(join(git, 'HEAD'));
  const name = head?.startsWith('ref: ') ? head.slice('ref: '.length) : undefined;
  if (name === undefined) return head;
  // A worktree shares its branches with the repository that it belongs to.
  const shared = readText(join(git, 'commondir'));
  const common = shared === undefined ? git : resolve(git, shared);
  return readText(join(common, name)) ?? findPacked(join(common, 'packed-refs'), name);
}

function findGit(folder: string): string | undefined {
  const path = join(folder, '.git');
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) return path;
    const pointer = readText(path)?.replace(/^gitdir: /, '');
    return pointer === undefined ? undefined : resolve(folder, pointer);
  }
  const above = dirname(folder);
  return above === folder ? undefined : findGit(above);
}

function findPacked(file: string, name: string): string | undefined {
  const line = readText(file)
    ?.split('\n')
    .find((each) => each.endsWith(` ${name}`));
  return line?.split(' ')[0];
}

function readText(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
