/** A state that survives restarts, in a file that is whole at any time. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ApiProblem } from '../../http/api-problem';
import { PRIVATE_FILE } from '../../state/private-file';
import type { State } from '../../state/state';
import { SnapshotError } from './check';
import { loadSnapshot } from './load';
import { type StateLock, stateLock } from './lock';
import { takeSnapshot } from './snapshot';

/**
 * Loads the file if it exists, and from now on writes every change to it before the response. Throws, and leaves the
 * file as it is, if it cannot be read, is torn, was not written by an emulator, or is in use by another emulator.
 * Returns a function that releases the file for other emulators; call it after the last change.
 */
export function keepInFile(state: State, file: string): () => void {
  const lock = stateLock(file);
  asWrite(file, lock.acquire);
  try {
    load(state, file);
    // Writes at once, so that a place that cannot be written to fails the start and not the first change.
    asWrite(file, () => writeNow(file, textOf(state)));
  } catch (error) {
    lock.release();
    throw error;
  }
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  state.save = () => {
    // One write holds all changes until it begins, so that many changes at once need few writes.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return write(file, textOf(state), lock);
      });
    running = next;
    return running;
  };
  return lock.release;
}

function asWrite(file: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new Error(`The state file ${file} cannot be written: ${messageOf(error)}.`, { cause: error });
  }
}

function load(state: State, file: string): void {
  if (!existsSync(file)) return;
  try {
    loadSnapshot(state, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why =
      error instanceof SyntaxError
        ? 'it is not JSON, so it is torn or no state at all'
        : error instanceof SnapshotError
          ? error.message
          : messageOf(error);
    const advice = 'It was left as it is; name another file, or move it away to start with nothing.';
    throw new Error(`The state file ${file} cannot be used: ${why}. ${advice}`, { cause: error });
  }
}

function textOf(state: State): string {
  return `${JSON.stringify(takeSnapshot(state, { secrets: true }), null, 2)}\n`;
}

async function write(file: string, text: string, lock: StateLock): Promise<void> {
  const unfinished = unfinishedOf(file);
  try {
    // Released if the emulator was closed and is used again.
    lock.acquire();
    await rm(unfinished, { force: true });
    const handle = await open(unfinished, 'wx', PRIVATE_FILE);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
    syncFolder(file);
  } catch (error) {
    throw new ApiProblem(
      500,
      undefined,
      `The change was made, and could not be written to the state file ${file}: ${messageOf(error)}. It is written with the next change.`,
    );
  }
}

function writeNow(file: string, text: string): void {
  const unfinished = unfinishedOf(file);
  rmSync(unfinished, { force: true });
  const descriptor = openSync(unfinished, 'wx', PRIVATE_FILE);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(unfinished, file);
  syncFolder(file);
}

/** Always the same name, so that what a killed process leaves behind is overwritten by the next. */
function unfinishedOf(file: string): string {
  return `${file}.tmp`;
}

/** A rename is safe only when the folder is written too; where folders cannot be opened it is so without. */
function syncFolder(file: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(dirname(file), 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function messageOf(error: unknown): string {
  const { message } = error as { readonly message?: unknown };
  return typeof message === 'string' ? message : String(error);
}
