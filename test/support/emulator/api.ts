import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator';
import type { JsonObject } from '../../../src/values/json';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** `{}` for a response without a body. */
  readonly body: Body;
}

export type Body = { readonly [member: string]: unknown };

export interface Api {
  readonly emulator: Emulator;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  /** Sends a POST; throws unless it returns 201. */
  create(path: string, body: unknown): Promise<Body & { readonly id: string }>;
  /**
   * Performs an operation through the controls of the emulator as another user, by default {@link SOMEBODY}, in the
   * dashboard.
   */
  sendAsUser(method: string, path: string, body?: unknown, user?: Partial<User>): Promise<ApiResponse>;
}

export interface User {
  readonly id: string;
  readonly subject: string;
  readonly source: 'Dashboard' | 'API';
}

const SOMEBODY: User = { id: 'usr_somebody', subject: 'somebody@example.com', source: 'Dashboard' };

export function createApi(options: EmulatorOptions = {}, extraHeaders: Record<string, string> = {}): Api {
  return connectApi(createEmulator(options), extraHeaders);
}

export function connectApi(emulator: Emulator, extraHeaders: Record<string, string> = {}): Api {
  const api: Api = {
    emulator,
    async send(method, path, body, headers = {}) {
      const init = {
        method,
        headers: {
          authorization: `Bearer ${emulator.apiKey}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...extraHeaders,
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      };
      const response = await emulator.fetch(new Request(`http://service.test${path}`, init));
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as Body };
    },
    async create(path, body) {
      const response = await api.send('POST', path, body);
      if (response.status !== 201)
        throw new Error(`POST ${path} returned ${response.status} ${JSON.stringify(response.body)}`);
      return response.body as Body & { id: string };
    },
    sendAsUser(method, path, body, user) {
      const principal = { ...SOMEBODY, ...user };
      return api.send('POST', '/_emulator/objects', { principal, method, path, ...(body !== undefined && { body }) });
    },
  };
  return api;
}

/** The objects of all pages of a list. `key` is the member of a page with its objects. */
export async function listAll<T = JsonObject>(api: Api, path: string, key: string): Promise<T[]> {
  const { body } = await api.send('GET', path);
  const next = body['next_page_uri'] as string | null;
  const rest = next === null ? [] : await listAll<T>(api, next.slice(new URL(next).origin.length), key);
  return [...(body[key] as T[]), ...rest];
}

/** A clock that only `advance` moves. */
export function createTestClock(start = Date.UTC(2030, 0, 1)) {
  let time = start;
  return {
    now: () => time,
    advance: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}
