import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { isLoopback } from '../../model/net/proxy';
import { limitBody } from './fetch';
import { type HttpRequest, type HttpResponse, MAX_BODY_BYTES, type TransportFault } from './http';

export interface Listener {
  readonly url: string;
  /** Closes all connections; resolves once the port is free. */
  close(): Promise<void>;
}

/** Longer than clients keep idle connections, so that the server does not close a connection that a client reuses. */
const KEEP_ALIVE_MS = 75_000;

/** Starts a server; port 0 selects a free port. Rejects with the address if it cannot listen. */
export async function listen(
  handle: (request: HttpRequest) => Promise<HttpResponse>,
  host: string,
  port: number,
): Promise<Listener> {
  const local = isLoopback(host);
  let url = '';
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, outgoing) => {
    // Responses have the date of the emulator's clock.
    outgoing.sendDate = false;
    serveRequest(incoming, outgoing, (bytes) => handle(toRequest(incoming, bytes, url, local))).catch(() =>
      outgoing.destroy(),
    );
  });
  url = await start(server, host, port);
  return { url, close: () => stop(server) };
}

function start(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) =>
      reject(
        new Error(`The emulator cannot listen on ${host}:${port}: ${cause.message}. Choose another port or host.`, {
          cause,
        }),
      );
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      resolve(`http://${toUrlHost(host)}:${(server.address() as AddressInfo).port}`);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function serveRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (body: HttpRequest['body']) => Promise<HttpResponse>,
): Promise<void> {
  const response = await handle(await readBytes(incoming));
  if (response.stream) await sendStream(outgoing, response.status, response.headers, response.stream);
  else writeResponse(outgoing, response);
}

/** Writes at the speed of the client, until the stream or the connection ends. */
async function sendStream(
  outgoing: ServerResponse,
  status: number,
  headers: HttpResponse['headers'],
  stream: NonNullable<HttpResponse['stream']>,
): Promise<void> {
  const disconnected = new AbortController();
  outgoing.once('close', () => disconnected.abort());
  outgoing.writeHead(status, headers);
  for await (const part of stream(disconnected.signal)) {
    // Rejects if the client disconnects; the signal then ends the stream.
    if (!outgoing.write(part)) await once(outgoing, 'drain', { signal: disconnected.signal }).catch(() => undefined);
  }
  outgoing.end();
}

/** Reads oversized bodies to the end too, because clients read no response before they sent everything. */
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
      resolve(limitBody(length, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))),
    );
    incoming.on('error', reject);
    incoming.on('close', () => reject(new Error('The client disconnected before it sent the whole request')));
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

/** Returns the host as clients on this machine write it in a URL. */
function toUrlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}

/** Sends a response to a socket; a disconnect of the client ends it. */
function writeResponse(outgoing: ServerResponse, response: HttpResponse): void {
  const { transportFault: fault } = response;
  if (!fault) writeComplete(outgoing, response);
  else if (fault.delayMs === undefined) writeFaulty(outgoing, response, fault);
  else {
    const timer = setTimeout(() => writeFaulty(outgoing, response, fault), fault.delayMs);
    outgoing.once('close', () => clearTimeout(timer));
  }
}

function writeComplete(outgoing: ServerResponse, { status, headers, body }: HttpResponse): void {
  outgoing.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}

function writeFaulty(
  outgoing: ServerResponse,
  response: HttpResponse,
  { drop, truncateAt, slowBody: drip }: TransportFault,
): void {
  if (drop) {
    outgoing.destroy();
    return;
  }
  if (truncateAt === undefined && !drip) {
    writeComplete(outgoing, response);
    return;
  }
  const bytes = Buffer.from(response.body);
  const sent = truncateAt === undefined ? bytes : bytes.subarray(0, truncateAt);
  const end = (): void => {
    if (truncateAt === undefined) outgoing.end();
    else outgoing.destroy();
  };
  outgoing.writeHead(response.status, { ...response.headers, 'content-length': bytes.length });
  // Ends after the flush, because `destroy` discards unwritten data.
  if (!drip) {
    outgoing.write(sent, end);
    return;
  }
  let from = 0;
  const timer = setInterval(() => {
    outgoing.write(sent.subarray(from, from + drip.bytes));
    from += drip.bytes;
    if (from < sent.length) return;
    clearInterval(timer);
    end();
  }, drip.everyMs);
  outgoing.once('close', () => clearInterval(timer));
}
