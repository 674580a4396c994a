/**
 * Untyped msgpack with the conventions of Terraform: extensions are unknown values, integers beyond 32 bits are bigint,
 * and maps accept every string key.
 */
import { Decoder, Encoder } from '@msgpack/msgpack';
import { UNKNOWN } from './cty-value';
import { ValueError } from './error';
import { checkLengths } from './msgpack-lengths';

/** Terraform's encoding of an unknown value without refinements. */
const UNKNOWN_EXTENSION = { type: 0, data: new Uint8Array(1) };

const extensionCodec = {
  tryToEncode: (value: unknown) => (value === UNKNOWN ? UNKNOWN_EXTENSION : null),
  decode: () => UNKNOWN,
};

/** Deeper than any schema; limits recursion. */
const MAX_DEPTH = 500;

const encoder = new Encoder({ extensionCodec, useBigInt64: true, maxDepth: MAX_DEPTH });

/** The library rejects the key `__proto__`, which is valid in a Terraform map. The key decoder prefixes it with NUL. */
const ESCAPED = /^\0*__proto__$/;

const decoder = new Decoder({
  extensionCodec,
  useBigInt64: true,
  keyDecoder: {
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

/** Encodes null, booleans, numbers, bigints of 64 bits, strings, bytes, arrays, objects and UNKNOWN. */
export function encodeMsgpack(data: unknown): Uint8Array {
  return encoder.encode(data);
}

/** Decodes to plain data; map keys are escaped by {@link escapeKey}. Throws for damaged bytes. */
export function decodeMsgpack(bytes: Uint8Array): unknown {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkLengths(buffer);
  return decoder.decode(buffer);
}

/** Returns the key of a decoded map for an original key. */
export function escapeKey(key: string): string {
  return key.endsWith('__proto__') && ESCAPED.test(key) ? `\0${key}` : key;
}

/** Returns the original key of a decoded map. */
export function unescapeKey(key: string): string {
  return key.startsWith('\0') && ESCAPED.test(key) ? key.slice(1) : key;
}
