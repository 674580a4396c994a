/** What the generated codecs share: protobufjs' reader and writer, with exact 64-bit integers and checked lengths. */
import { Reader, Writer } from 'protobufjs/minimal';

export { Reader, Writer };

/** Encodes and decodes one message type. Fields that are absent have their default; unknown fields are skipped. */
export interface Codec<Message> {
  encode(message: Message): Uint8Array;
  /** Throws if the bytes are no such message. */
  decode(bytes: Uint8Array): Message;
}

/** One method of a gRPC service. */
export interface Method<Request, Response> {
  /** The HTTP/2 path, `/tfplugin6.Provider/ReadResource`. */
  readonly path: string;
  readonly request: Codec<Request>;
  readonly response: Codec<Response>;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
}

/** The codec of a message, given how its fields are written and read. */
export function createCodec<Message>(
  write: (writer: Writer, message: Message) => void,
  read: (reader: Reader, end: number) => Message,
): Codec<Message> {
  return {
    encode(message) {
      const writer = Writer.create();
      write(writer, message);
      return writer.finish();
    },
    decode(bytes) {
      const reader = Reader.create(bytes);
      return read(reader, reader.len);
    },
  };
}

/** Reads the length of a nested message and answers where it ends; throws if that is outside its parent. */
export function readEnd(reader: Reader, parentEnd: number): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > parentEnd) throw new RangeError(`A nested message of ${length} bytes is longer than what holds it`);
  return end;
}

/**
 * Reads an int64 as a number. Throws beyond 2^53, which no field of the protocol reaches (versions, counts, indexes):
 * an error is better than another number.
 */
export function readInt64(reader: Reader): number {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = reader.buf[reader.pos];
    if (byte === undefined) throw new RangeError('A number ends outside of the message');
    reader.pos += 1;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return toSafeInteger(BigInt.asIntN(64, value));
  }
  throw new RangeError('A number has more than 64 bits');
}

function toSafeInteger(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`The number ${value} is beyond 2^53`);
  return number;
}
