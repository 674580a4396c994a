import { createHash, randomBytes } from 'node:crypto';

/** Bytes derived from a seed: unpredictable without it, reproducible with it. */
export interface SeededRandom {
  /** The seed. All derived secrets can be computed from it. */
  readonly seed: string;
  /**
   * Returns the same bytes for the same purpose. A purpose names the object (`token ak_...`), so that the bytes of one
   * object do not depend on the creation of others.
   */
  bytes(purpose: string, length: number): Buffer;
}

export function createSeededRandom(seed: string | number = randomBytes(16).toString('hex')): SeededRandom {
  const text = String(seed);
  return {
    seed: text,
    bytes: (purpose, length) =>
      createHash('shake256', { outputLength: length }).update(`${text.length} ${text} ${purpose}`).digest(),
  };
}
