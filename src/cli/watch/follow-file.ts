/** Follows the lines of a growing file through rotation, by rename or truncation, and restarts of this program. */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
        const lastBatch = reader && pendingLine(reader);
        if (lastBatch && isCompleteJson(lastBatch.lines)) yield lastBatch;
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

async function readBatch(reader: Reader): Promise<Batch | undefined> {
  const lines = await readLines(reader);
  return lines.length > 0 ? { lines, position: toPosition(reader) } : undefined;
}

/** Whether the path now points to a different file than the open one. */
async function isNewFile(file: string, reader: Reader | undefined): Promise<boolean> {
  const inode = await findInode(file);
  return inode !== undefined && inode !== reader?.inode;
}

/** Yields the rest of a replaced file, including lines written after the last poll. */
async function* drain(reader: Reader): AsyncGenerator<Batch> {
  for (let batch = await readBatch(reader); batch; batch = await readBatch(reader)) yield batch;
  const lastBatch = pendingLine(reader);
  if (lastBatch) yield lastBatch;
}

/** Returns the last line if it has no line break. */
function pendingLine({ pending, inode, offset }: Reader): Batch | undefined {
  const text = pending.toString('utf8');
  return text.trim() === '' ? undefined : { lines: [text], position: { of: 'file', inode, offset } };
}

/** A line that is still being written is incomplete; the next run reads it. */
function isCompleteJson([text = '']: readonly string[]): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

interface Reader {
  readonly handle: FileHandle;
  /** Decimal string, because an inode number may exceed 2^53. */
  readonly inode: string;
  offset: number;
  pending: Buffer;
}

function toPosition({ inode, offset, pending }: Reader): Position {
  return { of: 'file', inode, offset: offset - pending.length };
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
    return { handle, inode: String(ino), offset: size < offset ? 0 : offset, pending: Buffer.alloc(0) };
  } catch (error) {
    await handle?.close();
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new CliError(`Cannot read the events from ${path}: ${message}.`);
  }
}

/** Returns the next complete lines. The result is empty only at the end of the file. */
async function readLines(reader: Reader): Promise<string[]> {
  const { size } = await reader.handle.stat();
  if (size < reader.offset) {
    // The file was truncated; its contents are new.
    reader.offset = 0;
    reader.pending = Buffer.alloc(0);
  }
  const chunks = [reader.pending];
  while (reader.offset < size) {
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, size - reader.offset));
    const { bytesRead } = await reader.handle.read(buffer, 0, buffer.length, reader.offset);
    if (bytesRead === 0) break;
    reader.offset += bytesRead;
    const chunk = buffer.subarray(0, bytesRead);
    // Searches bytes, because a chunk may end within a UTF-8 character.
    const lineEnd = chunk.lastIndexOf(0x0a) + 1;
    chunks.push(lineEnd > 0 ? chunk.subarray(0, lineEnd) : chunk);
    if (lineEnd === 0) continue;
    const text = Buffer.concat(chunks).toString('utf8');
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    reader.pending = chunk.subarray(lineEnd);
    if (lines.length > 0) return lines;
    chunks.splice(0, chunks.length, reader.pending);
  }
  reader.pending = Buffer.concat(chunks);
  return [];
}

async function findInode(path: string): Promise<string | undefined> {
  return stat(path, { bigint: true }).then(
    ({ ino }) => String(ino),
    () => undefined,
  );
}
