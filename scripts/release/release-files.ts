/** The files of a release that registries of providers expect: zips, checksums, their signature, and a manifest. */
import { readFileSync } from 'node:fs';
import { sha256 } from './fetch';

const PREFIX = 'terraform-provider-netingress';

export function checksumsName(version: string): string {
  return `${PREFIX}_${version}_SHA256SUMS`;
}

export function manifestName(version: string): string {
  return `${PREFIX}_${version}_manifest.json`;
}

/** Returns the manifest that registries read: the versions of the plugin protocol. */
export function manifest(): string {
  return `${JSON.stringify({ version: 1, metadata: { protocol_versions: ['6.0'] } }, null, 2)}\n`;
}

/** Returns SHA256SUMS in the format of `sha256sum`, for files by name. */
export function checksums(files: ReadonlyMap<string, Uint8Array>): string {
  const names = [...files.keys()].sort();
  return names.map((name) => `${sha256(files.get(name) as Uint8Array)}  ${name}\n`).join('');
}

/** Variable with the passphrase of the signing key. */
const PASSPHRASE_VARIABLE = 'NETINGRESS_SIGNING_PASSPHRASE';

/** An OpenPGP key that signs releases. */
export interface SigningKey {
  /** Sixteen hexadecimal digits, upper case. */
  readonly id: string;
  /** The public key, armored: what a registry shows to Terraform. */
  readonly publicKey: string;
  /** Returns a detached, binary signature. */
  readonly sign: (content: Uint8Array) => Promise<Uint8Array>;
}

/** Algorithms of RSA keys, the only ones that all registries accept. */
const RSA = ['rsaEncryptSign', 'rsaSign'];

/** Reads an armored private key, as `gpg --armor --export-secret-keys` writes it. */
export async function readSigningKey(file: string, passphrase = process.env[PASSPHRASE_VARIABLE]): Promise<SigningKey> {
  // An ES module, which sources that are compiled to CommonJS cannot import.
  const { createMessage, decryptKey, readPrivateKey, sign } = await import('openpgp');
  let key = await readPrivateKey({ armoredKey: readFileSync(file, 'utf8') });
  const { algorithm } = key.getAlgorithmInfo();
  if (!RSA.includes(algorithm)) throw new Error(`${file} has a key of algorithm ${algorithm}; expected an RSA key.`);
  if (!key.isDecrypted()) {
    if (passphrase === undefined)
      throw new Error(`${file} is encrypted. Set ${PASSPHRASE_VARIABLE} to its passphrase.`);
    key = await decryptKey({ privateKey: key, passphrase });
  }
  return {
    id: key.getKeyID().toHex().toUpperCase(),
    publicKey: key.toPublic().armor(),
    sign: async (content) =>
      sign({ message: await createMessage({ binary: content }), signingKeys: key, detached: true, format: 'binary' }),
  };
}
