/**
 * A lock file beside the state file keeps two emulators of one machine from writing the same state. It contains the
 * process that holds it. The lock of a process that does not run here is taken over: after a crash, but also that of
 * another machine or container on a shared folder. Two processes that acquire it in the same instant may both get it.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseJsonObject } from '../../../values/json';
import { PRIVATE_FILE_MODE } from '../../events/delivery-folder';

export interface StateLock {
  /** Does nothing if this emulator holds the lock. Throws if another one does, or if the file cannot be created. */
  acquire(): void;
  release(): void;
}

/** `started` distinguishes the process from a later one with the same number; it is known on Linux only. */
export interface Holder {
  readonly pid: number;
  readonly started?: string | undefined;
}

export function createStateLock(stateFile: string): StateLock {
  const file = `${stateFile}.lock`;
  let isHeld = false;
  return {
    acquire() {
      if (isHeld) return;
      while (!tryCreate(file)) removeStale(file);
      isHeld = true;
    },
    release() {
      if (isHeld) rmSync(file, { force: true });
      isHeld = false;
    },
  };
}

function tryCreate(file: string): boolean {
  const { pid } = process;
  const holder: Holder = { pid, started: findStartTime(pid) };
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx', mode: PRIVATE_FILE_MODE });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function removeStale(file: string): void {
  const content = tryRead(file);
  const holder = content === undefined ? undefined : parseHolder(content);
  if (holder && isRunning(holder)) {
    throw new Error(`process ${holder.pid} uses it; stop that emulator or choose another file`);
  }
  rmSync(file, { force: true });
}

function tryRead(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function parseHolder(text: string): Holder | undefined {
  const { pid, started } = (parseJsonObject(text) ?? {}) as Partial<Holder>;
  return Number.isSafeInteger(pid) && Number(pid) > 0 ? { pid: Number(pid), started } : undefined;
}

/** Whether the process runs; without `/proc` also true for a later one with the same number. */
export function isRunning({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    if (errorCode(error) !== 'EPERM') return false;
  }
  return findStartTime(pid) === started;
}

/** Returns the clock ticks from the boot of the system to the start of the process; undefined without `/proc`. */
export function findStartTime(pid: number): string | undefined {
  const stat = tryRead(`/proc/${pid}/stat`);
  // The name of the program is in parentheses and may contain blanks; the start time is the 20th field after it.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
