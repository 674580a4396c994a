import { createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { parseSshPublicKey, sshKeyLine } from '../../../model/formats/ssh-key';
import { createEd25519Key } from '../ed25519';

export type Curve = 'p256' | 'p384' | 'p521';

export interface AuthorityKey {
  /** A line of authorized_keys. */
  readonly publicKey: string;
  /** PEM, PKCS#8. */
  readonly privateKey: string;
}

const generate = promisify(generateKeyPair);
const CURVE_NAMES: Readonly<Record<Curve, string>> = { p256: 'P-256', p384: 'P-384', p521: 'P-521' };

/**
 * Creates a key pair off the main thread. An Ed25519 key is the 32 bytes of `seed`; RSA (`bits`) and ECDSA (`curve`)
 * keys are different each time.
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
  if (!publicKey) throw new Error('The created key is not an SSH key.');
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
      return (await generate('ec', { namedCurve: CURVE_NAMES[curve] })).privateKey;
    default:
      return createEd25519Key(seed);
  }
}
