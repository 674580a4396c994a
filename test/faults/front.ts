/**
 * A proxy between the provider and the service. It sees every request and can break one of them, down to the bytes on
 * the connection.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Emulator } from '../../src/emulator';
import type { Kind } from '../../src/model/kind';
import { KINDS } from '../../src/model/kinds';

/** A complete response of the service. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if there is no body. */
  readonly body: string;
}

/** A request that has arrived whole. */
export interface Exchange {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  /** The kind whose collection it is about. */
  readonly kind: Kind | undefined;
  /** What it is, whichever object it names: `PATCH /ip_policies/*`. */
  readonly shape: string;
  /** Lets the service do it. */
  perform(): Promise<ServiceResponse>;
  /** Sends a complete response. */
  send(response: ServiceResponse): void;
  /** The connection, for incomplete responses. */
  readonly socket: Socket;
  readonly service: Emulator;
}

/** The address that the provider is given, and what happens there. */
export interface Front {
  readonly url: string;
  /** What becomes of each request; {@link pass} by default. */
  handle: (exchange: Exchange) => Promise<void> | void;
  close(): Promise<void>;
}

/** Passes the request to the service. */
export async function pass(exchange: Exchange): Promise<void> {
  exchange.send(await exchange.perform());
}

/** Listens on a free port of loopback, before a service in this process. */
export async function createFront(service: Emulator): Promise<Front> {
  const front: { handle: Front['handle'] } = { handle: pass };
  const server = createServer((incoming, outgoing) => {
    outgoing.sendDate = false;
    exchangeOf(service, `http://${incoming.headers.host}`, incoming, outgoing)
      .then((exchange) => front.handle(exchange))
      .catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(front, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function exchangeOf(
  service: Emulator,
  origin: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Exchange> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = 'GET', url = '/' } = incoming;
  const { pathname } = new URL(url, origin);
  const [, collection, ...below] = pathname.split('/');
  return {
    method,
    path: pathname,
    kind: KINDS.find(({ path }) => path === `/${collection}`),
    // The second segment is an id; what follows names a part of the object.
    shape: `${method} /${[collection, ...below.map((segment, index) => (index === 0 ? '*' : segment))].join('/')}`,
    async perform() {
      const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
      const headers = Object.entries(incoming.headers).filter(([name]) => name !== 'connection');
      const request = new Request(`${origin}${url}`, { method, headers: headers as [string, string][], ...body });
      const response = await service.fetch(request);
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
    },
    send({ status, headers, body }) {
      if (outgoing.destroyed) return;
      outgoing.writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': Buffer.byteLength(body) }) });
      outgoing.end(status === 204 ? undefined : body);
    },
    socket: incoming.socket,
    service,
  };
}
