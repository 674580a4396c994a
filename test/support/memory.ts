/** The memory that this process uses, for tests that compare it before and after. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export const MEGABYTE = 2 ** 20;

const MAX_COLLECTIONS = 20;
const SAME_BYTES = 0.02 * MEGABYTE;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * The bytes of objects and buffers that are in use.
 *
 * Buffers without a user are counted after a collection too: another thread frees them, and the next collection waits
 * for it. Sockets release what they have written in a later turn of the event loop. So one collection is not enough,
 * and this collects until there is nothing more to free.
 */
export async function usedMemory(): Promise<number> {
  let used = Number.POSITIVE_INFINITY;
  for (let n = 0; n < MAX_COLLECTIONS; n += 1) {
    await new Promise(setImmediate);
    collectGarbage();
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const remaining = heapUsed + arrayBuffers;
    if (used - remaining < SAME_BYTES) return remaining;
    used = remaining;
  }
  throw new Error(`Each of ${MAX_COLLECTIONS} collections freed memory; expected that it settles.`);
}
