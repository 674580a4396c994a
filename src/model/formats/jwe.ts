import type * as JweLibrary from 'jose/jwe/compact/encrypt' with { 'resolution-mode': 'import' };
import type { SealingKey } from './sealing-key';

/** Returns a JWE in compact serialization (RFC 7516), with the content encrypted by A256GCM. */
export async function encryptJwe(text: string, { key, algorithm }: SealingKey): Promise<string> {
  // Loaded on first use: it is an ES module, which the build defers.
  const { CompactEncrypt } = require('jose/jwe/compact/encrypt') as typeof JweLibrary;
  return new CompactEncrypt(Buffer.from(text)).setProtectedHeader({ alg: algorithm, enc: 'A256GCM' }).encrypt(key);
}
