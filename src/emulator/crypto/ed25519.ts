import { createPrivateKey, type KeyObject } from 'node:crypto';

/** What stands before the 32 bytes of a private key in PKCS#8 (RFC 8410 section 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 private key that these 32 bytes are, in PKCS#8. */
export function ed25519Pkcs8(seed: Buffer): Buffer {
  return Buffer.concat([pkcs8Prefix, seed]);
}

/** The Ed25519 private key that these 32 bytes are. */
export function ed25519Key(seed: Buffer): KeyObject {
  return createPrivateKey({ key: ed25519Pkcs8(seed), format: 'der', type: 'pkcs8' });
}
