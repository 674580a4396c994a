import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLoopback } from '../../model/net/proxy';
import { limitBody, splitBody } from './fetch';
import { type HttpRequest, type HttpResponse, maxBodyBytes, type TransportFault } from './http';
import { toRefusal } from './problem';

export interface Listener {
  readonly url: string;
  close(): Promise<void>;
}

/** A choice above Node's 5 s, so that the server seldom closes a connection that a client is about to reuse. */
const KEEP_ALIVE_MS = 75_000;

export async function listenHttp(
  handle: (request: HttpRequest) => Promise<HttpResponse>,
  host: string,
  port: number,
): Promise<Listener> {
  const isLocal = isLoopback(host);
  let url = '';
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, outgoing) => {
    // `handleRequest` sets the date of the emulator's clock; responses to controls have none.
    outgoing.sendDate = false;
    serveRequest(incoming, outgoing, handle, { url, isLocal }).catch((error: unknown) => {
      // A client that disconnects is no defect of the emulator; after a part of a response there is no other one.
      if (outgoing.destroyed || outgoing.headersSent) outgoing.destroy();
      else writeResponse(outgoing, reportDefect(error));
    });
  });
  url = await start(server, host, port);
  return { url, close: () => stop(server) };
}

async function start(server: Server, host: string, port: number): Promise<string> {
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (cause) {
    const reason = (cause as Error).message;
    const message = `The emulator cannot listen on ${host}:${port}: ${reason}. Choose another port or host.`;
    throw new Error(message, { cause });
  }
  return `http://${toUrlHost(host)}:${(server.address() as AddressInfo).port}`;
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
  handle: (request: HttpRequest) => Promise<HttpResponse>,
  target: { readonly url: string; readonly isLocal: boolean },
): Promise<void> {
  const request = toRequest(incoming, target.url, target.isLocal);
  const body = await readBytes(incoming, maxBodyBytes(request));
  const response = await handle({ ...request, body });
  if (!response.stream && !response.transportFault) return writeResponse(outgoing, response);
  const disconnected = new AbortController();
  outgoing.once('close', () => disconnected.abort());
  if (response.stream) await writeStream(outgoing, response, response.stream(disconnected.signal), disconnected.signal);
  else if (response.transportFault) await writeFaulty(outgoing, response, response.transportFault, disconnected.signal);
}

function reportDefect(error: unknown): HttpResponse {
  return { status: 500, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: toRefusal(error).message };
}

function writeResponse(outgoing: ServerResponse, { status, headers, body }: HttpResponse): void {
  outgoing.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}

async function writeStream(
  outgoing: ServerResponse,
  { status, headers }: HttpResponse,
  stream: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  outgoing.writeHead(status, headers);
  for await (const part of stream) {
    // The signal ends the stream if the client disconnects.
    if (!outgoing.write(part)) await once(outgoing, 'drain', { signal }).catch(() => undefined);
  }
  outgoing.end();
}

async function writeFaulty(
  outgoing: ServerResponse,
  response: HttpResponse,
  fault: TransportFault,
  signal: AbortSignal,
): Promise<void> {
  if (fault.delay_ms !== undefined) await sleep(fault.delay_ms, undefined, { signal });
  if (fault.drop) {
    outgoing.destroy();
  } else if (fault.truncate === undefined && !fault.drip) {
    writeResponse(outgoing, response);
  } else {
    const { status, headers, body } = response;
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    for await (const piece of splitBody(body, fault, signal)) {
      // Waits for the flush, because `destroy` discards unwritten data.
      await new Promise((resolve) => outgoing.write(piece, resolve));
    }
    if (fault.truncate === undefined) outgoing.end();
    else outgoing.destroy();
  }
}

/** Reads oversized bodies to the end too, because many clients read no response before they sent everything. */
async function readBytes(incoming: IncomingMessage, limit: number): Promise<HttpRequest['body']> {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  if ((length === undefined || length === '0') && encoding === undefined) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  return limitBody(size, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks), limit);
}

function toRequest(incoming: IncomingMessage, url: string, isLocal: boolean): Omit<HttpRequest, 'body'> {
  // A request line may have a whole URI, as for a proxy: `GET http://host/ip_policies?limit=1` -> /ip_policies?limit=1.
  const target = (incoming.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const question = target.indexOf('?');
  const { host } = incoming.headers;
  return {
    method: incoming.method ?? 'GET',
    path: question < 0 ? target : target.slice(0, question),
    query: question < 0 ? '' : target.slice(question + 1),
    headers: incoming.headers as Readonly<Record<string, string | undefined>>,
    origin: host ? `http://${host}` : url,
    isLocal,
  };
}

function toUrlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}
