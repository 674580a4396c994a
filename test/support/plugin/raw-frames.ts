/** An HTTP/2 client that writes any frames in any order (RFC 9113), which node:http2 does not let a client do. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const TYPE = { data: 0, headers: 1, reset: 3, settings: 4 } as const;
const FLAG = { endStream: 1, endHeaders: 4 } as const;

function frame(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
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
  return Buffer.concat(
    Object.entries(fields).flatMap(([name, value]) => [Buffer.of(0x10), ...literal(name), ...literal(value)]),
  );
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

export function resetFrame(stream: number, code: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(code);
  return frame(TYPE.reset, 0, stream, payload);
}

/** A connection to a server on the loopback interface. */
export interface RawConnection {
  send(...frames: readonly Buffer[]): void;
  /** Resolves with the bytes of a stream's DATA when the server has ended the stream. */
  body(stream: number): Promise<Buffer>;
  close(): void;
}

/** Connects and exchanges the SETTINGS. */
export async function connectRaw(port: number): Promise<RawConnection> {
  const socket: Socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(TYPE.settings, 0, 0, Buffer.alloc(0))]),
  );
  const bodies = new Map<number, Buffer>();
  const ended = new Set<number>();
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 9 && received.length >= 9 + received.readUIntBE(0, 3)) {
      const length = 9 + received.readUIntBE(0, 3);
      const [type, flags = 0, stream] = [received[3], received[4], received.readUInt32BE(5)];
      const body = bodies.get(stream) ?? Buffer.alloc(0);
      if (type === TYPE.data) bodies.set(stream, Buffer.concat([body, received.subarray(9, length)]));
      if ((type === TYPE.data || type === TYPE.headers) && flags & FLAG.endStream) ended.add(stream);
      received = received.subarray(length);
    }
    socket.emit('frames');
  });
  return {
    send: (...frames) => void socket.write(Buffer.concat(frames)),
    async body(stream) {
      while (!ended.has(stream)) await once(socket, 'frames');
      return bodies.get(stream) ?? Buffer.alloc(0);
    },
    close: () => socket.destroy(),
  };
}
