/** The emulator behind a socket: nothing but HTTP in and out. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { isLoopback } from '../../model/net/loopback';
import { bodyOf } from './fetch';
import { type HttpRequest, type HttpResponse, MAX_BODY_BYTES } from './http';
import { sendAnswer } from './write-response';

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
  handle: (request: HttpRequest) => Promise<HttpResponse>,
  host: string,
  port: number,
): Promise<Listening> {
  const local = isLoopback(host);
  let url = '';
  const server = createServer({ keepAliveTimeout: keepAliveMilliseconds }, (incoming, outgoing) => {
    // Answers carry the date of the emulator's clock.
    outgoing.sendDate = false;
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
  handle: (body: HttpRequest['body']) => Promise<HttpResponse>,
): Promise<void> {
  const answered = await handle(await readBytes(incoming));
  if (answered.stream) await sendStream(outgoing, answered.status, answered.headers, answered.stream);
  else sendAnswer(outgoing, answered);
}

/** Sends as fast as the client reads, until one of both ends it. */
async function sendStream(
  outgoing: ServerResponse,
  status: number,
  headers: HttpResponse['headers'],
  stream: NonNullable<HttpResponse['stream']>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  outgoing.writeHead(status, headers);
  for await (const part of stream(gone.signal)) {
    // Rejects if the client disconnects; `gone` then ends the stream.
    if (!outgoing.write(part)) await once(outgoing, 'drain', { signal: gone.signal }).catch(() => undefined);
  }
  outgoing.end();
}

/** Reads to the end, also what is too much, since clients read no answer before they have sent everything. */
function readBytes(incoming: IncomingMessage): HttpRequest['body'] | Promise<HttpRequest['body']> {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  if ((length === undefined || length === '0') && encoding === undefined) return undefined;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_BODY_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    });
    incoming.on('end', () =>
      resolve(bodyOf(length, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))),
    );
    incoming.on('error', reject);
    incoming.on('close', () => reject(new Error('The client went away before it had sent everything')));
  });
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

/** How a client on this machine writes the host in a URL. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}
