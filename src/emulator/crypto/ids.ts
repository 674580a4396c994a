/** Ids: a prefix such as that of a kind, `_`, and a KSUID of 27 characters, docs/internals/gaps.md section 2. */
import { createHash } from 'node:crypto';
import { type IdPrefixes, listIdPrefixes } from '../../model/kind';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** KSUIDs count from 2014-05-13. */
const KSUID_EPOCH_SECONDS = 1_400_000_000;
/** KSUIDs have 32 bits for seconds, until 2150. The emulator's clock can be set beyond that. */
const MAX_KSUID_SECONDS = 0xffff_ffff;

/** Generates ids that sort by creation: within one second, after the clock was set back, and after 2150. */
export interface IdGenerator {
  /** `now` is in milliseconds. */
  next(prefix: string, now: number): string;
  position(): IdPosition;
  /** New ids then sort after those of this generator and of the position. */
  continueFrom(position: IdPosition): void;
}

export interface IdPosition {
  readonly seconds: number;
  readonly counter: number;
}

/** `tail` is 10 bytes, the same in all ids, so generators with different tails have different ids. */
export function createIdGenerator(tail: Buffer): IdGenerator {
  let seconds = 0;
  let counter = 0;
  const bytes = Buffer.alloc(20);
  tail.copy(bytes, 10);
  return {
    position: () => ({ seconds, counter }),
    continueFrom(position) {
      seconds = Math.max(seconds, Math.min(position.seconds, MAX_KSUID_SECONDS));
      counter = Math.max(counter, position.counter);
    },
    next(prefix, now) {
      seconds = Math.max(seconds, Math.min(Math.floor(now / 1000) - KSUID_EPOCH_SECONDS, MAX_KSUID_SECONDS));
      counter += 1;
      bytes.writeUInt32BE(seconds, 0);
      bytes.writeUIntBE(counter, 4, 6);
      return `${prefix}_${encodeBase62(bytes)}`;
    },
  };
}

/** Prefix of the ids of persons, whom the emulator does not have as objects. */
export const PERSON_ID_PREFIX = 'usr';

/** The same text has the same id. Such ids do not sort by creation. */
export function deriveId(prefix: string, text: string): string {
  return `${prefix}_${encodeBase62(createHash('sha256').update(text).digest().subarray(0, 20))}`;
}

export function findIdProblem(kind: IdPrefixes, text: string): 'malformed' | 'wrong_prefix' | undefined {
  const found = /^([a-z0-9]+)_[0-9A-Za-z]{27}$/.exec(text);
  if (!found) return 'malformed';
  return listIdPrefixes(kind).includes(found[1] as string) ? undefined : 'wrong_prefix';
}

/**
 * Encodes the first 20 bytes as 27 digits, three by each long division on 32-bit words: the dividends are below 2^50,
 * so numbers have them exactly. `%` of such numbers is slow, and so is BigInt. Throws a RangeError for fewer bytes.
 */
export function encodeBase62(bytes: Buffer): string {
  const words = [0, 4, 8, 12, 16].map((offset) => bytes.readUInt32BE(offset));
  let text = '';
  for (let group = 0; group < 9; group++) {
    let rest = 0;
    for (let index = 0; index < words.length; index++) {
      const value = rest * 0x1_0000_0000 + (words[index] as number);
      const quotient = Math.floor(value / 62 ** 3);
      words[index] = quotient;
      rest = value - quotient * 62 ** 3;
    }
    text = `${ALPHABET[Math.floor(rest / 62 ** 2)]}${ALPHABET[Math.floor(rest / 62) % 62]}${ALPHABET[rest % 62]}${text}`;
  }
  return text;
}
