/** The gRPC server on node:http2: the tests of our server run against both, so that they claim only what both do. */
import { once } from 'node:events';
import {
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  performServerHandshake,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { GrpcServer, GrpcServerOptions, StreamCall } from '../../../src/plugin/http2/grpc';

/** https://grpc.io/docs/guides/status-codes/ */
const STATUS = { ok: 0, resourceExhausted: 8, unimplemented: 12, internal: 13 } as const;

/** Precedes each message: one byte for compression, four for the length. */
const PREFIX_BYTES = 5;

/** With the default of 64 KiB a large state would wait for many round trips. */
const WINDOW_BYTES = 16 * 1024 * 1024;

const CONTENT_TYPE = 'application/grpc';
/** May have a message format or parameters. */
const CONTENT_TYPE_PATTERN = /^application\/grpc($|[+; ])/;

export function createNodeServer({ methods, maxMessageBytes = 2 ** 28 }: GrpcServerOptions): GrpcServer {
  const sessions = new Set<ServerHttp2Session>();
  const idle = new Set<ServerHttp2Stream>();
  const serve = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void => {
    // The client may reset a stream at any time; the 'close' event ends its call.
    stream.on('error', () => undefined);
    if (!isOpen(stream)) return;
    const path = headers[':path'] ?? '';
    const method = methods.get(path);
    const httpStatus = httpRefusal(headers);
    if (httpStatus !== undefined) sendStatus(stream, { ':status': httpStatus });
    else if (!method) sendStatus(stream, trailersOnly(STATUS.unimplemented, `Unknown method ${path}`));
    else if (method.kind === 'idle') idle.add(idleStream(stream));
    else
      readMessage(stream, headers['grpc-encoding'], maxMessageBytes, (request) =>
        method.kind === 'unary'
          ? void unary(stream, method.handle(request))
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
    async close(limitMs) {
      for (const stream of idle) stream.end();
      await Promise.all([...sessions].map((session) => closeSession(session, limitMs)));
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

async function unary(stream: ServerHttp2Stream, response: Promise<Uint8Array>): Promise<void> {
  const message = await response;
  if (!isOpen(stream)) return;
  respond(stream);
  stream.end(encodeFrame(message));
}

function streamCall(stream: ServerHttp2Stream, request: Uint8Array): StreamCall {
  const ended = new AbortController();
  let done = false;
  respond(stream);
  stream.on('close', () => {
    if (!done) ended.abort(new Error('the client cancelled the call'));
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

function idleStream(stream: ServerHttp2Stream): ServerHttp2Stream {
  respond(stream);
  return stream.resume();
}

/** Starts a response, whose status is OK when the stream ends. */
function respond(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': 200, 'content-type': CONTENT_TYPE }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': STATUS.ok }));
}

function sendStatus(stream: ServerHttp2Stream, headers: OutgoingHttpHeaders): void {
  if (!isOpen(stream) || stream.headersSent) return;
  stream.respond(headers, { endStream: true });
  // The client need not send the rest of the request. Node 22 drops the response if the stream is reset in the same turn.
  setImmediate(() => stream.close(constants.NGHTTP2_NO_ERROR));
}

function trailersOnly(status: number, message: string): OutgoingHttpHeaders {
  return {
    ':status': 200,
    'content-type': CONTENT_TYPE,
    'grpc-status': status,
    'grpc-message': encodeURIComponent(message),
  };
}

/** Calls `take` with the message of a request; ends the call with an error unless there is exactly one. */
function readMessage(
  stream: ServerHttp2Stream,
  encoding: IncomingHttpHeaders[string],
  maxBytes: number,
  take: (message: Uint8Array) => void,
): void {
  const chunks: Buffer[] = [];
  let received = 0;
  let expected: number | undefined;
  const refuse = (): void =>
    sendStatus(stream, trailersOnly(STATUS.internal, 'The request is not exactly one message'));
  stream.on('data', (chunk: Buffer) => {
    if (stream.headersSent) return;
    chunks.push(chunk);
    received += chunk.length;
    if (expected === undefined && received >= PREFIX_BYTES) {
      const prefix = join(chunks);
      const problem = prefixProblem(prefix, encoding, maxBytes);
      if (problem) return sendStatus(stream, problem);
      expected = PREFIX_BYTES + prefix.readUInt32BE(1);
    }
    if (expected !== undefined && received > expected) refuse();
  });
  stream.on('end', () => {
    if (!isOpen(stream) || stream.headersSent) return;
    if (received !== expected) return refuse();
    take(join(chunks).subarray(PREFIX_BYTES));
  });
}

/** Most messages are one chunk, which is not copied. */
function join(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return first && chunks.length === 1 ? first : Buffer.concat(chunks);
}

/** Returns the error response to an unsupported prefix; undefined for a valid one. */
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

function closeSession(session: ServerHttp2Session, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (session.destroyed) return resolve();
    const timer = setTimeout(() => session.destroy(), limitMs);
    session.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    session.close();
  });
}
