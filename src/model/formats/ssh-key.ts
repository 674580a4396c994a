/** OpenSSH line, RFC 4716 or PEM. Keys are equal if type and body are equal. */
import { createPublicKey, type JsonWebKey } from 'node:crypto';

export interface SshPublicKey {
  /** Algorithm name such as `ssh-ed25519` (RFC 4253 and its successors). */
  readonly type: string;
  readonly body: Buffer;
}

const CURVES: Readonly<Record<string, string>> = { 'P-256': 'nistp256', 'P-384': 'nistp384', 'P-521': 'nistp521' };

/** Keys of other types, such as `ssh-dss`, are invalid. */
const KEY_TYPES: Readonly<Record<string, 'rsa' | 'ecdsa' | 'ed25519'>> = {
  'ssh-rsa': 'rsa',
  'ssh-ed25519': 'ed25519',
  'ecdsa-sha2-nistp256': 'ecdsa',
  'ecdsa-sha2-nistp384': 'ecdsa',
  'ecdsa-sha2-nistp521': 'ecdsa',
};

/** Options before the type of an authorized-keys line are invalid. */
export function parseSshPublicKey(text: string): SshPublicKey | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith('-----BEGIN ')) return parsePemKey(trimmed);
  if (trimmed.startsWith('---- BEGIN SSH2 PUBLIC KEY ----')) return parseRfc4716(trimmed);
  if (trimmed.includes('\n')) return undefined;
  const [type, base64] = trimmed.split(/\s+/);
  const key = base64 === undefined ? undefined : parseBlob(base64);
  return key?.type === type ? key : undefined;
}

/** Throws for a type that {@link parseSshPublicKey} does not accept. */
export function sshKeyType({ type }: SshPublicKey): 'rsa' | 'ecdsa' | 'ed25519' {
  const name = KEY_TYPES[type];
  if (!name)
    throw new Error(`'${type}' is not a supported type of SSH key; expected ${Object.keys(KEY_TYPES).join(', ')}`);
  return name;
}

/** A valid authorized-keys line. */
export function formatSshKey({ type, body }: SshPublicKey): string {
  return `${type} ${body.toString('base64')}`;
}

/** An invalid string is returned unchanged. */
export function canonicalSshKey(text: string): string {
  const key = parseSshPublicKey(text);
  return key ? formatSshKey(key) : text;
}

function parseBlob(base64: string): SshPublicKey | undefined {
  if (!/^[A-Za-z0-9+/]+=*$/.test(base64)) return undefined;
  const body = Buffer.from(base64, 'base64');
  const length = body.length >= 4 ? body.readUInt32BE(0) : 0;
  const type = body.subarray(4, 4 + length).toString('latin1');
  return type in KEY_TYPES && isCompleteKey(type, parseSshFields(body)) ? { type, body } : undefined;
}

/** Undefined if it is truncated or padded. */
export function parseSshFields(body: Buffer): Buffer[] | undefined {
  const fields: Buffer[] = [];
  let at = 0;
  while (at < body.length) {
    const end = at + 4 <= body.length ? at + 4 + body.readUInt32BE(at) : Number.POSITIVE_INFINITY;
    if (end > body.length) return undefined;
    fields.push(body.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

/** Bytes of an uncompressed point: a marker and two coordinates. */
const POINT_BYTES: Readonly<Record<string, number>> = { nistp256: 65, nistp384: 97, nistp521: 133 };

/** Checks the fields of each type: RFC 4253 6.6, RFC 5656 3.1, RFC 8709 4. */
function isCompleteKey(type: string, fields: readonly Buffer[] | undefined): boolean {
  const [, first, second, ...more] = fields ?? [];
  if (!first || more.length > 0) return false;
  if (type === 'ssh-ed25519') return first.length === 32 && second === undefined;
  if (!second || first.length === 0 || second.length === 0) return false;
  if (type === 'ssh-rsa') return true;
  const curve = first.toString('latin1');
  return type === `ecdsa-sha2-${curve}` && second.length === POINT_BYTES[curve] && second[0] === 4;
}

function parseRfc4716(text: string): SshPublicKey | undefined {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1)?.trim() !== '---- END SSH2 PUBLIC KEY ----') return undefined;
  // A header line continues after a trailing backslash.
  const content = lines.slice(1, -1).join('\n').replace(/\\\n/g, '').split('\n');
  return parseBlob(
    content
      .filter((line) => !line.includes(':'))
      .join('')
      .replace(/\s+/g, ''),
  );
}

function parsePemKey(text: string): SshPublicKey | undefined {
  if (!/^-----BEGIN (RSA )?PUBLIC KEY-----/.test(text)) return undefined;
  try {
    return fromJwk(createPublicKey(text).export({ format: 'jwk' }));
  } catch {
    // Node cannot read the key.
    return undefined;
  }
}

function fromJwk({ kty, crv, n, e, x, y }: JsonWebKey): SshPublicKey | undefined {
  if (kty === 'RSA' && n && e) return createKey('ssh-rsa', encodeInteger(e), encodeInteger(n));
  if (kty === 'OKP' && crv === 'Ed25519' && x) return createKey('ssh-ed25519', Buffer.from(x, 'base64url'));
  const curve = crv === undefined ? undefined : CURVES[crv];
  if (kty !== 'EC' || !curve || !x || !y) return undefined;
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return createKey(`ecdsa-sha2-${curve}`, Buffer.from(curve), point);
}

function createKey(type: string, ...fields: readonly Buffer[]): SshPublicKey {
  const parts = [Buffer.from(type), ...fields].flatMap((field) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(field.length);
    return [length, field];
  });
  return { type, body: Buffer.concat(parts) };
}

/** Encodes an unsigned `mpint`, with a leading zero if the first bit is set. */
function encodeInteger(base64url: string): Buffer {
  const bytes = Buffer.from(base64url, 'base64url');
  return (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
}
