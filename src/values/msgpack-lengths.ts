/**
 * Checks the lengths that a msgpack value announces before it is decoded. `@msgpack/msgpack` allocates an array of the
 * announced length first, so five bytes could allocate gigabytes.
 */
import { ValueError } from './error';

/** What a head of msgpack says about what comes after it. */
interface Head {
  /** Bytes that the length has; 0 where the head tells it itself. */
  readonly width: 0 | 1 | 2 | 4;
  readonly length: number;
  /** What the length counts: bytes, values (of an array), or pairs of values (of a map). */
  readonly counts: 0 | 1 | 2;
  /** Bytes that the length does not count: the code of an extension. */
  readonly more: number;
}

const head = (length: number, counts: Head['counts'] = 0): Head => ({ width: 0, length, counts, more: 0 });
const measured = (counts: Head['counts'], more = 0): Head[] =>
  ([1, 2, 4] as const).map((width) => ({ width, length: 0, counts, more }));

/** By the head, in the order of the table in https://github.com/msgpack/msgpack/blob/master/spec.md#overview. */
const HEADS: readonly Head[] = [
  ...Array.from({ length: 0x80 }, () => head(0)),
  ...Array.from({ length: 0x10 }, (_, pairs) => head(pairs, 2)),
  ...Array.from({ length: 0x10 }, (_, values) => head(values, 1)),
  ...Array.from({ length: 0x20 }, (_, bytes) => head(bytes)),
  ...[0, 0, 0, 0].map((bytes) => head(bytes)),
  ...measured(0),
  ...measured(0, 1),
  ...[4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 2, 3, 5, 9, 17].map((bytes) => head(bytes)),
  ...measured(0),
  ...measured(1).slice(1),
  ...measured(2).slice(1),
  ...Array.from({ length: 0x20 }, () => head(0)),
];

/**
 * Throws where an array announces more elements than there are bytes for. The msgpack library makes room for an array
 * as soon as it reads its length, so that a few damaged bytes would take all memory, which no `catch` survives. Every
 * other damage is left for the library to find.
 */
export function checkLengths(bytes: Buffer): void {
  // Only these two heads announce an array of more than 15 elements; most values have neither.
  if (!bytes.includes(0xdc) && !bytes.includes(0xdd)) return;
  let at = 0;
  // Values that are still to come; each takes a byte at least.
  for (let owed = 1; owed > 0 && at < bytes.length; ) {
    const { width, length: told, counts, more } = HEADS[bytes[at] as number] as Head;
    at += 1 + width;
    if (at > bytes.length) return;
    const length = width === 0 ? told : bytes.readUIntBE(at - width, width);
    owed += counts * length - 1;
    if (counts === 0) at += length + more;
    const left = bytes.length - at;
    if (counts === 1 && owed > left)
      throw new ValueError(`an array of ${length} is announced, and ${left} bytes follow`);
  }
}
