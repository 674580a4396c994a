import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Document, readDocument } from './markdown';

export const root = join(__dirname, '../..');

/**
 * Folders that are not searched for documents, by name or by path: installed, built or synthesized files, and stubs of
 * the entries.
 */
const skipped = new Set(
  ['node_modules', 'lib', '.git', '.terraform', 'cdktf.out'].concat(
    ['cdktn', 'client', 'drift', 'emulator', 'events', 'testing', 'site/content', 'site/dist'].map((name) =>
      join(root, name),
    ),
  ),
);

export function allDocuments(): Document[] {
  return markdownBelow(root)
    .map((file) => readDocument(relative(root, file).split(sep).join('/'), readFileSync(file, 'utf8')))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function markdownBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (skipped.has(entry.name) || skipped.has(path)) return [];
    if (entry.isDirectory()) return markdownBelow(path);
    return entry.isFile() && entry.name.endsWith('.md') ? [path] : [];
  });
}

/** Returns the files of a document by name, without those of blocks with `no-run`. */
export function filesOf({ blocks }: Document): Readonly<Record<string, string>> {
  return Object.fromEntries(
    blocks.flatMap(({ file, code, words }) => (file === undefined || words.includes('no-run') ? [] : [[file, code]])),
  );
}

export const documentAt = (path: string): Document => readDocument(path, readFileSync(join(root, path), 'utf8'));
