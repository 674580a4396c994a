/**
 * SSH public keys in the forms that people have them: an OpenSSH authorized-keys line, RFC 4716, or PEM (gaps.md
 * section 0, 'SSH public keys'). Two texts are the same key if type and body are equal; comments never matter.
 */
import { createPublicKey, type JsonWebKey } from 'node:crypto';

/** A public key as SSH writes it. */
export interface SshPublicKey {
  /** Algorithm name of RFC 4253 and its successors, such as `ssh-ed25519`. */
  readonly type: string;
  /** The key blob: what stands in base64 in an authorized-keys line. */
  readonly body: Buffer;
}

const curves: Readonly<Record<string, string>> = { 'P-256': 'nistp256', 'P-384': 'nistp384', 'P-521': 'nistp521' };

/** The types that certificates can be made for, as the service names them. */
const keyTypes: Readonly<Record<string, 'rsa' | 'ecdsa' | 'ed25519'>> = {
  'ssh-rsa': 'rsa',
  'ssh-ed25519': 'ed25519',
  'ecdsa-sha2-nistp256': 'ecdsa',
  'ecdsa-sha2-nistp384': 'ecdsa',
  'ecdsa-sha2-nistp521': 'ecdsa',
};

/** Reads a key in any of the forms, or undefined. Options before the type of an authorized-keys line are refused. */
export function parseSshPublicKey(text: string): SshPublicKey | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith('-----BEGIN ')) return parsePemKey(trimmed);
  if (trimmed.startsWith('---- BEGIN SSH2 PUBLIC KEY ----')) return parseRfc4716(trimmed);
  if (trimmed.includes('\n')) return undefined;
  const [type, base64] = trimmed.split(/\s+/);
  const key = base64 === undefined ? undefined : parseBlob(base64);
  return key?.type === type ? key : undefined;
}

/** What the service calls the key's type. */
export function sshKeyType({ type }: SshPublicKey): 'rsa' | 'ecdsa' | 'ed25519' {
  const name = keyTypes[type];
  if (!name) throw new Error(`'${type}' is not a type of SSH key that is read here`);
  return name;
}

/** `type base64`: one text for one key, and a valid authorized-keys line. */
export function sshKeyLine({ type, body }: SshPublicKey): string {
  return `${type} ${body.toString('base64')}`;
}

/** The canonical spelling of a key, or the text itself when it is none. */
export function canonicalSshKey(text: string): string {
  const key = parseSshPublicKey(text);
  return key ? sshKeyLine(key) : text;
}

function parseBlob(base64: string): SshPublicKey | undefined {
  if (!/^[A-Za-z0-9+/]+=*$/.test(base64)) return undefined;
  const body = Buffer.from(base64, 'base64');
  const length = body.length >= 4 ? body.readUInt32BE(0) : 0;
  const type = body.subarray(4, 4 + length).toString('latin1');
  return type in keyTypes && isWholeKey(type, sshFields(body)) ? { type, body } : undefined;
}

/** The length-prefixed fields that a blob is a row of, or undefined when it is torn or padded. */
export function sshFields(body: Buffer): Buffer[] | undefined {
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

/** Bytes of an uncompressed point by curve: its mark and two coordinates. */
const pointBytes: Readonly<Record<string, number>> = { nistp256: 65, nistp384: 97, nistp521: 133 };

/** Whether the fields are those of a key of that type: RFC 4253 6.6, RFC 5656 3.1, RFC 8709 4. */
function isWholeKey(type: string, fields: readonly Buffer[] | undefined): boolean {
  const [, first, second, ...more] = fields ?? [];
  if (!first || more.length > 0) return false;
  if (type === 'ssh-ed25519') return first.length === 32 && second === undefined;
  if (!second || first.length === 0 || second.length === 0) return false;
  if (type === 'ssh-rsa') return true;
  const curve = first.toString('latin1');
  return type === `ecdsa-sha2-${curve}` && second.length === pointBytes[curve] && second[0] === 4;
}

function parseRfc4716(text: string): SshPublicKey | undefined {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1)?.trim() !== '---- END SSH2 PUBLIC KEY ----') return undefined;
  // A header line may go on after a backslash at its end.
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
    // Not a key that the platform reads, so no key for SSH either.
    return undefined;
  }
}

function fromJwk({ kty, crv, n, e, x, y }: JsonWebKey): SshPublicKey | undefined {
  if (kty === 'RSA' && n && e) return key('ssh-rsa', integer(e), integer(n));
  if (kty === 'OKP' && crv === 'Ed25519' && x) return key('ssh-ed25519', Buffer.from(x, 'base64url'));
  const curve = crv === undefined ? undefined : curves[crv];
  if (kty !== 'EC' || !curve || !x || !y) return undefined;
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return key(`ecdsa-sha2-${curve}`, Buffer.from(curve), point);
}

function key(type: string, ...fields: readonly Buffer[]): SshPublicKey {
  const parts = [Buffer.from(type), ...fields].flatMap((field) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(field.length);
    return [length, field];
  });
  return { type, body: Buffer.concat(parts) };
}

/** An unsigned integer as SSH's `mpint`: a leading zero where the first bit would read as a sign. */
function integer(base64url: string): Buffer {
  const bytes = Buffer.from(base64url, 'base64url');
  return (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
}
