/** OpenSSH certificates, as PROTOCOL.certkeys of OpenSSH describes them. */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { parseSshPublicKey, type SshPublicKey } from '../../../model/formats/ssh-key';
import { mpint, string, uint32, uint64 } from './wire';

/** What a certificate says. */
export interface CertificateContent {
  /** The key that is certified. */
  readonly key: SshPublicKey;
  readonly type: 'user' | 'host';
  /** A text for people and logs. */
  readonly keyId: string;
  /** Nobody means everybody. */
  readonly principals: readonly string[];
  /** Seconds since 1970. */
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  readonly criticalOptions: Readonly<Record<string, string>>;
  readonly extensions: Readonly<Record<string, string>>;
  /** {@link RANDOM_BYTES} bytes for the nonce and the serial number. */
  readonly random: Buffer;
}

/** Random bytes that a certificate needs: a nonce of 32 and a serial number of 8. */
export const RANDOM_BYTES = 40;

const typeNumbers = { user: 1, host: 2 } as const;
const nonceBytes = 32;

/** The certificate, signed by the authority's private key (PEM), as an authorized-keys line with the key id as comment. */
export function signCertificate(content: CertificateContent, authorityPem: string): string {
  const authority = createPrivateKey(authorityPem);
  const authorityKey = parseSshPublicKey(createPublicKey(authority).export({ type: 'spki', format: 'pem' }).toString());
  if (!authorityKey) throw new Error('The key of the authority cannot be read as an SSH key');
  const certificateType = `${content.key.type}-cert-v01@openssh.com`;
  const signed = Buffer.concat([
    string(certificateType),
    string(content.random.subarray(0, nonceBytes)),
    keyMembers(content.key),
    content.random.subarray(nonceBytes), // serial number, uint64
    uint32(typeNumbers[content.type]),
    string(content.keyId),
    string(Buffer.concat(content.principals.map(string))),
    uint64(content.validAfter),
    uint64(content.validBefore),
    string(options(content.criticalOptions)),
    string(options(content.extensions)),
    string(''), // reserved
    string(authorityKey.body),
  ]);
  const certificate = Buffer.concat([signed, string(signature(authority, authorityKey.type, signed))]);
  return `${certificateType} ${certificate.toString('base64')} ${content.keyId}`;
}

/** The key blob without the name of its type, which stands in front of the nonce. */
function keyMembers({ type, body }: SshPublicKey): Buffer {
  return body.subarray(string(type).length);
}

/** Names in order of their bytes, each once; a value is a string within the data, an empty one is no data (a flag). */
function options(values: Readonly<Record<string, string>>): Buffer {
  const named = Object.entries(values).map(([name, value]) => [Buffer.from(name), value] as const);
  named.sort(([a], [b]) => Buffer.compare(a, b));
  return Buffer.concat(named.flatMap(([name, value]) => [string(name), string(value === '' ? '' : string(value))]));
}

/** The hash that goes with each curve (RFC 5656 section 6.2.1). */
const curveHashes: Readonly<Record<string, string>> = {
  'ecdsa-sha2-nistp256': 'sha256',
  'ecdsa-sha2-nistp384': 'sha384',
  'ecdsa-sha2-nistp521': 'sha512',
};

/** Signature algorithm and signature; RSA signs with SHA-512, since servers refuse SHA-1 (RFC 8332). */
function signature(key: KeyObject, type: string, data: Buffer): Buffer {
  if (type === 'ssh-rsa') return Buffer.concat([string('rsa-sha2-512'), string(sign('sha512', data, key))]);
  const hash = curveHashes[type];
  if (!hash) return Buffer.concat([string(type), string(sign(null, data, key))]);
  const numbers = sign(hash, data, { key, dsaEncoding: 'ieee-p1363' });
  const half = numbers.length / 2;
  const pair = Buffer.concat([mpint(numbers.subarray(0, half)), mpint(numbers.subarray(half))]);
  return Buffer.concat([string(type), string(pair)]);
}
