/** What can go wrong with a request, each as one function over the request. */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { RATE_WINDOW_MS } from '../../src/client/rate-limit/rate-limiter';
import type { Emulator } from '../../src/emulator';
import type { Kind } from '../../src/model/kind';
import { KINDS } from '../../src/model/kinds';
import { isJsonObject, type Json, type JsonObject } from '../../src/values/json';
import type { Forwarded, ProxiedRequest } from '../support/acceptance/proxy';

/** One way in which the service, or what lies before it, fails. */
export interface Fault {
  readonly name: string;
  /**
   * Breaks one request: responds wrongly, closes the connection, or does nothing, so that the request times out.
   * Resolves when nothing more is sent.
   */
  readonly happen: (request: ProxiedRequest, service: Emulator) => Promise<void> | void;
  /**
   * At least the milliseconds that the provider waits because of the fault. From the fault until the command ends, the
   * campaign skips as many whenever the process only waits (`skip-time.ts`). Undefined: it skips nothing.
   */
  readonly wait?: number;
}

/** More than the 30 s that a request may take: the default of `request_timeout`. */
const silence = 31_000;

/**
 * Bytes that are sent at once, and milliseconds until the next. Chosen: a body of 5 bytes or more takes longer than the
 * 120 ms of silence after which `skip-time.ts` skips {@link silence}. So the request times out before the response is
 * complete.
 */
const DRIP = { bytes: 1, everyMs: 40 };

/** `before` and `after`: before or after the service performs the request. */
export const FAULTS: readonly Fault[] = [
  { name: '429 with Retry-After', happen: refuse(429, { 'retry-after': '5' }), wait: 5_000 },
  { name: '429 without Retry-After', happen: refuse(429), wait: RATE_WINDOW_MS },
  { name: '500', happen: refuse(500) },
  { name: '502', happen: respondWithPage(502, 'Bad Gateway') },
  { name: '503', happen: refuse(503) },
  { name: 'timeout before', happen: () => undefined, wait: silence },
  {
    name: 'timeout after',
    wait: silence,
    async happen(request) {
      await request.forward();
    },
  },
  { name: 'reset before', happen: reset },
  {
    name: 'reset after',
    async happen(request) {
      await request.forward();
      reset(request);
    },
  },
  {
    name: 'truncated body',
    async happen({ forward, socket }) {
      const { head, body } = wire(await forward());
      const half = body.subarray(0, body.length / 2);
      // Of a response without a body, the last 3 bytes of the head are missing, so the head does not end.
      socket.end(body.length > 0 ? Buffer.concat([head, half]) : head.subarray(0, -3));
    },
  },
  { name: 'HTML', happen: respondWithPage(200, 'Please sign in') },
  {
    name: 'wrong content type',
    async happen({ forward, respond }) {
      const { status, body, headers } = await forward();
      // A response without content, such as a 204, gets this type too.
      respond(status, 'text/plain', body, { ...headers, 'content-type': 'text/plain' });
    },
  },
  { name: 'another object', happen: respondWithAnother },
  {
    name: 'slow drip',
    wait: silence,
    async happen({ forward, socket }) {
      await drip(socket, wire(await forward()));
    },
  },
];

export function findFault(name: string): Fault {
  const found = FAULTS.find((fault) => fault.name === name);
  if (!found)
    throw new Error(`Fault '${name}' does not exist; expected one of ${FAULTS.map((each) => each.name).join(', ')}`);
  return found;
}

/** The kind whose collection the request's path begins with; undefined for any other path. */
export function kindOf({ path }: ProxiedRequest): Kind | undefined {
  return KINDS.find((kind) => kind.path === `/${segmentsOf(path)[0]}`);
}

/**
 * Method and path with `*` in place of the id: `PATCH /ip_policies/ipp_2x` -> `PATCH /ip_policies/*`. What follows the
 * id stays, because it names a part of the object. The query is omitted.
 */
export function shapeOf({ method, path }: ProxiedRequest): string {
  const [collection, ...below] = segmentsOf(path);
  return `${method} /${[collection, ...below.map((segment, index) => (index === 0 ? '*' : segment))].join('/')}`;
}

export function segmentsOf(path: string): string[] {
  return new URL(path, 'http://service.test').pathname.split('/').slice(1);
}

/** Responds with an error in the service's form. The service never gets the request. */
function refuse(status: number, headers: Readonly<Record<string, string>> = {}) {
  return ({ respond }: ProxiedRequest): void => {
    const body = { status_code: status, msg: 'broken on purpose', details: { operation_id: 'op_broken' } };
    respond(status, 'application/json', JSON.stringify(body), headers);
  };
}

/** Responds with an HTML page, as a gateway or a login page would. The service never gets the request. */
function respondWithPage(status: number, title: string) {
  return ({ respond }: ProxiedRequest): void =>
    respond(status, 'text/html; charset=utf-8', `<!doctype html><title>${title}</title><h1>${title}</h1>`);
}

function reset({ socket }: ProxiedRequest): void {
  socket.resetAndDestroy();
}

/** The response as it is sent over the connection, with its complete length announced. */
interface RawResponse {
  readonly head: Buffer;
  readonly body: Buffer;
}

function wire({ status, headers, body }: Forwarded): RawResponse {
  const all = { ...headers, ...(status !== 204 && { 'content-length': String(Buffer.byteLength(body)) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    head: Buffer.from(`HTTP/1.1 ${status} Broken\r\n${lines.join('')}\r\n`),
    body: Buffer.from(status === 204 ? '' : body),
  };
}

/** Sends the head at once and the body byte by byte; without a body, the head byte by byte. */
async function drip(socket: Socket, { head, body }: RawResponse): Promise<void> {
  if (body.length > 0) socket.write(head);
  const rest = body.length > 0 ? body : head;
  for (let sent = 0; sent < rest.length && !socket.destroyed; sent += DRIP.bytes) {
    socket.write(rest.subarray(sent, sent + DRIP.bytes));
    await sleep(DRIP.everyMs);
  }
}

/**
 * Performs the request, and responds with another existing object of the kind; if there is none, with the requested
 * object under an id that no object has. In a list every object gets such an id. A response with neither an id nor a
 * list, such as an error, is not changed. Only a deletion is not performed: its response is another object of the kind,
 * or `{"id":"other"}` if there is none.
 */
async function respondWithAnother(request: ProxiedRequest, service: Emulator): Promise<void> {
  const another = (id: Json | undefined): JsonObject | undefined =>
    service.objects(kindOf(request)?.name ?? '').find((each) => each['id'] !== id);
  if (request.method === 'DELETE') {
    const other = another(segmentsOf(request.path)[1]) ?? { id: 'other' };
    return request.respond(200, 'application/json', JSON.stringify(other));
  }
  const { status, contentType, headers, ...response } = await request.forward();
  const body = JSON.parse(response.body) as JsonObject;
  const own = body['id'];
  const changed: JsonObject =
    typeof own === 'string' ? (another(own) ?? { ...body, id: strangeId(own) }) : mapMembers(body, strangers);
  request.respond(status, contentType, JSON.stringify(changed), headers);
}

/** A list of objects, each with an id that no object has; any other member as it is. */
function strangers(member: Json): Json {
  if (!Array.isArray(member)) return member;
  return (member as readonly Json[]).map((item) =>
    isJsonObject(item) && typeof item['id'] === 'string' ? { ...item, id: strangeId(item['id']) } : item,
  );
}

/** An id of the same shape that no object has. */
function strangeId(id: string): string {
  const at = id.indexOf('_') + 1;
  return id.slice(0, at) + [...id.slice(at)].reverse().join('');
}

function mapMembers(object: JsonObject, map: (member: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, map(member ?? null)]));
}
