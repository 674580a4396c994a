/** The libraries that seal and unseal tokens, which the build writes to a separate file. Loaded on first use. */
import type * as Decrypt from 'jose/jwe/compact/decrypt' with { 'resolution-mode': 'import' };
import type * as Encrypt from 'jose/jwe/compact/encrypt' with { 'resolution-mode': 'import' };

/** Writes a derived key to `key`. Returns 0, or -1 for invalid arguments. */
type DeriveKey = (
  passphrase: Uint8Array,
  passphraseLength: number,
  salt: Uint8Array,
  saltLength: number,
  key: Uint8Array,
  keyLength: number,
  rounds: number,
) => number;

/** The key derivation of encrypted OpenSSH keys. The package has no types. */
export const { pbkdf } = require('bcrypt-pbkdf') as { readonly pbkdf: DeriveKey };

// An ES module, which Node before 20.19 cannot `require` unless it is bundled.
export const { compactDecrypt } = require('jose/jwe/compact/decrypt') as typeof Decrypt;

/** In the build, `src/model/formats/jwe.ts` loads it from here. */
export const { CompactEncrypt } = require('jose/jwe/compact/encrypt') as typeof Encrypt;
