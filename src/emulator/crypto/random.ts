import { createHash, createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';

/** Bytes derived from a seed: unpredictable without it, reproducible with it. */
export interface SeededRandom {
  readonly seed: string;
  /**
   * The same purpose has the same bytes. That of an object names it (`token ak_...`), so that its bytes do not depend
   * on other objects.
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

/** Header of a 32-byte private key in PKCS#8 (RFC 8410 section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export function encodeEd25519Key(seed: Buffer): Buffer {
  return Buffer.concat([PKCS8_PREFIX, seed]);
}

export function createEd25519Key(seed: Buffer): KeyObject {
  return createPrivateKey({ key: encodeEd25519Key(seed), format: 'der', type: 'pkcs8' });
}
