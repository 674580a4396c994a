import { generateKeyPairSync } from 'node:crypto';
import { caExtension, makeCertificate } from '../support/emulator/pki';

export { caExtension, certificateBody, type KeyType, makeCertificate } from '../support/emulator/pki';

const generators = {
  rsa: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ed25519: () => generateKeyPairSync('ed25519'),
  p256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  p384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  p521: () => generateKeyPairSync('ec', { namedCurve: 'P-521' }),
};

export const SSH_KEY_TYPES = Object.keys(generators) as (keyof typeof generators)[];

export function publicKeyPem(type: keyof typeof generators = 'ed25519'): string {
  return generators[type]().publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

/** An Ed25519 public key as an authorized-keys line without a comment. */
export function publicKeyLine(): string {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const fields = [Buffer.from('ssh-ed25519'), Buffer.from(String(x), 'base64url')];
  const blob = Buffer.concat(fields.flatMap((field) => [Buffer.from([0, 0, 0, field.length]), field]));
  return `ssh-ed25519 ${blob.toString('base64')}`;
}

export async function authorityPem(): Promise<string> {
  return (await makeCertificate({ subject: 'CN=Conformance CA', extensions: [caExtension] })).pem;
}
