/** SSH keys and OpenSSH certificates, as defined in PROTOCOL.certkeys of OpenSSH. */
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { formatSshKey, parseSshPublicKey, type SshPublicKey } from '../../model/formats/ssh-key';
import { createEd25519Key } from './random';

export type Curve = 'p256' | 'p384' | 'p521';

interface KeyOptions {
  /** `rsa` or `ecdsa`; any other is Ed25519. */
  readonly type: string;
  readonly curve: Curve;
  readonly bits: number;
  readonly seed: Buffer;
}

const generate = promisify(generateKeyPair);
const CURVE_NAMES: Readonly<Record<Curve, string>> = { p256: 'P-256', p384: 'P-384', p521: 'P-521' };

/**
 * An Ed25519 key is the 32 bytes of `seed`; RSA (`bits`) and ECDSA (`curve`) keys are generated off the main thread and
 * differ each time. `publicKey` is a line of authorized_keys.
 */
export async function generateAuthorityKey(options: KeyOptions) {
  const privateKey = await generatePrivateKey(options);
  const pem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  const publicKey = parseSshPublicKey(pem);
  if (!publicKey) throw new Error('The created key is not an SSH key.');
  return {
    publicKey: formatSshKey(publicKey),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

async function generatePrivateKey({ type, curve, bits, seed }: KeyOptions): Promise<KeyObject> {
  switch (type) {
    case 'rsa':
      return (await generate('rsa', { modulusLength: bits })).privateKey;
    case 'ecdsa':
      return (await generate('ec', { namedCurve: CURVE_NAMES[curve] })).privateKey;
    default:
      return createEd25519Key(seed);
  }
}

export interface CertificateContent {
  readonly key: SshPublicKey;
  readonly type: 'user' | 'host';
  readonly keyId: string;
  /** Empty: valid for all principals. */
  readonly principals: readonly string[];
  /** Seconds since 1970. */
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  readonly criticalOptions: Readonly<Record<string, string>>;
  readonly extensions: Readonly<Record<string, string>>;
  /** {@link RANDOM_BYTES} bytes. */
  readonly random: Buffer;
}

/** A nonce of 32 bytes and a serial number of 8. */
export const RANDOM_BYTES = 40;

const TYPE_NUMBERS = { user: 1, host: 2 } as const;
const NONCE_BYTES = 32;

/** Returns an authorized_keys line with the key id. `authorityPem` is the private key. */
export function signCertificate(content: CertificateContent, authorityPem: string): string {
  const authority = createPrivateKey(authorityPem);
  const authorityKey = parseSshPublicKey(createPublicKey(authority).export({ type: 'spki', format: 'pem' }).toString());
  if (!authorityKey) throw new Error('The key of the authority is not an SSH key.');
  const certificateType = `${content.key.type}-cert-v01@openssh.com`;
  const signed = Buffer.concat([
    string(certificateType),
    string(content.random.subarray(0, NONCE_BYTES)),
    omitKeyType(content.key),
    content.random.subarray(NONCE_BYTES), // serial number, uint64
    uint32(TYPE_NUMBERS[content.type]),
    string(content.keyId),
    string(Buffer.concat(content.principals.map(string))),
    uint64(content.validAfter),
    uint64(content.validBefore),
    string(encodeOptions(content.criticalOptions)),
    string(encodeOptions(content.extensions)),
    string(''), // reserved
    string(authorityKey.body),
  ]);
  const certificate = Buffer.concat([signed, string(encodeSignature(authority, authorityKey.type, signed))]);
  return `${certificateType} ${certificate.toString('base64')} ${content.keyId}`;
}

function omitKeyType({ type, body }: SshPublicKey): Buffer {
  return body.subarray(string(type).length);
}

/** Sorted by the bytes of the names, as required. A value is a nested string; an empty value is a flag. */
function encodeOptions(values: Readonly<Record<string, string>>): Buffer {
  const named = Object.entries(values).map(([name, value]) => [Buffer.from(name), value] as const);
  named.sort(([a], [b]) => Buffer.compare(a, b));
  return Buffer.concat(named.flatMap(([name, value]) => [string(name), string(value === '' ? '' : string(value))]));
}

/** Hash of each curve (RFC 5656 section 6.2.1). */
const CURVE_HASHES: Readonly<Record<string, string>> = {
  'ecdsa-sha2-nistp256': 'sha256',
  'ecdsa-sha2-nistp384': 'sha384',
  'ecdsa-sha2-nistp521': 'sha512',
};

/** RSA uses SHA-512, because servers reject SHA-1 (RFC 8332). */
function encodeSignature(key: KeyObject, type: string, data: Buffer): Buffer {
  if (type === 'ssh-rsa') return Buffer.concat([string('rsa-sha2-512'), string(sign('sha512', data, key))]);
  const hash = CURVE_HASHES[type];
  if (!hash) return Buffer.concat([string(type), string(sign(null, data, key))]);
  const numbers = sign(hash, data, { key, dsaEncoding: 'ieee-p1363' });
  const half = numbers.length / 2;
  const pair = Buffer.concat([mpint(numbers.subarray(0, half)), mpint(numbers.subarray(half))]);
  return Buffer.concat([string(type), string(pair)]);
}

// Data types of the SSH protocol, RFC 4251 section 5.

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

function string(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint32(bytes.length), bytes]);
}

/** The leading zero keeps the first bit from reading as a sign. */
function mpint(unsigned: Buffer): Buffer {
  const start = unsigned.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? Buffer.alloc(0) : unsigned.subarray(start);
  return string((digits[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits);
}
