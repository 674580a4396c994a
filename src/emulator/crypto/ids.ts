/** Identifiers: a kind's prefix, `_`, and a KSUID of 27 characters (gaps.md section 2). */
import { createHash, randomBytes } from 'node:crypto';
import { remembered } from '../state/memoize';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** KSUIDs count seconds from here. */
const epochSeconds = 1_400_000_000;
/** They have 32 bits for them, until 2150; an emulator's clock can be put beyond that. */
const lastSeconds = 0xffff_ffff;

/**
 * Makes identifiers that sort by the time of their making, also those of one second, of a clock that goes back and of
 * one that stands behind the year 2150, where KSUIDs end.
 */
export interface Ids {
  next(prefix: string, now: number): string;
  /** How far it has come, for a snapshot. */
  position(): IdsPosition;
  /** Goes on behind that position, so that an identifier sorts behind all that were made before it. */
  continueFrom(position: IdsPosition): void;
}

/** The seconds since the epoch of KSUIDs, and the number, of the last identifier. */
export interface IdsPosition {
  readonly seconds: number;
  readonly counter: number;
}

/** A new source of identifiers. Its tail of 10 bytes, by default a random one, makes those of two emulators different. */
export function createIds(tail: Buffer = randomBytes(10)): Ids {
  let seconds = 0;
  let counter = 0;
  const bytes = Buffer.alloc(20);
  tail.copy(bytes, 10);
  return {
    position: () => ({ seconds, counter }),
    continueFrom(position) {
      seconds = Math.max(seconds, Math.min(position.seconds, lastSeconds));
      counter = Math.max(counter, position.counter);
    },
    next(prefix, now) {
      seconds = Math.max(seconds, Math.min(Math.floor(now / 1000) - epochSeconds, lastSeconds));
      counter += 1;
      bytes.writeUInt32BE(seconds, 0);
      // The payload starts with a counter, so that identifiers increase strictly within one second too.
      bytes.writeUIntBE(counter, 4, 6);
      return `${prefix}_${base62(bytes)}`;
    },
  };
}

/** The identifier that always stands for the same text, such as the key with which a request was made. */
export function derivedId(prefix: string, text: string): string {
  return `${prefix}_${derived(text)}`;
}

/** Each change derives the same two: those of its user and its key. */
const derived = remembered((text: string) => base62(createHash('sha256').update(text).digest().subarray(0, 20)));

/** 20 random bytes in the letters and digits of identifiers, such as the second half of a token. */
export function secretText(bytes: Buffer): string {
  return base62(bytes);
}

/** Why a text is no identifier with that prefix; undefined if it is one. Says nothing about whether the object exists. */
export function idProblem(prefix: string, text: string): 'malformed' | 'foreign' | undefined {
  const found = /^([a-z0-9]+)_[0-9A-Za-z]{27}$/.exec(text);
  if (!found) return 'malformed';
  return found[1] === prefix ? undefined : 'foreign';
}

/** 160 bits as 27 digits. Long division on 32-bit words: several times faster than BigInt, and every request needs it. */
function base62(bytes: Buffer): string {
  const words = [0, 4, 8, 12, 16].map((offset) => bytes.readUInt32BE(offset));
  let text = '';
  for (let digit = 0; digit < 27; digit++) {
    let remainder = 0;
    for (let index = 0; index < words.length; index++) {
      const value = remainder * 0x1_0000_0000 + (words[index] as number);
      words[index] = Math.floor(value / 62);
      remainder = value % 62;
    }
    text = alphabet[remainder] + text;
  }
  return text;
}
