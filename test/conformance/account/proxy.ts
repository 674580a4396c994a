/**
 * The proxy between the tests of a run and the service. It sends the service's key, which the tests do not have, keeps
 * to the rate limit, and marks and journals what is created. It forwards each GET that has the key of the proxy. With
 * 403 it refuses any other key, a write to an object that the run did not make, a write to a collection that is not a
 * create with a body that can be marked, and a body with `enforced: true`, which could shut out the service's key.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../support/listen';
import type { Members } from '../api';
import type { Journal } from './journal';
import { canBeMarked, mark, unmark } from './marker';
import type { Pace } from './rate-limit';

export interface ServiceAccess {
  /** Without trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly pace: Pace;
}

export interface AccountProxy {
  readonly url: string;
  /** The key of the proxy; the tests do not get that of the service. */
  readonly key: string;
  close(): Promise<void>;
}

interface ServiceResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The window of the public service's rate limit, docs/internals/gaps.md 1.7. */
const RETRY_SECONDS = 60;

/**
 * Sends a request with the service's key. After each 429 it waits for `Retry-After`, or 60 s without it, and sends the
 * request again, as often as it takes.
 */
export async function sendToService(
  { url, key, pace }: ServiceAccess,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<ServiceResponse> {
  for (;;) {
    await pace.next();
    const all = { ...headers, authorization: `Bearer ${key}` };
    const response = await fetch(`${url}${path}`, {
      method,
      headers: all,
      redirect: 'error',
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    if (response.status !== 429) return { status: response.status, headers: response.headers, text };
    const seconds = Number(response.headers.get('retry-after') ?? RETRY_SECONDS);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

const FORWARDED = ['content-type', 'ngrok-version', 'accept'];

export async function openProxy(access: ServiceAccess, journal: Journal): Promise<AccountProxy> {
  const key = `conformance_${randomBytes(16).toString('hex')}`;
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      if (request.headers.authorization === `Bearer ${key}`) return forward(access, journal, request, response);
      refuse(response, 403, 'The key is not that of the run.');
    };
    answer().catch((error: Error) => refuse(response, 502, `The service is not reached: ${error.message}`));
  });
  const { url, close } = await listen(server);
  return { url, key, close };
}

async function forward(
  access: ServiceAccess,
  journal: Journal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const [path = '/'] = url.split('?');
  const body = readMembers((await buffer(request)).toString());
  const problem = findProblem(journal, method, path, body);
  if (problem !== undefined) return refuse(response, 403, problem);
  const isCreate = method === 'POST' && !path.includes('/', 1);
  if (isCreate) journal.create(path);
  const operation = isCreate ? 'create' : 'update';
  const marked = body && JSON.stringify(mark(`/${path.split('/')[1]}`, body, journal.marker, operation));
  const sent = await sendToService(access, method, url, readHeaders(request), marked);
  const found = sent.text === '' ? undefined : (JSON.parse(sent.text) as Members);
  if (isCreate) note(journal, path, sent.status, found);
  if (method === 'DELETE' && sent.status === 204) journal.deleted(path);
  response.writeHead(sent.status, { 'content-type': sent.headers.get('content-type') ?? 'application/json' });
  // A client that follows the URI of the next page stays with the proxy.
  const origin = `http://${request.headers.host}`;
  response.end(found && JSON.stringify(unmark(found, journal.marker)).replaceAll(`"${access.url}/`, `"${origin}/`));
}

/**
 * Journals the response to a create. After a status from 500 on the create stays open, because there may be an object.
 */
function note(journal: Journal, path: string, status: number, found: Members | undefined): void {
  if (status === 201 && found) journal.created(`${path}/${String(found['id'])}`);
  else if (status < 500) journal.refused(path);
}

function readHeaders({ headers }: IncomingMessage): Record<string, string> {
  const sent = FORWARDED.filter((name) => headers[name] !== undefined);
  return Object.fromEntries(sent.map((name) => [name, String(headers[name])]));
}

/** Undefined if the body is not an object of JSON. Such a body is not forwarded. */
function readMembers(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
  } catch {
    return undefined;
  }
}

/** Why the request must not be sent; undefined if it may be. */
function findProblem(journal: Journal, method: string, path: string, body: Members | undefined): string | undefined {
  if (method === 'GET') return undefined;
  if (body?.['enforced'] === true) return 'The run enforces nothing: a restriction could shut out the key.';
  const [, collection = '', id] = path.split('/');
  if (id === undefined) {
    if (method !== 'POST') return `The run does not send ${method} ${path}.`;
    if (!canBeMarked(path)) return `An object of ${path} could carry no marker of the run.`;
    return body ? undefined : `The body of POST ${path} is not an object.`;
  }
  return journal.isOwn(`/${collection}/${id}`) ? undefined : `The run did not make ${path}.`;
}

/** An error in the form of those of the service. */
function refuse(response: ServerResponse, status: number, problem: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ status_code: status, msg: problem, details: { operation_id: 'op_conformance' } }));
}
