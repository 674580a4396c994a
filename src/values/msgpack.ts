/** Untyped msgpack: extensions are unknown values, and integers that have 64 bits on the wire are decoded as bigint. */
import { Decoder, Encoder } from '@msgpack/msgpack';
import { UNKNOWN } from './cty-value';
import { ValueError } from './error';

/** Terraform's encoding of an unknown value without refinements. */
const UNKNOWN_EXTENSION = { type: 0, data: new Uint8Array(1) };

const extensionCodec = {
  tryToEncode: (value: unknown) => (value === UNKNOWN ? UNKNOWN_EXTENSION : null),
  decode: () => UNKNOWN,
};

/**
 * Chosen, deeper than any schema. The encoder calls itself for each level and throws beyond it; the decoder does not.
 */
const MAX_DEPTH = 500;

const encoder = new Encoder({ extensionCodec, maxDepth: MAX_DEPTH });

/**
 * The library rejects the key `__proto__`, which is valid in a Terraform map, so {@link escapeKey} puts a NUL before
 * it; also before `\0__proto__`, so that the two stay different.
 */
const ESCAPED = /^\0*__proto__$/;

const decoder = new Decoder({
  extensionCodec,
  useBigInt64: true,
  keyDecoder: {
    // The library calls `decode` for the keys for which this is true, and would reject `__proto__` otherwise.
    canBeCached: () => true,
    decode(bytes: Uint8Array, offset: number, length: number): string {
      return escapeKey((bytes as Buffer).toString('utf8', offset, offset + length));
    },
  },
  mapKeyConverter(key: unknown): string {
    if (typeof key === 'string') return key;
    throw new ValueError(`expected strings as map keys, found a ${typeof key}`);
  },
});

/** Encodes null, booleans, numbers but no bigint, strings, bytes, arrays, objects and UNKNOWN. */
export function encodeMsgpack(data: unknown): Uint8Array {
  return encoder.encode(data);
}

/** Map keys are escaped by {@link escapeKey}. Throws for damaged bytes. */
export function decodeMsgpack(bytes: Uint8Array): unknown {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkLengths(buffer);
  return decoder.decode(buffer);
}

/** `__proto__` -> `\0__proto__`, `a` -> `a`. */
export function escapeKey(key: string): string {
  return key.endsWith('__proto__') && ESCAPED.test(key) ? `\0${key}` : key;
}

export function unescapeKey(key: string): string {
  return key.startsWith('\0') && ESCAPED.test(key) ? key.slice(1) : key;
}

interface Head {
  /** Bytes of the length field; 0 if the first byte contains the length. */
  readonly width: 0 | 1 | 2 | 4;
  readonly length: number;
  /** Unit of the length: 0 for bytes, 1 for values of an array, 2 for key and value of a map. */
  readonly counts: 0 | 1 | 2;
  /** Bytes beyond the length: the type of an extension. */
  readonly more: number;
}

const head = (length: number, counts: Head['counts'] = 0): Head => ({ width: 0, length, counts, more: 0 });
const measured = (counts: Head['counts'], more = 0): Head[] =>
  ([1, 2, 4] as const).map((width) => ({ width, length: 0, counts, more }));

/** Indexed by the first byte, from 0x00; see https://github.com/msgpack/msgpack/blob/master/spec.md#overview. */
const HEADS: readonly Head[] = [
  ...Array.from({ length: 0x80 }, () => head(0)), // small integers
  ...Array.from({ length: 0x10 }, (_, pairs) => head(pairs, 2)), // 0x80: small maps
  ...Array.from({ length: 0x10 }, (_, values) => head(values, 1)), // 0x90: small arrays
  ...Array.from({ length: 0x20 }, (_, bytes) => head(bytes)), // 0xa0: small strings
  ...[0, 0, 0, 0].map((bytes) => head(bytes)), // 0xc0: null, unused, false, true
  ...measured(0), // 0xc4: bytes
  ...measured(0, 1), // 0xc7: extensions
  ...[4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 2, 3, 5, 9, 17].map((bytes) => head(bytes)), // 0xca: floats, integers, extensions
  ...measured(0), // 0xd9: strings
  ...measured(1).slice(1), // 0xdc: arrays, whose length has 2 or 4 bytes
  ...measured(2).slice(1), // 0xde: maps
  ...Array.from({ length: 0x20 }, () => head(0)), // 0xe0: small negative integers
];

/**
 * Throws if an array announces more elements than bytes follow: the library allocates the announced length at once, so
 * five damaged bytes could allocate gigabytes, which no `catch` survives.
 */
function checkLengths(bytes: Buffer): void {
  // Arrays of more than 15 elements begin with one of these bytes; most values contain neither.
  if (!bytes.includes(0xdc) && !bytes.includes(0xdd)) return;
  let offset = 0;
  // Outstanding values; each has at least one byte.
  for (let outstanding = 1; outstanding > 0 && offset < bytes.length; ) {
    const { width, length: inline, counts, more } = HEADS[bytes[offset] as number] as Head;
    offset += 1 + width;
    if (offset > bytes.length) return;
    const length = width === 0 ? inline : bytes.readUIntBE(offset - width, width);
    outstanding += counts * length - 1;
    if (counts === 0) offset += length + more;
    const remaining = bytes.length - offset;
    if (counts === 1 && outstanding > remaining)
      throw new ValueError(`an array of ${length} is announced, and ${remaining} bytes follow`);
  }
}
