/** Generates keys and certificates. */
import { generateKeyPairSync } from 'node:crypto';
import { caExtension, makeCertificate } from '../support/emulator/pki';

export { caExtension, makeCertificate } from '../support/emulator/pki';

/** Types of the keys that SSH credentials and certificates have. */
export type SshKeyType = 'rsa' | 'ecdsa' | 'ed25519';

/** A public key in PEM. */
export function publicKeyPem(type: SshKeyType = 'ed25519'): string {
  const pair =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : type === 'ecdsa'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('ed25519');
  return pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

/** An Ed25519 public key as an authorized-keys line without a comment. */
export function publicKeyLine(): string {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const fields = [Buffer.from('ssh-ed25519'), Buffer.from(String(x), 'base64url')];
  const blob = Buffer.concat(fields.flatMap((field) => [Buffer.from([0, 0, 0, field.length]), field]));
  return `ssh-ed25519 ${blob.toString('base64')}`;
}

/** A CA certificate in PEM. */
export async function authorityPem(): Promise<string> {
  return (await makeCertificate({ subject: 'CN=Conformance CA', extensions: [caExtension] })).pem;
}
