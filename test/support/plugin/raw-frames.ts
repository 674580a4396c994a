/** An HTTP/2 client that writes any frames in any order (RFC 9113), which node:http2 does not let a client do. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export const TYPE = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
};
export const FLAG = { none: 0, endStream: 1, ack: 1, endHeaders: 4, padded: 8 } as const;
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

export function frame(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Literal fields that are never indexed (RFC 7541 section 6.2.2), so that no state is needed. */
function headerBlock(fields: Readonly<Record<string, string>>): Buffer {
  const literal = (text: string): Buffer[] => [Buffer.of(text.length), Buffer.from(text)];
  const parts = Object.entries(fields).map(([name, value]) => [Buffer.of(0x10), ...literal(name), ...literal(value)]);
  return Buffer.concat(parts.flat());
}

export function headersFrame(stream: number, fields: Readonly<Record<string, string>>, end = false): Buffer {
  const all = {
    ':method': 'POST',
    ':scheme': 'http',
    ':authority': 'localhost',
    ':path': '/',
    'content-type': 'application/grpc',
    te: 'trailers',
  };
  const flags = FLAG.endHeaders | (end ? FLAG.endStream : 0);
  return frame(TYPE.headers, flags, stream, headerBlock({ ...all, ...fields }));
}

export function dataFrame(stream: number, payload: Uint8Array, end = false): Buffer {
  return frame(TYPE.data, end ? FLAG.endStream : 0, stream, payload);
}

/** A message of gRPC with its prefix, in which `compressed` and `length` may be wrong on purpose. */
export function framed(message: Uint8Array | string, compressed = 0, length = Buffer.byteLength(message)): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = compressed;
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, Buffer.from(message)]);
}

/** A whole call with one message. */
export function callFrames(stream: number, path: string, message: Uint8Array | string = ''): Buffer {
  return Buffer.concat([headersFrame(stream, { ':path': path }), dataFrame(stream, framed(message), true)]);
}

function numberFrame(type: number, stream: number, value: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(value);
  return frame(type, FLAG.none, stream, payload);
}

export const resetFrame = (stream: number, code: number): Buffer => numberFrame(TYPE.reset, stream, code);
export const windowFrame = (stream: number, increment: number): Buffer =>
  numberFrame(TYPE.windowUpdate, stream, increment);

type Settings = Readonly<Record<number, number>>;

export function settingsFrame(settings: Settings = {}): Buffer {
  const payload = Object.entries(settings).map(([id, value]) => {
    const setting = Buffer.alloc(6);
    setting.writeUInt16BE(Number(id));
    setting.writeUInt32BE(value, 2);
    return setting;
  });
  return frame(TYPE.settings, FLAG.none, 0, Buffer.concat(payload));
}

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** A port of the loopback interface, or the path of a Unix socket. */
type Place = number | string;

/** A connection to a server of this machine. */
export interface RawConnection {
  readonly socket: Socket;
  /** All that were received. */
  readonly frames: readonly Frame[];
  send(...frames: readonly Buffer[]): void;
  /** Resolves with the first frame that matches, received before or later; rejects if the connection closes first. */
  frame(matches: (frame: Frame) => boolean): Promise<Frame>;
  /** Resolves with the bytes of a stream's DATA when the server has ended the stream. */
  body(stream: number): Promise<Buffer>;
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>;
  close(): void;
}

/** Connects and sends the preface and SETTINGS; does not wait for those of the server. */
export async function connectRaw(place: Place, settings: Settings = {}): Promise<RawConnection> {
  const raw = await connectSilent(place);
  raw.send(PREFACE, settingsFrame(settings));
  return raw;
}

/** Connects and sends nothing. */
export async function connectSilent(place: Place): Promise<RawConnection> {
  const socket: Socket = typeof place === 'string' ? connect(place) : connect(place, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  const frames: Frame[] = [];
  let isClosed = false;
  // An error may precede: the server disconnects while this side writes.
  const closed = new Promise((resolve) => void socket.once('close', resolve)).then(() => {
    isClosed = true;
    socket.emit('frames');
  });
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    let at = 0;
    for (let end = 0; received.length >= at + 9; at = end) {
      end = at + 9 + received.readUIntBE(at, 3);
      if (received.length < end) break;
      const [type = 0, flags = 0] = [received[at + 3], received[at + 4]];
      frames.push({ type, flags, stream: received.readUInt32BE(at + 5), payload: received.subarray(at + 9, end) });
    }
    received = received.subarray(at);
    socket.emit('frames');
  });
  const find = async (matches: (frame: Frame) => boolean): Promise<Frame> => {
    for (let seen = 0; ; ) {
      for (; seen < frames.length; seen += 1) if (matches(frames[seen] as Frame)) return frames[seen] as Frame;
      if (isClosed) throw new Error('The server closed the connection');
      await once(socket, 'frames');
    }
  };
  return {
    socket,
    frames,
    send: (...sent) => void socket.write(Buffer.concat(sent)),
    frame: find,
    async body(stream) {
      await find((each) => each.stream === stream && each.type <= TYPE.headers && (each.flags & FLAG.endStream) !== 0);
      const data = frames.filter((each) => each.stream === stream && each.type === TYPE.data);
      return Buffer.concat(data.map(({ payload }) => payload));
    },
    closed,
    close: () => socket.destroy(),
  };
}
