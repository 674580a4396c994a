import { Reader, Writer } from 'protobufjs/minimal';

export { Reader, Writer };

/** Codec of one message type. Decoding skips unknown fields. */
export interface Codec<Message> {
  encode(message: Message): Uint8Array;
  decode(bytes: Uint8Array): Message;
}

/** `rpc/index.ts` and `grpc/server.ts` decide which methods have streams. */
export interface RpcMethod<Request, Response> {
  /** The HTTP/2 path, `/tfplugin6.Provider/ReadResource`. */
  readonly path: string;
  readonly request: Codec<Request>;
  readonly response: Codec<Response>;
}

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

/** Reads the length of a nested message and returns its end, which may not be beyond that of its parent. */
export function readEnd(reader: Reader, parentEnd: number): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > parentEnd) throw new RangeError(`A nested message of ${length} bytes is longer than its parent`);
  return end;
}

/** Throws from 2^53 on instead of rounding: the fields of the protocol are versions, counts and indexes. */
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
  if (!Number.isSafeInteger(number)) throw new RangeError(`The number ${value} is beyond 2^53 - 1`);
  return number;
}
