/** Reads bodies and query parameters strictly, docs/internals/gaps.md section 1.2. */
import { isDeeperThan, isJsonObject, type JsonObject, tryParseJson } from '../../values/json';
import { Refusal } from '../service/state/refusal';
import type { Query } from '../service/state/request-context';
import { type HttpRequest, MAX_BODY_BYTES } from './http';

/** A choice, far below what overflows the stack of a recursion over a body. */
const MAX_DEPTH = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function rejectBody({ body, method }: HttpRequest): void {
  if (body !== undefined) throw new Refusal(400, 211, `A ${method} request takes no body; send none.`);
}

export function readBody({ body, headers }: HttpRequest): JsonObject {
  const bytes = requireBody(body);
  const type = headers['content-type'];
  if (!type) throw new Refusal(400, 216, 'The request has a body and no Content-Type; send application/json.');
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new Refusal(400, 210, `The Content-Type '${type}' is not supported; send application/json.`);
  }
  return parseObject(decodeText(bytes));
}

/** Reads a JSON object and ignores the content type, because curl sends another one by default. */
export function readJsonBody(request: HttpRequest): JsonObject {
  return readBody({ ...request, headers: { ...request.headers, 'content-type': 'application/json' } });
}

export function readJsonLines({ body }: HttpRequest): JsonObject[] {
  const lines = decodeText(requireBody(body)).split('\n');
  return lines.flatMap((line) => (line.trim() === '' ? [] : [parseObject(line)]));
}

function requireBody(body: HttpRequest['body']): Uint8Array {
  if (body === undefined) throw createBodyProblem('there is none');
  if (body !== 'too large') return body;
  const message = `The request body is larger than ${MAX_BODY_BYTES} bytes, the most that is read.`;
  throw new Refusal(413, undefined, message);
}

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw createBodyProblem('it is not JSON in UTF-8');
  }
}

function parseObject(text: string): JsonObject {
  const value = tryParseJson(text);
  if (value === undefined) throw createBodyProblem('it is not JSON in UTF-8');
  if (!isJsonObject(value)) throw createBodyProblem(`it is ${Array.isArray(value) ? 'a list' : String(value)}`);
  if (isDeeperThan(value, MAX_DEPTH)) throw createBodyProblem(`it is nested deeper than ${MAX_DEPTH}`);
  return value;
}

function createBodyProblem(reason: string): Refusal {
  return new Refusal(400, 213, `The request body cannot be read: ${reason}, expected a JSON object.`);
}

export function readQuery(text: string, supported: readonly string[], repeatable: readonly string[] = []): Query {
  const query = new Map<string, string[]>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    if (!supported.includes(name)) {
      const known = supported.length === 0 ? 'This operation takes none' : `It takes ${supported.join(', ')}`;
      throw new Refusal(400, 231, `The query parameter '${name}' is unknown. ${known}.`);
    }
    const values = query.get(name) ?? [];
    if (values.length > 0 && !repeatable.includes(name))
      throw new Refusal(400, 232, `The query parameter '${name}' is given twice; give it once.`);
    query.set(name, [...values, equals < 0 ? '' : decode(part.slice(equals + 1))]);
  }
  return { get: (name) => query.get(name)?.[0], getAll: (name) => query.get(name) ?? [] };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Refusal(400, 230, `The query part '${text}' is not percent-encoded UTF-8.`);
  }
}
