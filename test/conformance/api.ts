/** A plain HTTP client of the service under test, independent of the product, and what the cases share. */

/** The service under test. */
export interface Target {
  /** Without trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Dialect of names and error codes (docs/internals/gaps.md section 0, 'Profile'). */
  readonly profile: 'spec' | 'ngrok';
}

export type Members = { readonly [member: string]: unknown };

/** An object of a response. */
export type Entity = Members & { readonly id: string; readonly uri: string };

export interface ApiResponse {
  readonly status: number;
  /** The JSON of the body; empty without a body. */
  readonly body: Members;
  /** The raw body. */
  readonly text: string;
}

export interface Api {
  readonly target: Target;
  /**
   * Sends a request; headers with the value '' are omitted. An object with an id that a POST creates is deleted by
   * {@link Api.cleanUp}.
   */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  /** Creates an object. Throws for another status than 201. */
  create(path: string, body: Members): Promise<Entity>;
  /** Codes of the refusals so far, of those that have one. */
  readonly refusals: readonly number[];
  /** Sends a DELETE for each object that was created, newest first, whatever the responses are. */
  cleanUp(): Promise<void>;
}

export function createApi(target: Target): Api {
  const created: string[] = [];
  const refusals: number[] = [];
  const api: Api = {
    target,
    refusals,
    async send(method, path, body, headers = {}) {
      const all: Record<string, string> = {
        authorization: `Bearer ${target.apiKey}`,
        ...(target.profile === 'ngrok' && { 'ngrok-version': '2' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      };
      const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
      const url = path.startsWith('http') ? path : `${target.baseUrl}${path}`;
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : JSON.stringify(body);
      const response = await fetch(url, { method, headers: sent, ...(body !== undefined && { body: bytes }) });
      const text = await response.text();
      const parsed = { status: response.status, text, body: (text ? JSON.parse(text) : {}) as Members };
      if (method === 'POST' && parsed.status === 201 && typeof parsed.body['id'] === 'string')
        created.push(`${path}/${parsed.body['id']}`);
      const code = /\d+$/.exec(String(parsed.body['error_code'] ?? ''))?.[0];
      if (code !== undefined) refusals.push(Number(code));
      return parsed;
    },
    async create(path, body) {
      const parsed = await api.send('POST', path, body);
      if (parsed.status !== 201) throw new Error(`POST ${path} returned ${parsed.status}: ${parsed.text}`);
      return parsed.body as Entity;
    },
    async cleanUp() {
      for (const path of created.splice(0).reverse()) await api.send('DELETE', path);
    },
  };
  return api;
}

/**
 * An error as docs/internals/gaps.md 1.4 has it, to be compared with a response. The code is compared only if it is
 * given.
 */
export function refusal({ target }: Api, status: number, code?: number): object {
  const prefix = target.profile === 'ngrok' ? 'ERR_NGROK_' : 'ERR_';
  return {
    status,
    body: {
      ...(code !== undefined && { error_code: `${prefix}${code}` }),
      status_code: status,
      msg: expect.stringMatching(/./),
      details: { operation_id: expect.stringMatching(/^op_/) },
    },
  };
}

/** Sends each value, and expects the status 400 with its code. */
export async function expectRefusals<Value>(
  api: Api,
  send: (value: Value) => Promise<ApiResponse>,
  rows: readonly (readonly [value: Value, code?: number])[],
): Promise<void> {
  for (const [value, code] of rows)
    expect({ value, ...(await send(value)) }).toMatchObject({ value, ...refusal(api, 400, code) });
}

/** One rule of the documents, checked against a service. */
export interface Case {
  /** A claim about the service. */
  readonly title: string;
  /**
   * Whether the case also runs on an account of a service: every request of it is accepted, and it enforces nothing.
   */
  readonly runsOnAccounts?: (profile: Target['profile']) => boolean;
  /** Whether it takes long: of an emulator, only CI runs it. */
  readonly isSlow?: boolean;
  /**
   * Whether it is about what the service does for objects of any type: a plain run tries it with the first collection
   * only.
   */
  readonly isGeneral?: boolean;
  run(api: Api): Promise<void>;
}
