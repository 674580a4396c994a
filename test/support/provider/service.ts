/** A provider session with an emulator in this process; the test can replace each response. */
import { type ClientOptions, createClient } from '../../../src/client';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { createSession, type Session } from '../../../src/provider/service/session';
import type { JsonObject } from '../../../src/values/json';
import { requestsOf } from '../emulator/requests-of';

/** Returns a response instead of the service’s, or undefined to forward the request. */
export type Intervene = (request: Request) => Response | undefined | Promise<Response | undefined>;

export interface TestService {
  readonly emulator: Emulator;
  readonly session: Session;
  /** Methods and paths of the requests while `run` runs. */
  requestsOf(run: () => Promise<unknown>): Promise<string[]>;
  /** Aborts the session's calls, as Terraform's call StopProvider does. */
  stop(): void;
  intervene(how: Intervene): void;
  /** Changes each object in the responses to reads of the list at the path, `/ip_policies`. Ends an `intervene`. */
  changeListed(path: string, change: (object: JsonObject) => object): void;
  close(): Promise<void>;
}

export function createTestService(
  options: Parameters<typeof createEmulator>[0] = {},
  clientOptions: Partial<ClientOptions> = {},
): TestService {
  const emulator = createEmulator(options);
  const stopping = new AbortController();
  let how: Intervene = () => undefined;
  const client = createClient({
    baseUrl: 'http://emulator.localhost',
    apiKey: emulator.apiKey,
    maxRequestsPerMinute: 0,
    ...clientOptions,
    fetch: async (request) => (await how(request.clone())) ?? emulator.fetch(request),
  });
  return {
    emulator,
    session: createSession(client, () => stopping.signal),
    requestsOf: (run) => requestsOf(emulator, run),
    stop: () => stopping.abort(),
    intervene(next) {
      how = next;
    },
    changeListed(path, change) {
      how = async (request) => {
        if (request.method !== 'GET' || new URL(request.url).pathname !== path) return undefined;
        const body = (await (await emulator.fetch(request)).json()) as Record<string, unknown>;
        for (const [name, value] of Object.entries(body)) if (Array.isArray(value)) body[name] = value.map(change);
        return Response.json(body);
      };
    },
    async close() {
      await client.close();
      await emulator.close();
    },
  };
}

/** An error response of the service, with a code such as `ERR_1408`. */
export function errorResponse(status: number, code: string, msg: string): Response {
  const body = { error_code: code, status_code: status, msg, details: { operation_id: 'op_test' } };
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
}

/**
 * Until the end of the file, `performance.now()` runs 20 times as fast. While no other apply is under way, a write that
 * would shut networks out waits up to two seconds for another operation that makes it possible (`QUIET_MS` of
 * src/provider/access/lock-out.ts): here that takes a tenth of a second.
 */
export function hastenTime(): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => 20 * now());
}
