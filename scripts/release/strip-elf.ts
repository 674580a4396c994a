/** Removes what an ELF program needs only for debuggers: symbols, debug information, and section headers. */

const MAGIC = '\x7fELF';
const CLASS_64 = 2;
const LITTLE_ENDIAN = 1;
/**
 * Bytes of the file header. Of its members the code reads at byte 32 the offset of the program headers, and at 56 their
 * count.
 */
const HEADER = 64;
/**
 * Bytes of a program header: at byte 8 is the offset of the segment in the file, at 32 its length, at 48 its alignment.
 */
const PROGRAM_HEADER = 56;

/** A part of the file that is loaded: the offsets of its first byte, and after its last. */
interface Segment {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the program with its segments only. Unlike `strip`, the result does not depend on the version of a program,
 * and any 64-bit little-endian processor is supported.
 */
export function stripElf(program: Buffer): Buffer {
  if (program.toString('latin1', 0, 4) !== MAGIC || program[4] !== CLASS_64 || program[5] !== LITTLE_ENDIAN)
    throw new Error('The file is not a 64-bit little-endian ELF program.');
  const table = Number(program.readBigUInt64LE(32));
  const headers = Array.from({ length: program.readUInt16LE(56) }, (_, index) => table + index * PROGRAM_HEADER);
  const readNumber = (at: number): number => Number(program.readBigUInt64LE(at));
  // The offset of a segment must remain congruent to its address, modulo the alignment of any segment.
  const alignment = Math.max(...headers.map((at) => readNumber(at + 48)));
  const read = (at: number): Segment => ({ start: readNumber(at + 8), end: readNumber(at + 8) + readNumber(at + 32) });
  const first = { start: 0, end: Math.max(HEADER, table + headers.length * PROGRAM_HEADER) };
  const parts = joinSegments([first, ...headers.map(read)], alignment);
  const stripped = Buffer.concat(parts.map(({ start, end }) => program.subarray(start, end)));
  for (const at of headers) stripped.writeBigUInt64LE(BigInt(moveOffset(readNumber(at + 8), parts)), at + 8);
  // Offset, count and name index of the section headers, which are removed.
  stripped.writeBigUInt64LE(0n, 40);
  stripped.writeUInt16LE(0, 60);
  stripped.writeUInt16LE(0, 62);
  return stripped;
}

/** Joins segments unless a whole multiple of the alignment is between them. Returns them in the order of the file. */
function joinSegments(segments: readonly Segment[], alignment: number): Segment[] {
  const parts: Segment[] = [];
  for (const { start, end } of [...segments].sort((a, b) => a.start - b.start)) {
    const last = parts.at(-1);
    const gap = last ? Math.floor((start - last.end) / alignment) * alignment : 0;
    if (!last) parts.push({ start, end });
    else if (gap > 0) parts.push({ start: last.end + gap, end });
    else parts[parts.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  }
  return parts;
}

function moveOffset(offset: number, parts: readonly Segment[]): number {
  let length = 0;
  for (const { start, end } of parts) {
    if (offset >= start && offset <= end) return length + offset - start;
    length += end - start;
  }
  throw new Error(`No segment contains the offset ${offset}.`);
}
