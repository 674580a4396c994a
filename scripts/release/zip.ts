/** Writes zip archives that are equal byte for byte on every machine. */
import { type Zippable, zipSync } from 'fflate';

export interface ArchivedFile {
  readonly content: Uint8Array;
  readonly executable: boolean;
}

/** Files by path. */
export type ArchivedFiles = ReadonlyMap<string, ArchivedFile>;

/** The first day of the format. It is stored as local time, so it is made of local time. */
const MODIFIED = new Date(1980, 0, 1);
const UNIX = 3;
const REGULAR_FILE = 0o100000;

/**
 * Returns the archive, with the files in the order of their names, their modes, and a fixed time. fflate compresses
 * alike everywhere; the zlib of Node differs between versions and processors.
 */
export function createZip(files: ArchivedFiles): Uint8Array {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const entries: Zippable = Object.fromEntries(
    sorted.map(([path, { content, executable }]) => {
      const mode = REGULAR_FILE | (executable ? 0o755 : 0o644);
      return [path, [content, { level: 6, mtime: MODIFIED, os: UNIX, attrs: mode << 16 }]] as const;
    }),
  );
  return zipSync(entries);
}
