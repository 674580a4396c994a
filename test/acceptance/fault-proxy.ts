/** A service that fails on demand: it stands before the emulator and does to a request what the test says. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Emulator } from '../../src/emulator';

/** What happens to a request. */
export type Fault =
  | {
      readonly do: 'answer';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection breaks before, or after, the service did what was asked. */
  | { readonly do: 'drop'; readonly when: 'before' | 'after' };

/** Decides for each request, by number from 1 within this decision; undefined lets it pass. */
export type Decide = (request: {
  readonly method: string;
  readonly path: string;
  readonly nth: number;
}) => Fault | undefined;

/** The proxy; `url` is the base URL of the failing service. */
export interface FaultProxy {
  readonly url: string;
  /** From now on; counting starts anew. Nothing fails until it is called. */
  decide(decide: Decide): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free loopback port. */
export async function startFaultProxy(emulator: Emulator): Promise<FaultProxy> {
  let current: Decide = () => undefined;
  let nth = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = 'GET', url: path = '/', headers } = request;
      nth += 1;
      const fault = current({ method, path, nth });
      const forward = (): Promise<Response> =>
        emulator.fetch(
          new Request(`http://${headers.host ?? 'localhost'}${path}`, {
            method,
            headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
              typeof value === 'string' ? [[name, value]] : [],
            ),
            ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
          }),
        );
      void serve(response, fault, forward);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    decide(decide) {
      current = decide;
      nth = 0;
    },
    close: () => closeServer(server),
  };
}

async function serve(
  response: ServerResponse,
  fault: Fault | undefined,
  forward: () => Promise<Response>,
): Promise<void> {
  if (fault?.do === 'answer') {
    response.writeHead(fault.status, { 'Content-Type': 'application/json', ...fault.headers }).end(fault.body ?? '');
    return;
  }
  const answer = fault?.do === 'drop' && fault.when === 'before' ? undefined : await forward();
  if (fault?.do === 'drop' || !answer) {
    response.destroy();
    return;
  }
  const body = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body);
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
