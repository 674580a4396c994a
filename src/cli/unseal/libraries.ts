/** The libraries that `netingress unseal` uses. Loaded on first use. */
import type * as Decrypt from 'jose/jwe/compact/decrypt' with { 'resolution-mode': 'import' };

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
