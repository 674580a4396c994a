/** Key pairs of SSH certificate authorities. */
import { createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { parseSshPublicKey, sshKeyLine } from '../../../model/formats/ssh-key';
import { ed25519Key } from '../ed25519';

/** Curves by the service's names. */
export type Curve = 'p256' | 'p384' | 'p521';

/** A key pair: the public half as an authorized-keys line, the private one as PKCS#8 PEM. */
export interface AuthorityKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

const generate = promisify(generateKeyPair);
const curveNames: Readonly<Record<Curve, string>> = { p256: 'P-256', p384: 'P-384', p521: 'P-521' };

/**
 * Makes a key pair, off the main thread; `curve` matters for `ecdsa` and `bits` for `rsa` only. All else is Ed25519, whose
 * private key is the 32 bytes of `seed`; the others are different each time.
 */
export async function generateAuthorityKey(options: {
  readonly type: string;
  readonly curve: Curve;
  readonly bits: number;
  readonly seed: Buffer;
}): Promise<AuthorityKey> {
  const privateKey = await generatePrivateKey(options);
  const pem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  const publicKey = parseSshPublicKey(pem);
  if (!publicKey) throw new Error('A key that was just made cannot be read as an SSH key');
  return {
    publicKey: sshKeyLine(publicKey),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

async function generatePrivateKey({
  type,
  curve,
  bits,
  seed,
}: Parameters<typeof generateAuthorityKey>[0]): Promise<KeyObject> {
  switch (type) {
    case 'rsa':
      return (await generate('rsa', { modulusLength: bits })).privateKey;
    case 'ecdsa':
      return (await generate('ec', { namedCurve: curveNames[curve] })).privateKey;
    default:
      return ed25519Key(seed);
  }
}
