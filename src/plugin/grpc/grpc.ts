/**
 * gRPC over node:http2: as much of it as a Terraform provider needs.
 *
 * Why not `@grpc/grpc-js`: loaded after the handshake, a provider with it uses 2.6 times the memory of an empty Node
 * after a refresh of 1,000 rules instead of 1.76, 1.29 times the processor time in a plan, and 1.46 instead of 1.23 times
 * an empty start until the handshake (Node 20). HTTP/2 itself is Node's in both. The tests use that library as their
 * client, and raw frames (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md).
 */
import { once } from 'node:events';
import {
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  performServerHandshake,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
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

/** Before each message: one byte for compression, four for the length. */
const PREFIX_BYTES = 5;

/**
 * The client may send this much before it hears from us, so that a large state does not wait for a round trip every
 * 64 KiB, the default.
 */
const WINDOW_BYTES = 16 * 1024 * 1024;

const CONTENT_TYPE = 'application/grpc';
/** With a format of the messages, or parameters. */
const CONTENT_TYPE_PATTERN = /^application\/grpc($|[+; ])/;

/** A server without connections. */
export function createGrpcServer({ methods, maxMessageBytes }: GrpcServerOptions): GrpcServer {
  const sessions = new Set<ServerHttp2Session>();
  const serve = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void => {
    // The client may reset a stream at any time; the 'close' event ends its call.
    stream.on('error', () => undefined);
    if (!isOpen(stream)) return;
    const path = headers[':path'] ?? '';
    const method = methods.get(path);
    const httpStatus = httpRefusal(headers);
    if (httpStatus !== undefined) sendStatus(stream, { ':status': httpStatus });
    else if (!method) sendStatus(stream, trailersOnly(STATUS.unimplemented, `${path} is not served`));
    else if (method.kind === 'idle') idleStream(stream);
    else
      readMessage(stream, headers['grpc-encoding'], maxMessageBytes, (request) =>
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
      session.on('stream', serve);
      session.on('error', () => session.destroy());
      session.on('close', () => sessions.delete(session));
    },
    async close(limit) {
      await Promise.all([...sessions].map((session) => closeSession(session, limit)));
    },
  };
}

/** The HTTP status for a request that is not gRPC; undefined for a gRPC request. */
function httpRefusal(headers: IncomingHttpHeaders): number | undefined {
  if (headers[':method'] !== 'POST') return constants.HTTP_STATUS_METHOD_NOT_ALLOWED;
  if (!CONTENT_TYPE_PATTERN.test(headers['content-type'] ?? '')) return constants.HTTP_STATUS_UNSUPPORTED_MEDIA_TYPE;
  // A proxy that removes it does not forward trailers, in which the status of a call is sent.
  return headers['te'] === 'trailers' ? undefined : constants.HTTP_STATUS_BAD_REQUEST;
}

/** Whether the client can still get a response. Node emits the 'end' of a reset stream before it destroys the stream. */
function isOpen(stream: ServerHttp2Stream): boolean {
  return !stream.closed && !stream.destroyed;
}

async function unary(stream: ServerHttp2Stream, answer: Promise<Uint8Array>): Promise<void> {
  const message = await answer;
  if (!isOpen(stream)) return;
  respond(stream);
  stream.end(encodeFrame(message));
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
      if (!isOpen(stream) || done) return;
      if (!stream.write(encodeFrame(message))) await once(stream, 'drain', ended).catch(() => undefined);
    },
    end() {
      if (done) return;
      done = true;
      if (isOpen(stream)) stream.end();
    },
  };
}

function idleStream(stream: ServerHttp2Stream): void {
  respond(stream);
  stream.resume();
  stream.on('end', () => stream.end());
}

/** Opens the answer of a call, which ends well when the stream does. */
function respond(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': 200, 'content-type': CONTENT_TYPE }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': STATUS.ok }));
}

/** Sends the headers as the whole response. */
function sendStatus(stream: ServerHttp2Stream, headers: OutgoingHttpHeaders): void {
  if (!isOpen(stream) || stream.headersSent) return;
  stream.respond(headers, { endStream: true });
  // The rest of the request is not read.
  stream.close(constants.NGHTTP2_NO_ERROR);
}

/** Headers of a response that is only a status. */
function trailersOnly(status: number, message: string): OutgoingHttpHeaders {
  return {
    ':status': 200,
    'content-type': CONTENT_TYPE,
    'grpc-status': status,
    'grpc-message': encodeURIComponent(message),
  };
}

/** Calls `take` with the one message of a request; refuses the call if it is not exactly one. */
function readMessage(
  stream: ServerHttp2Stream,
  encoding: IncomingHttpHeaders[string],
  maxBytes: number,
  take: (message: Uint8Array) => void,
): void {
  const chunks: Buffer[] = [];
  let received = 0;
  let expected: number | undefined;
  const notOne = trailersOnly(STATUS.internal, 'The request is not exactly one message');
  stream.on('data', (chunk: Buffer) => {
    if (stream.headersSent) return;
    chunks.push(chunk);
    received += chunk.length;
    if (expected === undefined && received >= PREFIX_BYTES) {
      const prefix = Buffer.concat(chunks, PREFIX_BYTES);
      const problem = prefixProblem(prefix, encoding, maxBytes);
      if (problem) return sendStatus(stream, problem);
      expected = PREFIX_BYTES + prefix.readUInt32BE(1);
    }
    if (expected !== undefined && received > expected) sendStatus(stream, notOne);
  });
  stream.on('end', () => {
    if (!isOpen(stream) || stream.headersSent) return;
    if (received !== expected) return sendStatus(stream, notOne);
    const [first] = chunks;
    take((first && chunks.length === 1 ? first : Buffer.concat(chunks)).subarray(PREFIX_BYTES));
  });
}

/** The response to a message that is refused because of its prefix; undefined for a message that can be read. */
function prefixProblem(
  prefix: Buffer,
  encoding: IncomingHttpHeaders[string],
  maxBytes: number,
): OutgoingHttpHeaders | undefined {
  const [compressed] = prefix;
  if (compressed === 1 && encoding !== undefined && encoding !== 'identity') {
    const refusal = trailersOnly(STATUS.unimplemented, `Messages in the encoding ${encoding} are not supported`);
    return { ...refusal, 'grpc-accept-encoding': 'identity' };
  }
  if (compressed !== 0) return trailersOnly(STATUS.internal, 'A message is compressed without grpc-encoding');
  const length = prefix.readUInt32BE(1);
  if (length <= maxBytes) return undefined;
  return trailersOnly(STATUS.resourceExhausted, `A message has ${length} bytes; expected at most ${maxBytes}`);
}

function encodeFrame(message: Uint8Array): Buffer {
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
