/**
 * msgpack as Terraform speaks it, without types: an extension of any code is the unknown value, integers beyond 32 bits
 * are bigint, and every text can be a map's key.
 */
import { Decoder, Encoder } from '@msgpack/msgpack';
import { UNKNOWN } from './cty-value';
import { ValueError } from './error';
import { checkLengths } from './msgpack-lengths';

/** What Terraform itself sends for an unknown value without refinements: extension 0, one byte 0. */
const UNKNOWN_EXTENSION = { type: 0, data: new Uint8Array(1) };

const extensionCodec = {
  tryToEncode: (value: unknown) => (value === UNKNOWN ? UNKNOWN_EXTENSION : null),
  decode: () => UNKNOWN,
};

/** Far beyond any schema; guards the stack against values without end. */
const MAX_DEPTH = 500;

const encoder = new Encoder({ extensionCodec, useBigInt64: true, maxDepth: MAX_DEPTH });

/**
 * The library refuses the key `__proto__`, which is a valid key of a Terraform map. So the key decoder, which the
 * library asks for every key, puts a NUL before it.
 */
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
    throw new ValueError(`expected texts as the keys of a map, found a ${typeof key}`);
  },
});

/** Encodes plain data: null, booleans, numbers, bigints of 64 bits, texts, bytes, arrays, objects and UNKNOWN. */
export function encodeMsgpack(data: unknown): Uint8Array {
  return encoder.encode(data);
}

/** Decodes to plain data, see {@link encodeMsgpack}; throws on damaged bytes. Keys are as of {@link escapeKey}. */
export function decodeMsgpack(bytes: Uint8Array): unknown {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkLengths(buffer);
  return decoder.decode(buffer);
}

/** The name under which a decoded map holds the key. */
export function escapeKey(key: string): string {
  return key.endsWith('__proto__') && ESCAPED.test(key) ? `\0${key}` : key;
}

/** The key of a decoded map as it was sent; undoes {@link escapeKey}. */
export function mapKey(key: string): string {
  return key.startsWith('\0') && ESCAPED.test(key) ? key.slice(1) : key;
}
