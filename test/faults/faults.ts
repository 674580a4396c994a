/** What can go wrong with a request, each as one function over the exchange. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type Json, type JsonObject } from '../../src/model/json';
import type { Exchange, ServiceResponse } from './front';

/** One way in which the service, or what lies before it, fails. */
export interface Fault {
  readonly name: string;
  /** Does it to one request; resolves when nothing more is sent. */
  readonly happen: (exchange: Exchange) => Promise<void> | void;
  /** Milliseconds that the provider then waits; the campaign skips this time. */
  readonly wait?: number;
}

/** More than the 30 s that a request may take. */
const silence = 31_000;

/** The window of the rate limit. */
const rateWindow = 60_000;

/** Bytes of a drip and the milliseconds between two: the request times out long before the response is complete. */
const DRIP = { bytes: 1, everyMs: 40 };

/** All of them; the campaign tries each at each request. */
export const FAULTS: readonly Fault[] = [
  { name: '429 with Retry-After', happen: refuse(429, { 'retry-after': '5' }), wait: 5_000 },
  { name: '429 without Retry-After', happen: refuse(429), wait: rateWindow },
  { name: '500', happen: refuse(500) },
  { name: '502', happen: (exchange) => exchange.send(htmlResponse(502, 'Bad Gateway')) },
  { name: '503', happen: refuse(503) },
  { name: 'timeout before', happen: () => undefined, wait: silence },
  {
    name: 'timeout after',
    wait: silence,
    async happen(exchange) {
      await exchange.perform();
    },
  },
  { name: 'reset before', happen: reset },
  {
    name: 'reset after',
    async happen(exchange) {
      await exchange.perform();
      reset(exchange);
    },
  },
  {
    name: 'truncated body',
    async happen(exchange) {
      const { head, body } = wire(await exchange.perform());
      const half = body.subarray(0, body.length / 2);
      // A response without a body lacks the end of its head.
      exchange.socket.end(body.length > 0 ? Buffer.concat([head, half]) : head.subarray(0, -3));
    },
  },
  { name: 'HTML', happen: (exchange) => exchange.send(htmlResponse(200, 'Please sign in')) },
  {
    name: 'wrong content type',
    async happen(exchange) {
      const response = await exchange.perform();
      exchange.send({ ...response, headers: { ...response.headers, 'content-type': 'text/plain' } });
    },
  },
  { name: 'another object', happen: respondWithAnother },
  {
    name: 'slow drip',
    wait: silence,
    async happen(exchange) {
      await drip(exchange, wire(await exchange.perform()));
    },
  },
];

/** The fault of that name. Throws if it does not exist. */
export function findFault(name: string): Fault {
  const found = FAULTS.find((fault) => fault.name === name);
  if (!found)
    throw new Error(`Fault '${name}' does not exist; expected one of ${FAULTS.map((each) => each.name).join(', ')}`);
  return found;
}

/** The service's own error, and nothing done. */
function refuse(status: number, headers: Readonly<Record<string, string>> = {}) {
  return (exchange: Exchange): void => {
    const body = { status_code: status, msg: 'broken on purpose', details: { operation_id: 'op_broken' } };
    exchange.send({ status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
  };
}

/** Of something else than the service, such as a gateway or a login page. */
function htmlResponse(status: number, title: string): ServiceResponse {
  const body = `<!doctype html><title>${title}</title><h1>${title}</h1>`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

function reset({ socket }: Exchange): void {
  socket.resetAndDestroy();
}

/** The response as it is sent over the connection, with its complete length announced. */
interface RawResponse {
  readonly head: Buffer;
  readonly body: Buffer;
}

function wire({ status, headers, body }: ServiceResponse): RawResponse {
  const all = { ...headers, ...(status !== 204 && { 'content-length': String(Buffer.byteLength(body)) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    head: Buffer.from(`HTTP/1.1 ${status} Broken\r\n${lines.join('')}\r\n`),
    body: Buffer.from(status === 204 ? '' : body),
  };
}

/** The head comes at once where there is a body to wait for. */
async function drip({ socket }: Exchange, { head, body }: RawResponse): Promise<void> {
  if (body.length > 0) socket.write(head);
  const rest = body.length > 0 ? body : head;
  for (let sent = 0; sent < rest.length && !socket.destroyed; sent += DRIP.bytes) {
    socket.write(rest.subarray(sent, sent + DRIP.bytes));
    await sleep(DRIP.everyMs);
  }
}

/**
 * The request is performed, and the response contains another object of the kind, of which there is
 * one where possible. Only a deletion is not performed, because the response is about the other object.
 */
async function respondWithAnother(exchange: Exchange): Promise<void> {
  const { method, kind, path, service } = exchange;
  const id = path.split('/')[2];
  if (method === 'DELETE') {
    const other = service.objects(kind?.name ?? '').find((each) => each['id'] !== id);
    return exchange.send({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(other ?? { id: 'other' }),
    });
  }
  const response = await exchange.perform();
  const body = JSON.parse(response.body) as JsonObject;
  const own = body['id'];
  const other = service.objects(kind?.name ?? '').find((each) => each['id'] !== own);
  const changed: JsonObject =
    typeof own === 'string' ? (other ?? { ...body, id: strangeId(own) }) : mapMembers(body, strangers);
  exchange.send({ ...response, body: JSON.stringify(changed) });
}

/** Every object of a list as one that is not there. */
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
