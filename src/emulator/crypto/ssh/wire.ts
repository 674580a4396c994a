/** Encodes the data types of the SSH protocol (RFC 4251 section 5). */

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

/** Length and bytes; strings are UTF-8. */
export function string(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint32(bytes.length), bytes]);
}

/** Encodes an unsigned integer. A leading zero is added if the first bit would read as a sign. */
export function mpint(unsigned: Buffer): Buffer {
  const start = unsigned.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? Buffer.alloc(0) : unsigned.subarray(start);
  return string((digits[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits);
}
