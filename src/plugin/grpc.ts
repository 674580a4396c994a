/**
 * gRPC over node:http2: as much of it as a Terraform provider needs.
 *
 * A library for it was a third of the code that each start compiles, and slower at each call; `docs/performance.md` has
 * the figures. The tests use that library as their client, so that the two hold each other to the protocol
 * (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md).
 */
import { once } from 'node:events';
import { constants, performServerHandshake, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Duplex } from 'node:stream';

/** A call whose answer is a stream of messages. */
export interface StreamCall {
  /** The client's only message. */
  readonly request: Uint8Array;
  /** Aborted when the client wants no more, or is gone; not after {@link end}. */
  readonly signal: AbortSignal;
  /** Sends a message; done when the client can take more, or wants no more. */
  send(message: Uint8Array): Promise<void>;
  /** Ends the call well. May be repeated. */
  end(): void;
}

/** How one method is served. */
export type Method =
  /** One message in, one out. A rejection is a bug of the method: it is thrown, for the process to report. */
  | { readonly kind: 'unary'; answer(request: Uint8Array): Promise<Uint8Array> }
  /** One message in, any number out, until `end`. */
  | { readonly kind: 'stream'; serve(call: StreamCall): void }
  /** Opened and never used: nothing is sent, what arrives is dropped, and it ends when the client ends it. */
  | { readonly kind: 'idle' };

/** Serves gRPC on connections that it is given. */
export interface GrpcServer {
  /** Serves a connection that is decrypted and trusted. */
  accept(connection: Duplex): void;
  /** Takes no new calls and lets those under way end; what is left after `limit` milliseconds is cut off. */
  close(limit: number): Promise<void>;
}

/** What is served, by path (`/tfplugin6.Provider/ReadResource`), and how large a message may be, in bytes. */
export interface GrpcServerOptions {
  readonly methods: ReadonlyMap<string, Method>;
  readonly maxMessageBytes: number;
}

/** Statuses of gRPC; https://grpc.io/docs/guides/status-codes/. */
const STATUS = { ok: 0, resourceExhausted: 8, unimplemented: 12, internal: 13 } as const;

/** Before each message: one byte that tells of compression, four for the length. */
const PREFIX_BYTES = 5;

/**
 * The client may send this much before it hears from us, so that a large state does not wait for a round trip every
 * 64 KiB, the default.
 */
const WINDOW_BYTES = 16 * 1024 * 1024;

const CONTENT_TYPE = 'application/grpc';

/** A server without connections. */
export function createGrpcServer({ methods, maxMessageBytes }: GrpcServerOptions): GrpcServer {
  const sessions = new Set<ServerHttp2Session>();
  const answer = (stream: ServerHttp2Stream, path: string, contentType: string): void => {
    // The other side may reset a stream at any time; what was under way learns of it from 'close'.
    stream.on('error', () => undefined);
    const method = methods.get(path);
    if (!contentType.startsWith(CONTENT_TYPE)) stream.respond({ ':status': 415 }, { endStream: true });
    else if (!method) refuse(stream, STATUS.unimplemented, `${path} is not served`);
    else if (method.kind === 'idle') idle(stream);
    else
      readMessage(stream, maxMessageBytes, (request) =>
        method.kind === 'unary'
          ? void unary(stream, method.answer(request))
          : method.serve(streamCall(stream, request)),
      );
  };
  return {
    accept(connection) {
      const session = performServerHandshake(connection, {
        // In MB. Messages have a limit of their own, and the only client is Terraform.
        maxSessionMemory: Number.MAX_SAFE_INTEGER,
        settings: { initialWindowSize: WINDOW_BYTES },
      });
      sessions.add(session);
      session.setLocalWindowSize(WINDOW_BYTES);
      session.on('stream', (stream, headers) => answer(stream, headers[':path'] ?? '', headers['content-type'] ?? ''));
      session.on('error', () => session.destroy());
      session.on('close', () => sessions.delete(session));
    },
    async close(limit) {
      await Promise.all([...sessions].map((session) => closeSession(session, limit)));
    },
  };
}

async function unary(stream: ServerHttp2Stream, answer: Promise<Uint8Array>): Promise<void> {
  const message = await answer;
  // The client may be gone.
  if (stream.destroyed) return;
  respond(stream);
  stream.end(frame(message));
}

function streamCall(stream: ServerHttp2Stream, request: Uint8Array): StreamCall {
  const ended = new AbortController();
  let done = false;
  respond(stream);
  stream.on('close', () => {
    if (!done) ended.abort(new Error('the client wants no more'));
  });
  return {
    request,
    signal: ended.signal,
    async send(message) {
      if (stream.destroyed || done) return;
      if (!stream.write(frame(message))) await once(stream, 'drain', ended).catch(() => undefined);
    },
    end() {
      if (done) return;
      done = true;
      if (!stream.destroyed) stream.end();
    },
  };
}

function idle(stream: ServerHttp2Stream): void {
  respond(stream);
  stream.resume();
  stream.on('end', () => stream.end());
}

/** Opens the answer of a call, which ends well when the stream does. */
function respond(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': 200, 'content-type': CONTENT_TYPE }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': STATUS.ok }));
}

function refuse(stream: ServerHttp2Stream, status: number, message: string): void {
  if (stream.destroyed || stream.headersSent) return;
  stream.respond(
    {
      ':status': 200,
      'content-type': CONTENT_TYPE,
      'grpc-status': status,
      'grpc-message': encodeURIComponent(message),
    },
    { endStream: true },
  );
  // What the client still sends is of no use.
  stream.close(constants.NGHTTP2_NO_ERROR);
}

/** Calls `take` with the one message of a request; refuses the call if it is not exactly one. */
function readMessage(stream: ServerHttp2Stream, maxBytes: number, take: (message: Uint8Array) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= maxBytes + PREFIX_BYTES) return;
    chunks.length = 0;
    refuse(stream, STATUS.resourceExhausted, `A message has more than ${maxBytes} bytes`);
  });
  stream.on('end', () => {
    if (stream.destroyed || stream.headersSent) return;
    const [first] = chunks;
    const all = first && chunks.length === 1 ? first : Buffer.concat(chunks);
    if (all.length < PREFIX_BYTES || all.length !== PREFIX_BYTES + all.readUInt32BE(1)) {
      refuse(stream, STATUS.internal, 'The request is not exactly one message');
    } else if (all[0] !== 0) {
      refuse(stream, STATUS.unimplemented, 'Messages are not taken in compressed form');
    } else take(all.subarray(PREFIX_BYTES));
  });
}

function frame(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(PREFIX_BYTES + message.length);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, PREFIX_BYTES);
  return framed;
}

function closeSession(session: ServerHttp2Session, limit: number): Promise<void> {
  return new Promise((resolve) => {
    if (session.destroyed) return resolve();
    const timer = setTimeout(() => session.destroy(), limit);
    session.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    session.close();
  });
}
