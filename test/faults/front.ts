/**
 * What stands between the provider and the service: it sees every request, and can spoil one of them, down to the bytes
 * on the connection.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Emulator } from '../../src/emulator';
import type { Kind } from '../../src/model/kind';
import { KINDS } from '../../src/model/kinds';

/** An answer of the service, whole. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty where there is none. */
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
  /** Sends a whole answer. */
  send(answer: ServiceResponse): void;
  /** The connection, for all that is no whole answer. */
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

/** Lets the service answer. */
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
    // The second segment is an identifier; what follows names a part of the object.
    shape: `${method} /${[collection, ...below.map((segment, index) => (index === 0 ? '*' : segment))].join('/')}`,
    async perform() {
      const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
      const headers = Object.entries(incoming.headers).filter(([name]) => name !== 'connection');
      const request = new Request(`${origin}${url}`, { method, headers: headers as [string, string][], ...body });
      const answer = await service.fetch(request);
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
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
