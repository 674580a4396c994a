/** OpenPGP keys that sign a release. The library is not a dependency of the package, because few users sign. */
import { readFileSync } from 'node:fs';
import { CliError } from '../context';

export const PASSPHRASE_VARIABLE = 'NETINGRESS_SIGNING_PASSPHRASE';

export interface PublicKey {
  /** Sixteen hexadecimal digits, upper case. */
  readonly id: string;
  /** Armored, as a registry shows it to Terraform. */
  readonly armored: string;
  /** Whether the detached signature of the content was made with this key. */
  readonly verifies: (content: Uint8Array, signature: Uint8Array) => Promise<boolean>;
}

export interface SigningKey extends PublicKey {
  /** Returns a detached, binary signature. */
  readonly sign: (content: Uint8Array) => Promise<Uint8Array>;
}

/** Algorithms of RSA keys, the only ones that all registries accept. */
const RSA = ['rsaEncryptSign', 'rsaSign'];

/** Reads an armored public key, as `gpg --armor --export` writes it. */
export async function readPublicKey(file: string): Promise<PublicKey> {
  const openpgp = await loadOpenPgp();
  const armoredKey = readFileSync(file, 'utf8');
  const key = (await openpgp.readKey({ armoredKey }).catch(() => failToRead(file, 'public'))).toPublic();
  return {
    id: key.getKeyID().toHex().toUpperCase(),
    armored: key.armor(),
    verifies: async (binary, binarySignature) => {
      try {
        const message = await openpgp.createMessage({ binary });
        const signature = await openpgp.readSignature({ binarySignature });
        const { signatures } = await openpgp.verify({ message, signature, verificationKeys: key });
        return await (signatures[0]?.verified ?? false);
      } catch {
        return false;
      }
    },
  };
}

/** Reads an armored private key, as `gpg --armor --export-secret-keys` writes it. */
export async function readSigningKey(file: string, passphrase: string | undefined): Promise<SigningKey> {
  const openpgp = await loadOpenPgp();
  const armoredKey = readFileSync(file, 'utf8');
  let key = await openpgp.readPrivateKey({ armoredKey }).catch(() => failToRead(file, 'private'));
  const { algorithm } = key.getAlgorithmInfo();
  if (!RSA.includes(algorithm)) throw new CliError(`${file} has a key of algorithm ${algorithm}; expected an RSA key.`);
  if (!key.isDecrypted()) {
    if (passphrase === undefined)
      throw new CliError(`${file} is encrypted. Set ${PASSPHRASE_VARIABLE} to its passphrase.`);
    key = await openpgp.decryptKey({ privateKey: key, passphrase }).catch(() => {
      throw new CliError(`${PASSPHRASE_VARIABLE} is not the passphrase of ${file}.`);
    });
  }
  const signingKey = key;
  return {
    ...(await readPublicKey(file)),
    sign: async (binary) =>
      openpgp.sign({
        message: await openpgp.createMessage({ binary }),
        signingKeys: signingKey,
        detached: true,
        format: 'binary',
        // The same content has the same signature, so a release can be published again.
        date: signingKey.getCreationTime(),
        config: { nonDeterministicSignaturesViaNotation: false },
      }),
  };
}

function failToRead(file: string, kind: string): never {
  throw new CliError(`${file} is not an armored OpenPGP ${kind} key. Export it with gpg --armor.`);
}

async function loadOpenPgp() {
  try {
    return await import('openpgp');
  } catch (cause) {
    throw new CliError(
      `Signatures need the package openpgp, which cannot be loaded: ${(cause as Error).message}. Run \`npm install openpgp@6\`.`,
    );
  }
}
