/**
 * The part of gRPC that a Terraform provider needs
 * (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md).
 *
 * Why not a server of node:http2: it needs more time than the operations of the provider, because it sends the trailers
 * of a response in a later turn of the event loop. docs/performance.md compares both.
 */
import type { Duplex } from 'node:stream';
import { Connection } from './connection';
import { LIMITS } from './frames';
import type { Fields } from './hpack';
import { IGNORE, type RequestHeaders, type Stream, type StreamReceiver } from './streams';

export interface StreamCall {
  readonly request: Uint8Array;
  /** Aborted when the client cancels the call or disconnects; not after {@link end}. */
  readonly signal: AbortSignal;
  /** Resolves when the client can take more, or has cancelled the call. */
  send(message: Uint8Array): Promise<void>;
  /** Required also after the signal: until then the call counts for {@link LIMITS.cancelledCalls}. */
  end(): void;
}

export type MethodHandler =
  /** If `handle` rejects, the process crashes. The response is dropped if the call `isCancelled`. */
  | { readonly kind: 'unary'; handle(request: Uint8Array, isCancelled: () => boolean): Promise<Uint8Array> }
  | { readonly kind: 'stream'; serve(call: StreamCall): void }
  /** No message is sent on the stream (GRPCStdio, GRPCBroker). It ends before the connection closes. */
  | { readonly kind: 'idle' };

type UnaryMethod = Extract<MethodHandler, { readonly kind: 'unary' }>;
type StreamMethod = Extract<MethodHandler, { readonly kind: 'stream' }>;

export interface GrpcServer {
  accept(connection: Duplex): void;
  /** Refuses new and incomplete requests, waits for calls in flight, and disconnects within `limitMs`. */
  close(limitMs: number): Promise<void>;
}

export interface GrpcServerOptions {
  readonly methods: ReadonlyMap<string, MethodHandler>;
  readonly maxMessageBytes?: number;
}

/** https://grpc.io/docs/guides/status-codes/ */
const STATUS = { ok: 0, resourceExhausted: 8, unimplemented: 12, internal: 13 } as const;

/** Precedes each message: one byte that is 0 unless the message is compressed, four for its length. */
const PREFIX_BYTES = 5;

/** Chosen: memory for a message of at most this size is allocated at once, for a longer one as it arrives. */
const ALLOCATED_BYTES = 1024 * 1024;

/** Chosen: the reason of a refusal may quote what the client sent, and must fit into a frame. */
const MAX_REASON_LENGTH = 500;

/** May have a message format or parameters: `application/grpc+proto`. */
const CONTENT_TYPE_PATTERN = /^application\/grpc($|[+; ])/;

const RESPONSE: Fields = [
  [':status', '200'],
  ['content-type', 'application/grpc'],
];
const NO_BYTES = Buffer.alloc(0);
const SUCCESS: Fields = [['grpc-status', String(STATUS.ok)]];
const TOO_MANY_BYTES = trailersOnly(
  STATUS.resourceExhausted,
  `The requests in flight would have more than ${LIMITS.requestBytes} bytes`,
);
const NOT_ONE_MESSAGE = trailersOnly(STATUS.internal, 'The request is not exactly one message');

export function createGrpcServer(options: GrpcServerOptions): GrpcServer {
  const connections = new Set<Connection>();
  let isClosing = false;
  return {
    accept(socket) {
      // Calls on a new connection would not be answered.
      if (isClosing) {
        socket.destroy();
        return;
      }
      const connection = new Connection(socket, (stream, headers) => openCall(options, stream, headers));
      connections.add(connection);
      socket.once('close', () => connections.delete(connection));
    },
    async close(limitMs) {
      isClosing = true;
      await Promise.all([...connections].map((connection) => connection.close(limitMs)));
    },
  };
}

function openCall(
  { methods, maxMessageBytes = LIMITS.messageBytes }: GrpcServerOptions,
  stream: Stream,
  headers: RequestHeaders,
): StreamReceiver {
  const method = methods.get(headers.path);
  const refusal = findHeaderProblem(headers) ?? (method ? undefined : unknownMethod(headers.path));
  if (refusal) stream.sendHeadersOnly(refusal);
  if (refusal || !method) return IGNORE;
  if (method.kind === 'idle') return openIdle(stream);
  return receiveMessage(stream, headers.grpcEncoding, maxMessageBytes, (request) =>
    method.kind === 'unary' ? performUnary(stream, method, request) : performStream(stream, method, request),
  );
}

/** The response to a request that is not gRPC, or whose headers are too large; undefined for another one. */
function findHeaderProblem({ method, contentType, te, size }: RequestHeaders): Fields | undefined {
  if (size > LIMITS.headerBytes) return httpStatus(431);
  if (method !== 'POST') return httpStatus(405);
  if (!CONTENT_TYPE_PATTERN.test(contentType ?? '')) return httpStatus(415);
  // A proxy that removes it does not forward trailers, in which the status of a call is sent.
  return te === 'trailers' ? undefined : httpStatus(400);
}

function httpStatus(status: number): Fields {
  return [[':status', String(status)]];
}

function unknownMethod(path: string): Fields {
  return trailersOnly(STATUS.unimplemented, `Unknown method ${path}`);
}

function trailersOnly(status: number, message: string): Fields {
  const quoted = encodeURIComponent(message.slice(0, MAX_REASON_LENGTH));
  return [...RESPONSE, ['grpc-status', String(status)], ['grpc-message', quoted]];
}

function openIdle(stream: Stream): StreamReceiver {
  stream.sendHeaders(RESPONSE);
  return { ...IGNORE, closing: () => stream.end(SUCCESS) };
}

/** Performs the call if the request is one message, not compressed and not too long. Otherwise refuses it. */
function receiveMessage(
  stream: Stream,
  encoding: string | undefined,
  maxBytes: number,
  perform: (message: Uint8Array) => void,
): StreamReceiver {
  let bytes: Buffer = NO_BYTES;
  let received = 0;
  let expected: number | undefined;
  const refuse = (refusal: Fields): void => {
    bytes = NO_BYTES;
    stream.sendHeadersOnly(refusal);
  };
  return {
    ...IGNORE,
    data(chunk) {
      bytes = received === 0 ? chunk : append(bytes, received, chunk, expected);
      received += chunk.length;
      if (expected === undefined && received >= PREFIX_BYTES) {
        const refusal = findPrefixProblem(bytes, encoding, maxBytes);
        if (refusal) return refuse(refusal);
        expected = PREFIX_BYTES + bytes.readUInt32BE(1);
        if (!stream.reserveRequest(expected)) return refuse(TOO_MANY_BYTES);
      }
      if (expected !== undefined && received > expected) refuse(NOT_ONE_MESSAGE);
    },
    end() {
      if (received !== expected) return refuse(NOT_ONE_MESSAGE);
      const message = bytes.subarray(PREFIX_BYTES, received);
      bytes = NO_BYTES;
      perform(message);
    },
    closing: () => stream.refuse(),
  };
}

/** A list of chunks would need many times the memory of a message in frames of one byte. */
function append(bytes: Buffer, used: number, chunk: Buffer, expected = 0): Buffer {
  const needed = used + chunk.length;
  let target = bytes;
  if (needed > bytes.length) {
    target = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(expected, Math.max(2 * needed, ALLOCATED_BYTES))));
    bytes.copy(target, 0, 0, used);
  }
  chunk.copy(target, used);
  return target;
}

/** The response to an invalid prefix of a message; undefined for a valid one. */
function findPrefixProblem(prefix: Buffer, encoding: string | undefined, maxBytes: number): Fields | undefined {
  const [compressed] = prefix;
  if (compressed === 1 && encoding !== undefined && encoding !== 'identity') {
    const refusal = trailersOnly(STATUS.unimplemented, `Messages in the encoding ${encoding} are not supported`);
    return [...refusal, ['grpc-accept-encoding', 'identity']];
  }
  if (compressed !== 0)
    return trailersOnly(STATUS.internal, `The compression flag of a message is ${compressed}; expected 0`);
  const length = prefix.readUInt32BE(1);
  if (length <= maxBytes) return undefined;
  return trailersOnly(STATUS.resourceExhausted, `A message has ${length} bytes; expected at most ${maxBytes}`);
}

function performUnary(stream: Stream, { handle }: UnaryMethod, request: Uint8Array): void {
  stream.receiver = IGNORE;
  stream.beginCall();
  void handle(request, () => stream.isCancelled).then((message) => {
    stream.endCall();
    stream.sendHeaders(RESPONSE);
    stream.send(prefixOf(message), message);
    stream.end(SUCCESS);
  });
}

function performStream(stream: Stream, method: StreamMethod, request: Uint8Array): void {
  const cancellation = new AbortController();
  let hasEnded = false;
  let waiters: (() => void)[] = [];
  const wake = (): void => {
    const awake = waiters;
    waiters = [];
    for (const resolve of awake) resolve();
  };
  stream.receiver = {
    ...IGNORE,
    drained: wake,
    cancelled() {
      if (!hasEnded) cancellation.abort(new Error('the client cancelled the call'));
      wake();
    },
  };
  stream.beginCall();
  stream.sendHeaders(RESPONSE);
  method.serve({
    request,
    signal: cancellation.signal,
    async send(message) {
      if (!stream.send(prefixOf(message), message)) await new Promise<void>((resolve) => waiters.push(resolve));
    },
    end() {
      hasEnded = true;
      stream.endCall();
      stream.end(SUCCESS);
    },
  });
}

function prefixOf(message: Uint8Array): Buffer {
  const prefix = Buffer.allocUnsafe(PREFIX_BYTES);
  prefix[0] = 0;
  prefix.writeUInt32BE(message.length, 1);
  return prefix;
}
