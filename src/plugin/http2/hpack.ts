/** Sections and appendices are those of RFC 7541. The encoder suffices for the few header blocks of gRPC responses. */
import { ConnectionError, ERROR, LIMITS } from './frames';

export interface Field {
  readonly name: string;
  readonly value: string;
  /** The size of the entry as a table counts it (section 4.1). */
  readonly size: number;
  /** Whether RFC 9113, section 8.2.1, allows the name and the value. */
  readonly isValid: boolean;
}

export type Fields = readonly (readonly [name: string, value: string])[];

/** Section 4.1. */
const ENTRY_OVERHEAD_BYTES = 32;
/** Printable ASCII without upper-case letters and space, and a colon only as the first character: `:path`. */
const NAME_PATTERN = /^:?[!-9;-@[-~]+$/;
/** No NUL, line feed or carriage return, and no white space at either end. */
const VALUE_PATTERN = /^(?![ \t])[^\0\n\r]*(?<![ \t])$/;

function createField(name: string, value: string): Field {
  const size = name.length + value.length + ENTRY_OVERHEAD_BYTES;
  return { name, value, size, isValid: NAME_PATTERN.test(name) && VALUE_PATTERN.test(value) };
}

/** Appendix A. */
const STATIC_TABLE: readonly Field[] = (
  ':authority|:method=GET|:method=POST|:path=/|:path=/index.html|:scheme=http|:scheme=https|:status=200|:status=204|' +
  ':status=206|:status=304|:status=400|:status=404|:status=500|accept-charset|accept-encoding=gzip, deflate|' +
  'accept-language|accept-ranges|accept|access-control-allow-origin|age|allow|authorization|cache-control|' +
  'content-disposition|content-encoding|content-language|content-length|content-location|content-range|content-type|' +
  'cookie|date|etag|expect|expires|from|host|if-match|if-modified-since|if-none-match|if-range|if-unmodified-since|' +
  'last-modified|link|location|max-forwards|proxy-authenticate|proxy-authorization|range|referer|refresh|retry-after|' +
  'server|set-cookie|strict-transport-security|transfer-encoding|user-agent|vary|via|www-authenticate'
)
  .split('|')
  .map((field) => field.split('='))
  .map(([name = '', value = '']) => createField(name, value));

export class HpackDecoder {
  /** The dynamic table (section 2.3.2); the newest entry is the last. */
  private readonly table: Field[] = [];
  private tableSize = 0;
  private maxTableSize: number = LIMITS.headerTableBytes;
  private block: Buffer = Buffer.alloc(0);
  private at = 0;

  /** After a {@link compressionError} the connection cannot be used: the tables of both sides may differ. */
  decode(block: Buffer): Field[] {
    this.block = block;
    this.at = 0;
    const fields: Field[] = [];
    while (this.at < block.length) {
      const first = block[this.at] as number;
      if (first >= 0x80)
        fields.push(this.entry(this.integer(7))); // 6.1 Indexed Header Field
      else if (first >= 0x40)
        fields.push(this.add(this.literal(6))); // 6.2.1 with Incremental Indexing
      else if (first < 0x20)
        fields.push(this.literal(4)); // 6.2.2 without Indexing, 6.2.3 Never Indexed
      else this.resize(this.integer(5), fields.length); // 6.3 Dynamic Table Size Update
    }
    return fields;
  }

  /** Section 2.3.3. */
  private entry(index: number): Field {
    const { length } = STATIC_TABLE;
    const field = index <= length ? STATIC_TABLE[index - 1] : this.table[this.table.length - (index - length)];
    if (!field) throw compressionError(`the index ${index} is beyond the table`);
    return field;
  }

  private literal(prefixBits: number): Field {
    const index = this.integer(prefixBits);
    const name = index === 0 ? this.string() : this.entry(index).name;
    return createField(name, this.string());
  }

  /** Section 4.4. */
  private add(field: Field): Field {
    this.table.push(field);
    this.tableSize += field.size;
    this.evict();
    return field;
  }

  private resize(bytes: number, fieldsBefore: number): void {
    if (fieldsBefore > 0) throw compressionError('a table size update follows a field');
    if (bytes > LIMITS.headerTableBytes) throw compressionError(`the table size ${bytes} is above the limit`);
    this.maxTableSize = bytes;
    this.evict();
  }

  private evict(): void {
    while (this.tableSize > this.maxTableSize) this.tableSize -= (this.table.shift() as Field).size;
  }

  /** Section 5.1. Five bytes are enough for any length within a block. */
  private integer(prefixBits: number): number {
    const max = 2 ** prefixBits - 1;
    let value = this.byte() & max;
    if (value < max) return value;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw compressionError('an integer is too large');
  }

  /** Section 5.2. */
  private string(): string {
    const isHuffman = ((this.block[this.at] ?? 0) & 0x80) !== 0;
    const length = this.integer(7);
    const start = this.at;
    const end = start + length;
    if (end > this.block.length) throw compressionError('a string is longer than its block');
    this.at = end;
    return isHuffman ? decodeHuffman(this.block, start, end) : this.block.toString('latin1', start, end);
  }

  private byte(): number {
    const byte = this.block[this.at];
    if (byte === undefined) throw compressionError('a block ends within a field');
    this.at += 1;
    return byte;
  }
}

function compressionError(message: string): ConnectionError {
  return new ConnectionError(ERROR.compression, message);
}

/** Lengths of the codes of appendix B in base 36. Codes of one length ascend with their symbols, so these suffice. */
const CODE_LENGTHS =
  'dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6cad67777777777777777777777878djde6f56565666577666567655677777f' +
  'bedskmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmnqqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrqu';
/** The symbol after those of the 256 bytes; no string contains it. */
const EOS = 256;

/** A binary tree: the elements 2n and 2n + 1 are the children of node n, each its number, or -1 - symbol for a leaf. */
let huffmanTree: Int16Array | undefined;

function createHuffmanTree(): Int16Array {
  const lengths = Array.from(CODE_LENGTHS, (digit) => Number.parseInt(digit, 36));
  const lengthOf = (symbol: number): number => lengths[symbol] as number;
  const symbols = [...lengths.keys()].sort((a, b) => lengthOf(a) - lengthOf(b) || a - b);
  const tree = new Int16Array(2 * lengths.length);
  let nodes = 1;
  let code = 0;
  let previousLength = 0;
  for (const symbol of symbols) {
    const length = lengthOf(symbol);
    code *= 2 ** (length - previousLength);
    previousLength = length;
    let node = 0;
    for (let bit = length - 1; bit > 0; bit -= 1) {
      const child = 2 * node + ((code >>> bit) & 1);
      if (tree[child] === 0) tree[child] = nodes++;
      node = tree[child] as number;
    }
    tree[2 * node + (code & 1)] = -1 - symbol;
    code += 1;
  }
  return tree;
}

function decodeHuffman(bytes: Buffer, start: number, end: number): string {
  huffmanTree ??= createHuffmanTree();
  let text = '';
  let node = 0;
  /** Bits since the last symbol, and whether all of them are ones, as in the code of EOS. */
  let bits = 0;
  let isPadding = true;
  for (let at = start; at < end; at += 1) {
    for (let shift = 7; shift >= 0; shift -= 1) {
      const bit = ((bytes[at] as number) >> shift) & 1;
      const next = huffmanTree[2 * node + bit] as number;
      bits += 1;
      isPadding &&= bit === 1;
      if (next >= 0) {
        node = next;
        continue;
      }
      if (next === -1 - EOS) throw compressionError('a string contains EOS');
      text += String.fromCharCode(-1 - next);
      node = 0;
      bits = 0;
      isPadding = true;
    }
  }
  if (bits > 7 || !isPadding) throw compressionError('the padding of a string is not the start of EOS');
  return text;
}

export class HpackEncoder {
  /**
   * The client's dynamic table, the newest entry first. Nothing is evicted: all arrays of `encodeRepeated` must fit.
   */
  private readonly table: Fields[number][] = [];
  private readonly repeated = new Map<Fields, Buffer>();
  private usesTable = true;
  private isSizeUpdateDue = false;

  /** Section 4.2. A client with a smaller table than the default gets no entries. */
  setMaxTableSize(bytes: number): void {
    if (bytes >= LIMITS.headerTableBytes || !this.usesTable) return;
    this.usesTable = false;
    this.isSizeUpdateDue = true;
    this.table.length = 0;
    this.repeated.clear();
  }

  /**
   * From the second block of an array on, each field is one byte, unless the client has a smaller table than the
   * default. Pass constants only: a new array adds equal fields again, and when the client evicts some, its table and
   * this one differ.
   */
  encodeRepeated(fields: Fields): Buffer {
    const known = this.repeated.get(fields);
    if (known) return known;
    const entries = this.table.length;
    const block = this.toBlock(fields.map((field) => this.repeatedField(field)));
    // Entries that are added later have lower indexes and move these.
    if (this.table.length > entries) this.repeated.clear();
    else if (this.usesTable) this.repeated.set(fields, block);
    return block;
  }

  /** For fields that are sent once: literals (section 6.2.2). */
  encode(fields: Fields): Buffer {
    return this.toBlock(fields.map((field) => literal(0, 4, field)));
  }

  private repeatedField(field: Fields[number]): Buffer {
    const [name, value] = field;
    const inStatic = STATIC_TABLE.findIndex((entry) => entry.name === name && entry.value === value);
    if (inStatic >= 0) return integer(0x80, 7, inStatic + 1);
    if (!this.usesTable) return literal(0, 4, field);
    const inDynamic = this.table.indexOf(field);
    if (inDynamic >= 0) return integer(0x80, 7, STATIC_TABLE.length + inDynamic + 1);
    this.table.unshift(field);
    return literal(0x40, 6, field);
  }

  private toBlock(fields: readonly Buffer[]): Buffer {
    const sizeUpdate = this.isSizeUpdateDue ? [integer(0x20, 5, 0)] : [];
    this.isSizeUpdateDue = false;
    return Buffer.concat([...sizeUpdate, ...fields]);
  }
}

function literal(pattern: number, prefixBits: number, [name, value]: Fields[number]): Buffer {
  return Buffer.concat([integer(pattern, prefixBits, 0), string(name), string(value)]);
}

function string(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([integer(0, 7, bytes.length), bytes]);
}

function integer(pattern: number, prefixBits: number, value: number): Buffer {
  const max = 2 ** prefixBits - 1;
  if (value < max) return Buffer.of(pattern | value);
  const bytes = [pattern | max];
  let rest = value - max;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.of(...bytes, rest);
}
