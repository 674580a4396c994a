/** Follows the lines of a growing file through rotation, by rename or truncation, and restarts of this program. */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryParseJson } from '../../model/json';
import { CliError } from '../context';
import type { Batch, Position } from './source';

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
  if (!reader) reportMissing(options);
  try {
    while (!signal.aborted) {
      const batch = reader && (await readBatch(reader));
      if (batch) {
        yield batch;
        continue;
      }
      if (await isNewFile(file, reader)) {
        if (reader) yield* drain(reader);
        await reader?.handle.close();
        reader = undefined;
        reader = await openAt(file, 0);
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

function reportMissing({ file, once, onWait }: FollowFileOptions): void {
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
}

/** Opens the file of the earlier run, also after a rename within its folder, or else the file at the path. */
async function resumeAt({ file, from }: FollowFileOptions): Promise<Reader | undefined> {
  if (from?.of !== 'file') return openAt(file, 0);
  const reopened = await openSame(file, from);
  if (reopened) return reopened;
  const folder = dirname(file);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.sort()) {
    const renamed = await openSame(join(folder, name), from);
    if (renamed) return renamed;
  }
  return openAt(file, 0);
}

async function openSame(
  path: string,
  { inode, offset }: { readonly inode: string; readonly offset: number },
): Promise<Reader | undefined> {
  if ((await findInode(path)) !== inode) return undefined;
  // A rename between the two calls may have changed the file, so the inode of the open file decides.
  const reader = await openAt(path, offset);
  if (reader?.inode === inode) return reader;
  await reader?.handle.close();
  return undefined;
}

/** Opens the file at the offset, or at its start if it is shorter. Returns undefined if it does not exist. */
async function openAt(path: string, offset: number): Promise<Reader | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'r');
    const { ino, size } = await handle.stat({ bigint: true });
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
  if (size < reader.size) reader.offset = 0;
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
    if (lines.length > 0) return { lines, position: toPosition(reader) };
  }
  return undefined;
}

/** Reads the last line if it has no line break. */
async function readUnendedLine(reader: Reader): Promise<Batch | undefined> {
  const block = await readBlock(reader, reader.size);
  const lines = splitLines(block);
  reader.offset += block.length;
  return lines.length > 0 ? { lines, position: toPosition(reader) } : undefined;
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

function toPosition({ inode, offset }: Reader): Position {
  return { of: 'file', inode, offset };
}

async function findInode(path: string): Promise<string | undefined> {
  return stat(path, { bigint: true }).then(
    ({ ino }) => String(ino),
    () => undefined,
  );
}
