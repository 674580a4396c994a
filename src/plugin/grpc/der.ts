/**
 * The part of ASN.1 DER that a certificate needs; each function returns the bytes of one element.
 *
 * Not `@peculiar/x509`: loading it takes 100 ms and 15 MB in each provider process, and a plan starts three.
 */

export function element(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

export function sequence(...members: readonly Uint8Array[]): Buffer {
  return element(0x30, ...members);
}

export function set(...members: readonly Uint8Array[]): Buffer {
  return element(0x31, ...members);
}

/** A non-negative INTEGER from big-endian bytes. */
export function unsigned(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.alloc(1) : Buffer.from(bytes.subarray(first));
  return element(0x02, (digits[0] ?? 0) < 0x80 ? digits : Buffer.concat([Buffer.alloc(1), digits]));
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

export function utf8(text: string): Buffer {
  return element(0x0c, Buffer.from(text));
}

export function octets(content: Uint8Array): Buffer {
  return element(0x04, content);
}

export function bits(content: Uint8Array): Buffer {
  return element(0x03, Buffer.alloc(1), content);
}

/** UTCTime until 2049, GeneralizedTime after, as RFC 5280 requires. */
export function time(date: Date): Buffer {
  const text = `${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
  return date.getUTCFullYear() < 2050 ? element(0x17, Buffer.from(text.slice(2))) : element(0x18, Buffer.from(text));
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}

function base128(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(0x80 + (rest % 128));
  return bytes;
}
