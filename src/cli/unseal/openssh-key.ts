/** Reads private keys in OpenSSH's format (PROTOCOL.key of OpenSSH). Node reads every other format. */
import { createDecipheriv, createPrivateKey, type KeyObject } from 'node:crypto';
import { parsePem } from '../../model/formats/pem';
import type * as Libraries from './libraries';

const LABEL = 'OPENSSH PRIVATE KEY';
const MAGIC = 'openssh-key-v1\0';

/** Key and IV lengths of the ciphers that `ssh-keygen` writes. */
const CIPHERS: Readonly<Record<string, { readonly name: string; readonly keyBytes: number }>> = {
  'aes256-ctr': { name: 'aes-256-ctr', keyBytes: 32 },
  'aes256-cbc': { name: 'aes-256-cbc', keyBytes: 32 },
  'aes192-ctr': { name: 'aes-192-ctr', keyBytes: 24 },
  'aes128-ctr': { name: 'aes-128-ctr', keyBytes: 16 },
};
const IV_BYTES = 16;

/** A key of a type that cannot decrypt. The message names the type, and never quotes the key. */
export class UnsupportedKeyError extends Error {}

/** Types of keys as OpenSSH names them. A damaged file may have any bytes at that position. */
const KEY_TYPE = /^(ssh|ecdsa|sk)-[\w@.-]{1,40}$/;

export function isOpenSshKey(text: string): boolean {
  return text.includes(`-----BEGIN ${LABEL}-----`);
}

/** Whether the key needs a passphrase. Throws for an incomplete key, like {@link readOpenSshKey}. */
export function isEncryptedOpenSshKey(text: string): boolean {
  return openFile(text).cipher !== 'none';
}

/** Throws if the key cannot be read or the passphrase is wrong; the message never quotes the key. */
export function readOpenSshKey(text: string, passphrase: string | undefined): KeyObject {
  const { cipher, salt, rounds, content } = openFile(text);
  const reader = createReader(cipher === 'none' ? content : decrypt(content, cipher, salt, rounds, passphrase ?? ''));
  const [check, repeated] = [reader.uint32(), reader.uint32()];
  if (check !== repeated) throw new Error('The passphrase is wrong');
  const type = reader.field().toString('latin1');
  if (type === 'ssh-rsa') return readRsa(reader);
  if (KEY_TYPE.test(type) && type !== 'ecdsa-sha2-nistp256') throw new UnsupportedKeyError(type);
  if (type !== 'ecdsa-sha2-nistp256') throw new Error('The key has an unknown type');
  reader.field();
  const [point, d] = [reader.field(), reader.field()];
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(encode) as [string, string];
  const fixed = Buffer.concat([Buffer.alloc(32), d]).subarray(-32);
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: encode(fixed) }, format: 'jwk' });
}

interface KeyFile {
  readonly cipher: string;
  readonly salt: Buffer;
  readonly rounds: number;
  readonly content: Buffer;
}

function openFile(text: string): KeyFile {
  const der = parsePem(text).find(({ label }) => label === LABEL)?.der;
  if (!der?.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC))) throw new Error('The key is incomplete');
  const reader = createReader(der.subarray(MAGIC.length));
  const cipher = reader.field().toString('latin1');
  reader.field();
  const options = createReader(reader.field());
  const isEncrypted = cipher !== 'none';
  const [salt, rounds] = isEncrypted ? [options.field(), options.uint32()] : [Buffer.alloc(0), 0];
  if (reader.uint32() !== 1) throw new Error('The file has several keys');
  reader.field();
  return { cipher, salt, rounds, content: reader.field() };
}

function decrypt(content: Buffer, cipher: string, salt: Buffer, rounds: number, passphrase: string): Buffer {
  const { name, keyBytes } = CIPHERS[cipher] ?? {};
  if (name === undefined || keyBytes === undefined) throw new Error(`The key is encrypted with ${cipher}`);
  const { pbkdf } = require('./libraries') as typeof Libraries;
  const derived = Buffer.alloc(keyBytes + IV_BYTES);
  const secret = Buffer.from(passphrase);
  if (pbkdf(secret, secret.length, salt, salt.length, derived, derived.length, rounds) !== 0)
    throw new Error('The key derivation of the file is invalid');
  const decipher = createDecipheriv(name, derived.subarray(0, keyBytes), derived.subarray(keyBytes));
  decipher.setAutoPadding(false);
  return Buffer.concat([decipher.update(content), decipher.final()]);
}

function readRsa(reader: Reader): KeyObject {
  const [n, e, d, qi, p, q] = [1, 2, 3, 4, 5, 6].map(() => unsigned(reader.field())) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const [dp, dq] = [p, q].map((prime) => encode(remainder(d, prime))) as [string, string];
  const others = Object.fromEntries(
    Object.entries({ n, e, d, qi, p, q }).map(([name, value]) => [name, encode(value)]),
  );
  return createPrivateKey({ key: { kty: 'RSA', ...others, dp, dq }, format: 'jwk' });
}

/** The exponent of the Chinese remainder theorem, which the format omits. */
function remainder(d: Buffer, prime: Buffer): Buffer {
  const value = BigInt(`0x${d.toString('hex')}`) % (BigInt(`0x${prime.toString('hex')}`) - 1n);
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/** An `mpint` without the zero that marks it as positive. */
function unsigned(field: Buffer): Buffer {
  return field[0] === 0 ? field.subarray(1) : field;
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64url');
}

interface Reader {
  uint32(): number;
  /** A length-prefixed string. Throws if it is truncated. */
  field(): Buffer;
}

function createReader(bytes: Buffer): Reader {
  let at = 0;
  const uint32 = (): number => {
    at += 4;
    return bytes.readUInt32BE(at - 4);
  };
  return {
    uint32,
    field() {
      const end = uint32() + at;
      if (end > bytes.length) throw new Error('The key is truncated');
      const value = bytes.subarray(at, end);
      at = end;
      return value;
    },
  };
}
