import { realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Words } from '../../values/words';
import { type CliContext, CliError } from '../context';
import { type WalkedFile, walkFiles } from './walk-files';

export interface EventFile {
  /** The name of the file in messages: relative to the current folder if its input was. */
  readonly name: string;
  /** Undefined for standard input. */
  readonly path: string | undefined;
  readonly problem?: Words;
}

/**
 * Finds the files of `--events` and `--traffic`, each file once: a file, a folder, a pattern, or `-` for standard
 * input. Throws for a path that does not exist, for a pattern without a match and for an empty string. What exists and
 * cannot be read is in the result.
 */
export async function findEventFiles(
  { cwd }: Pick<CliContext, 'cwd'>,
  inputs: readonly string[],
  option = '--events',
): Promise<readonly EventFile[]> {
  const found = new Map<string, EventFile>();
  for (const input of inputs) {
    for (const file of await findFiles(cwd, input, option)) {
      // A link such as latest.ndjson must not count its file twice. A pipe, such as /dev/fd/63, has no real path.
      const id = file.path === undefined ? '-' : await realpath(file.path).catch(() => file.path as string);
      if (!found.has(id)) found.set(id, file);
    }
  }
  return [...found.values()];
}

async function findFiles(cwd: string, input: string, option: string): Promise<readonly EventFile[]> {
  if (input === '-') return [{ name: 'standard input', path: undefined }];
  const expected = `expected a file, a folder, ${option === '--traffic' ? "or a pattern such as 'counts/*.csv'" : "a pattern such as 'archive/**/*.gz', or - for standard input"}`;
  // An unset variable of a shell would otherwise be the current folder.
  if (input === '') throw new CliError(`${option} '' is empty; ${expected}. Correct ${option}.`);
  const path = resolve(cwd, input);
  try {
    const found = await stat(path);
    if (!found.isDirectory()) return [{ name: input, path }];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // With these codes no such path exists, but the input may be a pattern.
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ENAMETOOLONG')
      return [{ name: input, path, problem: message }];
    const matches = await findMatches(cwd, input);
    if (matches && matches.length > 0) return matches;
    throw new CliError(
      `${option} '${input}' ${matches ? 'matches no file' : 'does not exist'}; ${expected}. Correct ${option}.${matches ? ` ${LEFT_OUT}` : ''}`,
    );
  }
  const files = await toEventFiles(walkFiles(path, { isSkipped, followsLinks: 'all' }), path, input);
  return files.length > 0 ? files : [{ name: input, path, problem: `the folder contains no file. ${LEFT_OUT}` }];
}

const LEFT_OUT = 'Names that begin with . or _ are left out.';

/** Markers and checksums that Spark and Hadoop write beside the data, and hidden files. */
function isSkipped(name: string): boolean {
  return /^[._]/.test(name);
}

async function toEventFiles(
  walked: AsyncIterable<WalkedFile>,
  folder: string,
  name: string,
  isMatch: (path: string) => boolean = () => true,
): Promise<EventFile[]> {
  const files: EventFile[] = [];
  for await (const { path, problem } of walked) {
    if (problem === undefined && !isMatch(path)) continue;
    files.push({ name: join(name, relative(folder, path)), path, ...(problem !== undefined && { problem }) });
  }
  return files;
}

type Picomatch = Awaited<ReturnType<typeof loadPicomatch>>;

/** Loaded on use: most inputs are files and folders, not patterns. */
async function loadPicomatch() {
  return (await import('picomatch')).default;
}

/**
 * The files that match, all files of folders that match, and what cannot be read on the way. Undefined if the input is
 * no pattern, or a negated one (`!a*`).
 */
async function findMatches(cwd: string, input: string): Promise<EventFile[] | undefined> {
  const picomatch = await loadPicomatch();
  const { base, glob, isGlob, negated } = picomatch.scan(toSlashes(input));
  if (!isGlob || negated) return undefined;
  const folder = resolve(cwd, base);
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) return [];
  const isWhole = picomatch(glob);
  const steps = toSteps(picomatch, glob);
  const toParts = (path: string): string[] => toSlashes(relative(folder, path)).split('/');
  // `a/b/c` -> `a`, `a/b`, `a/b/c`, relative to the folder.
  const outerPaths = (path: string): string[] =>
    toParts(path).map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const isMatch = (path: string): boolean => outerPaths(path).some((each) => isWhole(each));
  // A folder in which nothing can match is not entered: it may be one that the user must not read.
  const isOutside = (name: string, path: string): boolean =>
    isSkipped(name) ||
    !(isMatch(path) || toParts(path).every((part, index) => steps[index] === undefined || steps[index]?.(part)));
  return await toEventFiles(walkFiles(folder, { isSkipped: isOutside, followsLinks: 'all' }), folder, base, isMatch);
}

/**
 * Returns what the name at each depth must match: for `day-??/a.gz` that of a folder, and that of a file. It ends
 * before a step such as `**`, which can stand for several folders: below it every name may be on the way to a match.
 */
function toSteps(picomatch: Picomatch, glob: string): ((name: string) => boolean)[] {
  const { parts = [] } = picomatch.scan(glob, { parts: true }) as { readonly parts?: readonly string[] };
  const several = parts.findIndex((part) => part.includes('**') || part.includes('/'));
  return parts.slice(0, several < 0 ? parts.length : several).map((part) => picomatch(part));
}

function toSlashes(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}
