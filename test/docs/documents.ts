/** Every document of the repository. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Document, readDocument } from './markdown';

/** The repository's root. */
export const root = join(__dirname, '../..');

/** Folders that hold no documents of ours: what is installed, built or synthesised, and copies of entries for old resolution. */
const skipped = new Set(
  ['node_modules', 'lib', '.git', '.terraform', 'cdktf.out'].concat(
    ['cdktn', 'client', 'drift', 'emulator', 'events', 'testing'].map((name) => join(root, name)),
  ),
);

/** All of them, in the order of their paths. */
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

/** The files that a document tells its reader to write, by name; those of blocks marked `no-run` are not for that. */
export function filesOf({ blocks }: Document): Readonly<Record<string, string>> {
  return Object.fromEntries(
    blocks.flatMap(({ file, code, words }) => (file === undefined || words.includes('no-run') ? [] : [[file, code]])),
  );
}

/** The document of that path; throws if there is none. */
export function documentAt(path: string): Document {
  return readDocument(path, readFileSync(join(root, path), 'utf8'));
}
