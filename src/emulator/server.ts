/** The emulator behind a socket: nothing but HTTP in and out. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { bodyOf } from './fetch';
import { type HttpAnswer, type HttpRequest, MAX_BODY_BYTES } from './message';

/** A server that listens. */
export interface Listening {
  /** Without trailing slash. */
  readonly url: string;
  /** Ends all connections; resolves when the socket is free. */
  close(): Promise<void>;
}

/** Longer than clients keep idle connections, so that none is closed under a request that is just being sent. */
const keepAliveMilliseconds = 75_000;

/** Listens; port 0 takes a free one. Rejects, saying where, when it cannot. */
export async function listen(
  handle: (request: HttpRequest) => Promise<HttpAnswer>,
  host: string,
  port: number,
): Promise<Listening> {
  const local = isLoopback(host);
  let url = '';
  const server = createServer({ keepAliveTimeout: keepAliveMilliseconds }, (incoming, outgoing) => {
    answer(incoming, outgoing, (bytes) => handle(toRequest(incoming, bytes, url, local))).catch(() =>
      outgoing.destroy(),
    );
  });
  url = await start(server, host, port);
  return { url, close: () => stop(server) };
}

function start(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) =>
      reject(new Error(`The emulator cannot listen on ${host}:${port}: ${cause.message}`, { cause }));
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      resolve(`http://${reachable(host)}:${(server.address() as AddressInfo).port}`);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (body: HttpRequest['body']) => Promise<HttpAnswer>,
): Promise<void> {
  const { status, headers, body, stream } = await handle(await readBytes(incoming));
  if (stream) return sendStream(outgoing, status, headers, stream);
  outgoing.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}

/** Sends as fast as the client reads, until one of both ends it. */
async function sendStream(
  outgoing: ServerResponse,
  status: number,
  headers: HttpAnswer['headers'],
  stream: NonNullable<HttpAnswer['stream']>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  outgoing.writeHead(status, headers);
  for await (const part of stream(gone.signal)) {
    if (!outgoing.write(part) && !gone.signal.aborted) await drained(outgoing, gone.signal);
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    outgoing.once('drain', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Reads to the end, also what is too much, since clients read no answer before they have sent everything. */
async function readBytes(incoming: IncomingMessage): Promise<HttpRequest['body']> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bodyOf(length, Buffer.concat(chunks));
}

function toRequest(incoming: IncomingMessage, body: HttpRequest['body'], url: string, local: boolean): HttpRequest {
  const target = (incoming.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const question = target.indexOf('?');
  const { host } = incoming.headers;
  return {
    method: incoming.method ?? 'GET',
    path: question < 0 ? target : target.slice(0, question),
    query: question < 0 ? '' : target.slice(question + 1),
    headers: incoming.headers as Readonly<Record<string, string | undefined>>,
    body,
    origin: host ? `http://${host}` : url,
    local,
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

/** How a client on this machine writes the host in a URL. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}
