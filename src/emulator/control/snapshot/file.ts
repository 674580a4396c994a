import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname } from 'node:path';
import { PRIVATE_FILE_MODE } from '../../events/delivery-folder';
import { Refusal } from '../../service/state/refusal';
import type { State } from '../../service/state/types';
import { loadSnapshot, SnapshotError } from './load';
import { createStateLock, type StateLock } from './lock';
import { takeSnapshot } from './snapshot';

/**
 * Loads the file if it exists, writes it at once, and sets `save` of the state. Throws if it cannot be read or written,
 * does not fit this emulator, or is in use by another one; the file then stays as it is, unless it was replaced and
 * only its folder could not be synced. Returns a function that releases the file for other emulators; call it after the
 * last change.
 */
export function keepInFile(state: State, file: string): () => void {
  const lock = createStateLock(file);
  reportWriteFailure(file, lock.acquire);
  try {
    loadFile(state, file);
    // A path that is not writable fails the start and not the first change.
    reportWriteFailure(file, () => writeFileNow(file, formatState(state)));
  } catch (error) {
    lock.release();
    throw error;
  }
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  state.save = () => {
    // A write includes all changes made before it starts, so many changes at once need few writes.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return writeStateFile(file, formatState(state), lock);
      });
    running = next;
    return running;
  };
  return lock.release;
}

function reportWriteFailure(file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new Error(`The state file ${file} cannot be written: ${(error as Error).message}.`, { cause: error });
  }
}

function loadFile(state: State, file: string): void {
  if (!existsSync(file)) return;
  try {
    loadSnapshot(state, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason =
      error instanceof SyntaxError
        ? 'It is truncated or not JSON.'
        : error instanceof SnapshotError
          ? error.message
          : `${(error as Error).message}.`;
    const advice = 'The file was not changed; choose another file, or move it away to start with an empty state.';
    throw new Error(`The state file ${file} cannot be used: ${reason} ${advice}`, { cause: error });
  }
}

function formatState(state: State): string {
  return `${JSON.stringify(takeSnapshot(state, { secrets: true }), null, 2)}\n`;
}

/** Never an existing file: `mode` counts only for a new one, and a link of that name would be followed. */
const NEW_FILE = { flag: 'wx', mode: PRIVATE_FILE_MODE, flush: true } as const;

async function writeStateFile(file: string, text: string, lock: StateLock): Promise<void> {
  const temporary = temporaryPath(file);
  try {
    // `close` of the emulator released the lock, and the emulator may be used again.
    lock.acquire();
    await rm(temporary, { force: true });
    await writeFile(temporary, text, NEW_FILE);
    await rename(temporary, file);
    syncFolder(file);
  } catch (error) {
    throw new Refusal(
      500,
      undefined,
      `The change was applied, but could not be written to the state file ${file}: ${(error as Error).message}. ` +
        'The next change, or the close of the emulator, writes it.',
    );
  }
}

function writeFileNow(file: string, text: string): void {
  const temporary = temporaryPath(file);
  rmSync(temporary, { force: true });
  writeFileSync(temporary, text, NEW_FILE);
  renameSync(temporary, file);
  syncFolder(file);
}

/** The same name every time, so that the next process removes the file of a killed one. */
function temporaryPath(file: string): string {
  return `${file}.tmp`;
}

/** On POSIX a rename is durable once its folder is synced. Node cannot open a folder on Windows. */
function syncFolder(file: string): void {
  if (platform() === 'win32') return;
  const descriptor = openSync(dirname(file), 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
