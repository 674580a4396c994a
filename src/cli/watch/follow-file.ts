/** A file that grows, line by line: through rotation by renaming, rotation by truncating, and restarts. */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../cli-error';
import type { Batch, Position } from './source';

/** How to follow. */
export interface FollowFile {
  readonly file: string;
  /** Where an earlier run stopped; without it the file is read from its beginning. */
  readonly from?: Position | undefined;
  readonly signal: AbortSignal;
  /** Ends at the end of the file, after a last record without line break too; the file must exist. */
  readonly once?: boolean;
  /** Called when the file does not exist at the start. */
  readonly onWait?: () => void;
}

/** Events must be judged within a second, and looking costs two calls of the system. */
const pollMilliseconds = 200;
const chunkBytes = 1 << 20;

/**
 * Yields whole lines as they are written; an unfinished line is kept back until its end. When the file was replaced, the
 * rest of the old one comes first. Without `once` the file need not exist yet. Throws a {@link CliError}.
 */
export async function* followFile(options: FollowFile): AsyncGenerator<Batch> {
  const { file, signal, once = false } = options;
  let reader = await reopen(options);
  if (!reader) reportMissing(options);
  try {
    while (!signal.aborted) {
      const batch = reader && (await readBatch(reader));
      if (batch) {
        yield batch;
        continue;
      }
      if (await isReplaced(file, reader)) {
        if (reader) yield* restOf(reader);
        await reader?.handle.close();
        reader = undefined;
        reader = await openAt(file, 0);
        continue;
      }
      if (once) {
        const end = reader && lastOf(reader);
        if (end && isWhole(end.texts)) yield end;
        return;
      }
      await sleep(pollMilliseconds, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await reader?.handle.close();
  }
}

function reportMissing({ file, once, onWait }: FollowFile): void {
  if (once) throw new CliError(`Cannot read the events from ${file}: it does not exist. Correct --events.`);
  onWait?.();
}

async function readBatch(reader: Reader): Promise<Batch | undefined> {
  const texts = await readLines(reader);
  return texts.length > 0 ? { texts, position: positionOf(reader) } : undefined;
}

/** Whether the path now names a different file than the one that is open. */
async function isReplaced(file: string, reader: Reader | undefined): Promise<boolean> {
  const now = await inodeOf(file);
  return now !== undefined && now !== reader?.inode;
}

/** What a file ends with that was replaced: also what was written between the last look at it and its replacement. */
async function* restOf(reader: Reader): AsyncGenerator<Batch> {
  for (let batch = await readBatch(reader); batch; batch = await readBatch(reader)) yield batch;
  const end = lastOf(reader);
  if (end) yield end;
}

/** The last line, where it has no end: nobody writes to a file any more that was replaced. */
function lastOf({ rest, inode, offset }: Reader): Batch | undefined {
  const text = rest.toString('utf8');
  return text.trim() === '' ? undefined : { texts: [text], position: { of: 'file', inode, offset } };
}

/** Whether nothing is lacking that another run would find: of a record every beginning is torn. */
function isWhole([text = '']: readonly string[]): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

interface Reader {
  readonly handle: FileHandle;
  /** As a decimal: a number of JavaScript cannot represent every inode number. */
  readonly inode: string;
  /** Bytes read from the file. */
  offset: number;
  /** The beginning of a line whose end has not come yet. */
  rest: Buffer;
}

function positionOf({ inode, offset, rest }: Reader): Position {
  return { of: 'file', inode, offset: offset - rest.length };
}

/** The file that an earlier run read, wherever it was renamed to in its folder; else the file of the name. */
async function reopen({ file, from }: FollowFile): Promise<Reader | undefined> {
  if (from?.of !== 'file') return openAt(file, 0);
  const same = await openSame(file, from);
  if (same) return same;
  const folder = dirname(file);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.sort()) {
    const renamed = await openSame(join(folder, name), from);
    if (renamed) return renamed;
  }
  return openAt(file, 0);
}

/** Opens the file if it is the one that was read; undefined otherwise. */
async function openSame(
  path: string,
  { inode, offset }: { readonly inode: string; readonly offset: number },
): Promise<Reader | undefined> {
  if ((await inodeOf(path)) !== inode) return undefined;
  // It may have been renamed since, so the file that was opened decides.
  const reader = await openAt(path, offset);
  if (reader?.inode === inode) return reader;
  await reader?.handle.close();
  return undefined;
}

/** Opens the file and reads from the offset, or from the beginning of a file that is shorter; undefined if it does not exist. */
async function openAt(path: string, offset: number): Promise<Reader | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'r');
    const { ino, size } = await handle.stat({ bigint: true });
    return { handle, inode: String(ino), offset: size < offset ? 0 : offset, rest: Buffer.alloc(0) };
  } catch (error) {
    await handle?.close();
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new CliError(`Cannot read the events from ${path}: ${message}.`);
  }
}

/** The next whole lines; none only where the file holds no further one. */
async function readLines(reader: Reader): Promise<string[]> {
  const { size } = await reader.handle.stat();
  if (size < reader.offset) {
    // Truncated: what comes now is new.
    reader.offset = 0;
    reader.rest = Buffer.alloc(0);
  }
  const pieces = [reader.rest];
  while (reader.offset < size) {
    const buffer = Buffer.alloc(Math.min(chunkBytes, size - reader.offset));
    const { bytesRead } = await reader.handle.read(buffer, 0, buffer.length, reader.offset);
    if (bytesRead === 0) break;
    reader.offset += bytesRead;
    const piece = buffer.subarray(0, bytesRead);
    // Bytes and not text: a character may be cut in two where reading stopped.
    const end = piece.lastIndexOf(0x0a) + 1;
    pieces.push(end > 0 ? piece.subarray(0, end) : piece);
    if (end === 0) continue;
    const texts = Buffer.concat(pieces).toString('utf8').split('\n');
    const lines = texts.filter((line) => line.trim() !== '');
    reader.rest = piece.subarray(end);
    if (lines.length > 0) return lines;
    pieces.splice(0, pieces.length, reader.rest);
  }
  reader.rest = Buffer.concat(pieces);
  return [];
}

async function inodeOf(path: string): Promise<string | undefined> {
  return stat(path, { bigint: true }).then(
    ({ ino }) => String(ino),
    () => undefined,
  );
}
