/** An HTTP server for the client's tests, which records requests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { type ApiError, type Client, type ClientOptions, createClient } from '../../../src/client';
import { type Listening, listen } from '../listen';

export const API_KEY = 'test-key-5f0c1b7a9d3e4f60';

export interface Arrived {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export type Responder = (request: Arrived, response: ServerResponse, n: number) => void;

export interface TestServer extends Listening {
  /** Everything that arrived, in order. */
  readonly arrived: Arrived[];
}

/** Listens on a free loopback port; `n` counts requests from 1. */
export async function serve(respond: Responder): Promise<TestServer> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request;
      const here = { method, path: url, headers, rawHeaders, body: Buffer.concat(chunks).toString() };
      arrived.push(here);
      respond(here, response, arrived.length);
    });
  });
  return { ...(await listen(server)), arrived };
}

export function json(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export function failure(status: number, msg: string, more: object = {}): object {
  return { status_code: status, msg, details: { operation_id: 'op_1' }, ...more };
}

const open: { close(): Promise<void> }[] = [];

/** A server and a client for it, both closed by {@link closeAll}. `path` is appended to the base URL of the client. */
export async function connect(
  respond: Responder,
  options: Partial<ClientOptions> & { path?: string } = {},
): Promise<{ server: TestServer; client: Client }> {
  const server = await serve(respond);
  const { path = '', ...rest } = options;
  const client = createClient({ baseUrl: `${server.url}${path}`, apiKey: API_KEY, ...rest });
  open.push(client, server);
  return { server, client };
}

/** A TCP server, closed by {@link closeAll}. */
export async function serveRaw(respond: (socket: Socket) => void): Promise<Listening> {
  const server = await listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      respond(socket);
    }),
  );
  open.push(server);
  return server;
}

export async function closeAll(): Promise<void> {
  for (const thing of open.splice(0)) await thing.close();
}

/** The error of a call of the client; throws if the call succeeds. */
export function rejection(promise: Promise<unknown>): Promise<ApiError> {
  return promise.then(
    () => Promise.reject(new Error('The call was expected to fail, and succeeded')),
    (error: ApiError) => error,
  );
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
