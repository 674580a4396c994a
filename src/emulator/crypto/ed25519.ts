import { createPrivateKey, type KeyObject } from 'node:crypto';

/** Header of a 32-byte private key in PKCS#8 (RFC 8410 section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export function encodeEd25519Key(seed: Buffer): Buffer {
  return Buffer.concat([PKCS8_PREFIX, seed]);
}

export function createEd25519Key(seed: Buffer): KeyObject {
  return createPrivateKey({ key: encodeEd25519Key(seed), format: 'der', type: 'pkcs8' });
}
