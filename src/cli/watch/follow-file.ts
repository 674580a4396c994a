/** Follows the lines of a growing file through rotation, by rename or truncation, and restarts of this program. */
import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { START_BYTES as COMPRESSION_START_BYTES, findCompression } from '../../events/decompress';
import { tryParseJson } from '../../model/json';
import { CliError } from '../context';
import type { Batch, FileStart, Position } from './source';

export interface FollowFileOptions {
  readonly file: string;
  /** Position of an earlier run; without it the file is read from its start. */
  readonly from?: Position | undefined;
  readonly signal: AbortSignal;
  /** Stops at the end of the file, and includes a complete last line without line break. The file must exist. */
  readonly once?: boolean;
  /** Called if the file does not exist at the start. */
  readonly onWait?: () => void;
}

/** `netingress watch` must report a change within a second, and a poll costs two system calls. */
const POLL_MS = 200;
const CHUNK_BYTES = 1 << 20;

/**
 * Yields complete lines as they are written. After a rotation the rest of the old file comes first. Without `once` the
 * file need not exist yet. Throws a {@link CliError}.
 */
export async function* followFile(options: FollowFileOptions): AsyncGenerator<Batch> {
  const { file, signal, once = false } = options;
  let reader = await resumeAt(options);
  try {
    await (reader ? requireText(file, reader) : reportMissing(options));
    while (!signal.aborted) {
      const batch = reader && (await readBatch(reader));
      if (batch) {
        yield batch;
        continue;
      }
      if (await isNewFile(file, reader)) {
        if (reader) yield* drain(reader);
        await reader?.handle.close();
        const next: string | undefined = reader && (await findNextRotated(file, reader));
        reader = undefined;
        reader = await openAt(next ?? file, 0);
        continue;
      }
      if (once) {
        if (reader) yield* completeLastLine(reader);
        return;
      }
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await reader?.handle.close();
  }
}

/** Compressed data does not grow by lines. */
async function requireText(file: string, { handle }: Reader): Promise<void> {
  const { buffer } = await handle.read(Buffer.alloc(COMPRESSION_START_BYTES), 0, COMPRESSION_START_BYTES, 0);
  const format = findCompression(buffer);
  if (format !== undefined)
    throw new CliError(
      `Cannot follow ${file}: it is ${format} data; expected a file that grows by lines of JSON. Give its content as standard input, with --events -.`,
    );
}

function reportMissing({ file, once, onWait }: FollowFileOptions): void {
  const isPattern = /[*?[{]/.test(basename(file));
  if (isPattern)
    throw new CliError(
      `Cannot follow ${file}: no file has this name; expected one file, no pattern. Correct --events.`,
    );
  if (once) throw new CliError(`Cannot read the events from ${file}: it does not exist. Correct --events.`);
  onWait?.();
}

/** Whether the path now points to a different file than the open one. */
async function isNewFile(file: string, reader: Reader | undefined): Promise<boolean> {
  const inode = await findInode(file);
  return inode !== undefined && inode !== reader?.inode;
}

/** Yields the rest of a replaced file, including lines written after the last poll. */
async function* drain(reader: Reader): AsyncGenerator<Batch> {
  for (let batch = await readBatch(reader); batch; batch = await readBatch(reader)) yield batch;
  const lastBatch = await readUnendedLine(reader);
  if (lastBatch) yield lastBatch;
}

async function* completeLastLine(reader: Reader): AsyncGenerator<Batch> {
  const batch = await readUnendedLine(reader);
  // A line that is still being written is incomplete; the next run reads it.
  if (batch && typeof tryParseJson(batch.lines[0] ?? '') === 'object') yield batch;
}

interface Reader {
  readonly handle: FileHandle;
  /** Decimal string, because an inode number may exceed 2^53. */
  readonly inode: string;
  /** Position of the first line that was not yielded, in bytes. */
  offset: number;
  /** Size of the file at the last poll. */
  size: number;
  /** Of the bytes before the offset. */
  start?: FileStart | undefined;
}

/** Opens the file of the earlier run, also after a rename within its folder, or else the file at the path. */
async function resumeAt({ file, from }: FollowFileOptions): Promise<Reader | undefined> {
  if (from?.of !== 'file') return openAt(file, 0);
  const reopened = await openSame(file, from);
  if (reopened) return reopened;
  // A rotated file may have any name; its inode tells which it is.
  for (const path of await listOthers(file)) {
    const renamed = await openSame(path, from);
    if (renamed) return renamed;
  }
  return openAt(file, 0);
}

async function listOthers(file: string): Promise<string[]> {
  const [folder, name] = [dirname(file), basename(file)];
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((each) => each !== name)
    .sort()
    .map((each) => join(folder, each));
}

/** `events.log.1`, `events.log-20260501` and `events-20260501.log` of `events.log`. */
function isRotated(file: string, path: string): boolean {
  const [name, other, extension] = [basename(file), basename(path), extname(file)];
  if (/^[.\-_]/.test(other.startsWith(name) ? other.slice(name.length) : '')) return true;
  const stem = basename(file, extension);
  return (
    other.startsWith(stem) &&
    other.endsWith(extension) &&
    /^[.\-_]?[\d.\-_T]+$/.test(other.slice(stem.length, other.length - extension.length))
  );
}

/**
 * The file that was rotated after the one that was read, if there were several rotations: the oldest of those that were
 * written later. Undefined if the file at the path is the next one.
 */
async function findNextRotated(file: string, read: Reader): Promise<string | undefined> {
  const current = await findInode(file);
  const times = await Promise.all(
    (await listOthers(file)).map(async (path) => {
      const found = await stat(path, { bigint: true }).catch(() => undefined);
      const isNext = found?.isFile() && (isRotated(file, path) || String(found.ino) === read.inode);
      return found && isNext ? [{ path, inode: String(found.ino), written: found.mtimeNs }] : [];
    }),
  );
  const rotated = times.flat().sort((a, b) => (a.written < b.written ? -1 : 1));
  const at = rotated.findIndex(({ inode }) => inode === read.inode);
  return at < 0 ? undefined : rotated.slice(at + 1).find(({ inode }) => inode !== current)?.path;
}

async function openSame(
  path: string,
  { inode, offset, start }: { readonly inode: string; readonly offset: number; readonly start: FileStart },
): Promise<Reader | undefined> {
  if ((await findInode(path)) !== inode) return undefined;
  // A rename between the two calls may have changed the file, so the inode of the open file decides.
  const reader = await openAt(path, offset);
  if (reader?.inode !== inode) {
    await reader?.handle.close();
    return undefined;
  }
  // Another start: the file was truncated and has grown again, so all of it is new.
  if ((await hashStart(reader, start.bytes)) !== start.sha256) reader.offset = 0;
  return reader;
}

/** Bytes whose hash tells whether a file still begins with what was read. */
const START_BYTES = 1024;

async function hashStart({ handle }: Reader, bytes: number): Promise<string> {
  const block = Buffer.alloc(bytes);
  const { bytesRead } = await handle.read(block, 0, bytes, 0);
  return createHash('sha256').update(block.subarray(0, bytesRead)).digest('hex');
}

/** Opens the file at the offset, or at its start if it is shorter. Returns undefined if it does not exist. */
async function openAt(path: string, offset: number): Promise<Reader | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'r');
    const stats = await handle.stat({ bigint: true });
    if (stats.isDirectory()) throw new Error('it is a folder; expected a file');
    const { ino, size } = stats;
    return { handle, inode: String(ino), offset: size < offset ? 0 : offset, size: Number(size) };
  } catch (error) {
    await handle?.close();
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new CliError(`Cannot read the events from ${path}: ${message}.`);
  }
}

/** Returns the next complete lines; undefined at the end of the file. */
async function readBatch(reader: Reader): Promise<Batch | undefined> {
  const { size } = await reader.handle.stat();
  // The file was truncated; its contents are new.
  if (size < reader.size) {
    reader.offset = 0;
    reader.start = undefined;
  }
  reader.size = size;
  for (let length = CHUNK_BYTES; reader.offset < size; ) {
    const block = await readBlock(reader, length);
    // Searches bytes, because a block may end within a UTF-8 character.
    const end = block.lastIndexOf(0x0a) + 1;
    if (end === 0) {
      if (block.length === 0 || reader.offset + block.length >= size) return undefined;
      length *= 2;
      continue;
    }
    reader.offset += end;
    const lines = splitLines(block.subarray(0, end));
    if (lines.length > 0) return { lines, position: await toPosition(reader) };
  }
  return undefined;
}

/** Reads the last line if it has no line break. */
async function readUnendedLine(reader: Reader): Promise<Batch | undefined> {
  const block = await readBlock(reader, reader.size);
  const lines = splitLines(block);
  reader.offset += block.length;
  return lines.length > 0 ? { lines, position: await toPosition(reader) } : undefined;
}

async function readBlock({ handle, offset, size }: Reader, length: number): Promise<Buffer> {
  const block = Buffer.alloc(Math.min(length, size - offset));
  const { bytesRead } = await handle.read(block, 0, block.length, offset);
  return block.subarray(0, bytesRead);
}

function splitLines(block: Buffer): string[] {
  return block
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

async function toPosition(reader: Reader): Promise<Position> {
  const { inode, offset } = reader;
  const bytes = Math.min(offset, START_BYTES);
  if (reader.start?.bytes !== bytes) reader.start = { bytes, sha256: await hashStart(reader, bytes) };
  return { of: 'file', inode, offset, start: reader.start };
}

async function findInode(path: string): Promise<string | undefined> {
  return stat(path, { bigint: true }).then(
    ({ ino }) => String(ino),
    () => undefined,
  );
}
