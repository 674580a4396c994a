/**
 * Reads OpenSSH certificates and verifies their signatures. It is written from PROTOCOL.certkeys and shares no code
 * with the emulator.
 */
import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';

export interface ReadCertificate {
  readonly format: string;
  /** The certified key in PEM. */
  readonly subject: string;
  readonly type: 'user' | 'host';
  readonly keyId: string;
  readonly principals: readonly string[];
  readonly validAfter: Date;
  readonly validBefore: Date;
  readonly criticalOptions: readonly (readonly [name: string, value: string])[];
  readonly extensions: readonly (readonly [name: string, value: string])[];
  /** The authority as a line of authorized_keys. */
  readonly authority: string;
  readonly signatureAlgorithm: string;
  readonly verified: boolean;
}

/** Members of a key by type. */
const keyMembers: Readonly<Record<string, number>> = { 'ssh-rsa': 2, 'ssh-ed25519': 1 };

class Reader {
  at = 0;
  constructor(readonly bytes: Buffer) {}
  take(length: number): Buffer {
    if (this.at + length > this.bytes.length) throw new Error('The data ends too early');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
  string(): Buffer {
    return this.take(this.take(4).readUInt32BE(0));
  }
  uint64(): bigint {
    return this.take(8).readBigUInt64BE(0);
  }
  rest(): Buffer[] {
    const strings: Buffer[] = [];
    while (this.at < this.bytes.length) strings.push(this.string());
    return strings;
  }
}

/** Reads a line of authorized_keys with a certificate. */
export function readSshCertificate(line: string): ReadCertificate {
  const [format, base64 = ''] = line.split(' ');
  const reader = new Reader(Buffer.from(base64, 'base64'));
  const inner = reader.string().toString();
  if (inner !== format) throw new Error(`The line says ${format}, the certificate ${inner}`);
  const plainType = inner.replace('-cert-v01@openssh.com', '');
  reader.string(); // nonce
  const key = Array.from({ length: keyMembers[plainType] ?? 2 }, () => reader.string());
  reader.uint64(); // serial
  const type = reader.take(4).readUInt32BE(0) === 1 ? 'user' : 'host';
  const keyId = reader.string().toString();
  const principals = new Reader(reader.string()).rest().map(String);
  const [validAfter, validBefore] = [reader.uint64(), reader.uint64()].map((time) => new Date(Number(time) * 1000));
  const [criticalOptions, extensions] = [pairs(reader.string()), pairs(reader.string())];
  if (reader.string().length > 0) throw new Error('The reserved member is not empty');
  const authorityBlob = reader.string();
  const signed = reader.bytes.subarray(0, reader.at);
  const [algorithm = Buffer.alloc(0), signature = Buffer.alloc(0)] = new Reader(reader.string()).rest();
  if (reader.at !== reader.bytes.length) throw new Error('There is something behind the signature');
  const [authorityType = Buffer.alloc(0)] = new Reader(authorityBlob).rest();
  return {
    format: inner,
    subject: keyOf(plainType, key).export({ type: 'spki', format: 'pem' }).toString(),
    type,
    keyId,
    principals,
    validAfter: validAfter as Date,
    validBefore: validBefore as Date,
    criticalOptions,
    extensions,
    authority: `${authorityType.toString()} ${authorityBlob.toString('base64')}`,
    signatureAlgorithm: algorithm.toString(),
    verified: isSignedBy(authorityBlob, algorithm.toString(), signature, signed),
  };
}

function pairs(bytes: Buffer): (readonly [string, string])[] {
  const strings = new Reader(bytes).rest();
  return strings.flatMap((name, index) => {
    if (index % 2 === 1) return [];
    const data = strings[index + 1] ?? Buffer.alloc(0);
    return [[name.toString(), data.length === 0 ? '' : new Reader(data).string().toString()] as const];
  });
}

const hashes: Readonly<Record<string, string | null>> = {
  'rsa-sha2-512': 'sha512',
  'ssh-ed25519': null,
  'ecdsa-sha2-nistp256': 'sha256',
  'ecdsa-sha2-nistp384': 'sha384',
  'ecdsa-sha2-nistp521': 'sha512',
};

function isSignedBy(blob: Buffer, algorithm: string, signature: Buffer, data: Buffer): boolean {
  const hash = hashes[algorithm];
  if (hash === undefined) throw new Error(`Nothing is known of the signature algorithm ${algorithm}`);
  const key = publicKey(blob);
  if (!algorithm.startsWith('ecdsa')) return verify(hash, data, key, signature);
  const numbers = new Reader(signature).rest();
  // DER of two integers.
  const body = Buffer.concat(numbers.map((number) => Buffer.concat([Buffer.from([2, number.length]), number])));
  const length = body.length < 128 ? [body.length] : [0x81, body.length];
  return verify(hash, data, key, Buffer.concat([Buffer.from([0x30, ...length]), body]));
}

export function publicKey(blob: Buffer): KeyObject {
  const [type = Buffer.alloc(0), ...members] = new Reader(blob).rest();
  return keyOf(type.toString(), members);
}

function keyOf(type: string, members: readonly Buffer[]): KeyObject {
  return createPublicKey({ key: jwkOf(type, members), format: 'jwk' });
}

function jwkOf(type: string, members: readonly Buffer[]): JsonWebKey {
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = members;
  const text = (bytes: Buffer): string => bytes.toString('base64url');
  if (type === 'ssh-ed25519') return { kty: 'OKP', crv: 'Ed25519', x: text(first) };
  if (type === 'ssh-rsa') return { kty: 'RSA', e: text(first), n: text(second[0] === 0 ? second.subarray(1) : second) };
  const half = (second.length - 1) / 2;
  const crv = `P-${first.toString().slice('nistp'.length)}`;
  return { kty: 'EC', crv, x: text(second.subarray(1, 1 + half)), y: text(second.subarray(1 + half)) };
}
