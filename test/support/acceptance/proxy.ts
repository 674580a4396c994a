/** A proxy that can delay or drop requests, or respond in place of the service. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { listen } from '../listen';

/** A request that the proxy has received completely and not sent to the service yet. */
export interface ProxiedRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Sends the request to the service and returns its response, which is not passed on yet. */
  readonly forward: () => Promise<Forwarded>;
  readonly respond: (status: number, contentType: string, body: string, headers?: Headers) => void;
  /** Breaks the connection without a response. */
  readonly drop: () => void;
  /** The connection, for incomplete responses. */
  readonly socket: Socket;
}

type Headers = Readonly<Record<string, string>>;

export interface Forwarded {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Headers;
  /** Empty if there is no body. */
  readonly body: string;
}

export interface ServiceProxy {
  readonly url: string;
  /** What happens to each request; by default {@link pass}. */
  handle: (request: ProxiedRequest) => Promise<void> | void;
  close(): Promise<void>;
}

/** Headers of one connection, or of an encoding that `fetch` has removed. */
const OF_CONNECTION = ['connection', 'content-encoding', 'content-length', 'host', 'keep-alive', 'transfer-encoding'];

export async function pass(request: ProxiedRequest): Promise<void> {
  const { status, contentType, headers, body } = await request.forward();
  request.respond(status, contentType, body, headers);
}

/** A proxy on a free loopback port. `target` is the URL of the service, or the function that handles its requests. */
export async function createProxy(target: string | ((request: Request) => Promise<Response>)): Promise<ServiceProxy> {
  const proxy: { handle: ServiceProxy['handle'] } = { handle: pass };
  const server = createServer((incoming, outgoing) => {
    const origin = typeof target === 'string' ? target : `http://${incoming.headers.host}`;
    const send = typeof target === 'string' ? fetch : target;
    const request = readRequest((path, init) => send(new Request(`${origin}${path}`, init)), incoming, outgoing);
    Promise.resolve(request.then((each) => proxy.handle(each))).catch(() => outgoing.destroy());
  });
  return Object.assign(proxy, await listen(server));
}

async function readRequest(
  send: (path: string, init: RequestInit) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<ProxiedRequest> {
  const { method = 'GET', url: path = '/', headers, socket } = incoming;
  const body = (await buffer(incoming)).toString();
  return {
    method,
    path,
    headers,
    body,
    async forward() {
      const response = await send(path, { method, headers: endToEnd(headers), ...(body !== '' && { body }) });
      const contentType = response.headers.get('content-type') ?? 'application/json';
      const received = endToEnd(Object.fromEntries(response.headers));
      return { status: response.status, contentType, headers: received, body: await response.text() };
    },
    respond(status, contentType, text, more = {}) {
      if (outgoing.destroyed) return;
      // The service has a clock of its own.
      outgoing.sendDate = false;
      // A response without content has no content type.
      outgoing.writeHead(status, { ...more, ...(status !== 204 && { 'content-type': contentType }) });
      outgoing.end(status === 204 ? undefined : text);
    },
    drop: () => socket.destroy(),
    socket,
  };
}

function endToEnd(headers: IncomingHttpHeaders): Headers {
  const entries = Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
