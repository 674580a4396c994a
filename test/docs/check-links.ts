import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { root } from './documents';
import type { Document, Mention } from './markdown';

/**
 * Links to missing files, as `isThere` sees them, and to missing headings of `documents`. Links to other hosts are not
 * followed.
 */
export function linkProblems(
  documents: readonly Document[],
  isThere: (path: string) => boolean = (path) => existsSync(join(root, path)),
): string[] {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return documents.flatMap((document) =>
    document.links.flatMap(({ line, text }): string[] => {
      if (/^(https?|mailto):/.test(text)) return [];
      const [path = '', anchor] = text.split('#');
      const target = path === '' ? document.path : normalize(join(dirname(document.path), decodeURI(path)));
      const place = `${document.path}:${line}`;
      if (!byPath.has(target) && !isThere(target))
        return [`${place}: the link to ${text} is broken: there is no ${target}`];
      if (anchor === undefined) return [];
      const there = byPath.get(target);
      return !there || there.anchors.has(anchor) ? [] : [`${place}: ${target} has no heading for #${anchor}`];
    }),
  );
}

/** A quoted path in one of these folders must exist. */
const ours = /^(\.ci|bench|docs|examples|scripts|src|test)\//;

/**
 * Finds quoted paths that do not exist: `src/cli/nothing.ts`. Ignored are paths outside of {@link ours} and those with
 * placeholders.
 */
export function quotedFileProblems(documents: readonly Document[]): string[] {
  return documents.flatMap(({ path, quoted }) =>
    quoted.flatMap(({ line, text }): string[] => {
      if (!ours.test(text) || /[<>*…{}]|\s/.test(text)) return [];
      // A file may be named without its ending, as Jest takes it.
      const there = [text, `${text}.ts`, `${text}.test.ts`].some((name) => existsSync(join(root, name)));
      return there ? [] : [`${path}:${line}: there is no ${text}`];
    }),
  );
}

/** Chosen, so that a README of a folder is read before its files. */
const MAX_HEAD_LINES = 40;

/**
 * Checks the README of a folder: each file (`name.ts`) and folder (`name/`) in backticks is in its folder or below it,
 * or is a path from `src` or the repository's root; and the README is not longer than {@link MAX_HEAD_LINES}.
 */
export function headProblems({ path, quoted }: Document): string[] {
  const room = join(root, dirname(path));
  const own = readdirSync(room, { recursive: true, encoding: 'utf8' });
  const isFile = ({ text }: Mention): boolean => /^[\w./-]+(\.ts|\/)$/.test(text);
  const isThere = ({ text }: Mention): boolean =>
    own.some((file) => `/${file}`.endsWith(`/${text}`)) ||
    [room, join(root, 'src'), root].some((folder) => existsSync(join(folder, text)));
  const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length;
  return [
    ...quoted
      .filter((each) => isFile(each) && !isThere(each))
      .map(({ line, text }) => `${path}:${line}: there is no ${text}`),
    ...(lines > MAX_HEAD_LINES ? [`${path} has ${lines} lines; expected at most ${MAX_HEAD_LINES}`] : []),
  ];
}

/**
 * Finds what does not exist in blocks `text tree`: folders at the beginning of a line, and names of `.ts` and `.js`
 * files. `sources` are the names of all such files, wherever they are.
 */
export function treeProblems({ path, blocks }: Document, sources: ReadonlySet<string>): string[] {
  return blocks
    .filter(({ language, words }) => language === 'text' && words.includes('tree'))
    .flatMap(({ code, line }) =>
      code.split('\n').flatMap((text, index) => {
        const folder = /^[\w.]+\/[\w/-]*(?=\s|$)/.exec(text)?.[0];
        const names = [...text.matchAll(/(?<![\w/*.-])[\w/-]+\.[jt]s\b/g)].map(([name]) => basename(name));
        const missing = names.filter((name) => !sources.has(name));
        if (folder !== undefined && !existsSync(join(root, folder))) missing.push(folder);
        return missing.map((name) => `${path}:${line + 1 + index}: there is no ${name}`);
      }),
    );
}
