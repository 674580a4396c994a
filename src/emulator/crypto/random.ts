/** Randomness that follows from the seed, so that the same requests get the same bytes. */
import { createHash, randomBytes } from 'node:crypto';

/** Bytes that nobody can guess who does not know the seed. */
export interface Randomness {
  /** The seed itself; whoever has it has every secret that was derived from it. */
  readonly seed: string;
  /**
   * So many bytes, always the same for one purpose. A purpose names the thing and its identifier (`token ak_...`), so
   * that what is drawn for one object does not depend on what was drawn for others before.
   */
  bytes(purpose: string, length: number): Buffer;
}

/** Randomness from a seed; without one it is different each time. */
export function createRandomness(seed: string | number = randomBytes(16).toString('hex')): Randomness {
  const text = String(seed);
  return {
    seed: text,
    bytes: (purpose, length) =>
      createHash('shake256', { outputLength: length }).update(`${text.length} ${text} ${purpose}`).digest(),
  };
}
