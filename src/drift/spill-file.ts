/** Keeps blocks of bytes in memory, up to `memoryBytes`, and all others in a temporary file. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../command/context';
import { PRIVATE_FILE } from '../command/output-file';
import type { BlockStore } from './attribution/recorded-changes';

/** Chosen: with fewer compressed bytes there is no file. */
const MEMORY_BYTES = 4 * 1024 * 1024;

export interface SpillFile extends BlockStore {
  close(): void;
}

/** Blocks in memory have the numbers 0, 1, …, those in the file -1, -2, …. */
export function createSpillFile({ folder = tmpdir(), memoryBytes = MEMORY_BYTES } = {}): SpillFile {
  const inMemory: Uint8Array[] = [];
  const ends: number[] = [];
  let memory = 0;
  let file: number | undefined;
  let own: string | undefined;
  /**
   * Where the system can remove the name of an open file, no other process finds it by its name, and it is gone with
   * this process.
   */
  const openNameless = (): number => {
    own = mkdtempSync(join(folder, 'netingress-changes-'));
    try {
      return openSync(join(own, 'blocks'), 'wx+', PRIVATE_FILE);
    } finally {
      try {
        rmSync(own, { recursive: true, force: true });
      } catch {
        // Some systems do not remove a file that is open. `close` removes it.
      }
    }
  };
  return {
    add(block) {
      if (memory + block.length <= memoryBytes) {
        memory += block.length;
        return inMemory.push(block) - 1;
      }
      const start = ends.at(-1) ?? 0;
      try {
        file ??= openNameless();
        for (let at = 0; at < block.length; ) at += writeSync(file, block, at, block.length - at, start + at);
      } catch (error) {
        throw new CliError(
          `The changes of --events do not fit into memory, and cannot be kept in ${folder}: ${(error as Error).message}; expected a folder with free space. Set TMPDIR to one.`,
        );
      }
      ends.push(start + block.length);
      return -ends.length;
    },
    get(index) {
      if (index >= 0) return inMemory[index] as Uint8Array;
      const [start, end] = [ends[-index - 2] ?? 0, ends[-index - 1] as number];
      const block = new Uint8Array(end - start);
      for (let at = 0; at < block.length; ) {
        const read = readSync(file as number, block, at, block.length - at, start + at);
        if (read === 0) throw new Error('The temporary file of changes is shorter than what was written.');
        at += read;
      }
      return block;
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
      if (own !== undefined) rmSync(own, { recursive: true, force: true });
      own = undefined;
    },
  };
}
