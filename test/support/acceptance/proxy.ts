/** A proxy between Terraform and the service that can delay or drop requests, or respond in place of the service. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request on its way to the service. */
export interface Passing {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  /** Sends the request to the service and returns its response, which is not passed on yet. */
  readonly forward: () => Promise<Forwarded>;
  readonly respond: (status: number, contentType: string, body: string) => void;
  /** Breaks the connection without a response. */
  readonly drop: () => void;
}

interface Forwarded {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export interface ServiceProxy {
  readonly url: string;
  /** What happens to each request; by default it passes. */
  handle: (request: Passing) => Promise<void> | void;
  close(): Promise<void>;
}

export async function pass(request: Passing): Promise<void> {
  const { status, contentType, body } = await request.forward();
  request.respond(status, contentType, body);
}

/** A proxy on a free loopback port in front of the service at `target`. */
export async function createProxy(target: string): Promise<ServiceProxy> {
  const proxy: { handle: ServiceProxy['handle'] } = { handle: pass };
  const server = createServer((incoming, outgoing) => {
    const request = passing(target, incoming, outgoing);
    Promise.resolve(request.then((each) => proxy.handle(each))).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function passing(target: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<Passing> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = 'GET', url: path = '/' } = incoming;
  return {
    method,
    path,
    async forward() {
      const { authorization = '', 'content-type': type, 'ngrok-version': version } = incoming.headers;
      const response = await fetch(`${target}${path}`, {
        method,
        headers: {
          authorization,
          ...(type !== undefined && { 'content-type': type }),
          ...(typeof version === 'string' && { 'ngrok-version': version }),
        },
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      const contentType = response.headers.get('content-type') ?? 'application/json';
      return { status: response.status, contentType, body: await response.text() };
    },
    respond(status, contentType, body) {
      if (outgoing.destroyed) return;
      // A response without content has no content type.
      outgoing.writeHead(status, status === 204 ? {} : { 'content-type': contentType });
      outgoing.end(status === 204 ? undefined : body);
    },
    drop: () => incoming.socket.destroy(),
  };
}
