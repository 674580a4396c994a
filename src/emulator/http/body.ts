/** The body of a request, from bytes to a JSON object (gaps.md 1.2). */
import { isJsonObject, type JsonObject } from '../../model/json';
import { ApiProblem } from './api-problem';
import { type HttpRequest, MAX_BODY_BYTES } from './http';

/** Deeper than any valid request, shallow enough that recursion over a body cannot overflow the stack. */
const maxDepth = 32;

/** One for all bodies: making one costs more than most decoding. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Refuses a body where the operation takes none (211). */
export function refuseBody({ body, method }: HttpRequest): void {
  if (body !== undefined) throw new ApiProblem(400, 211, `A ${method} request takes no body; send none.`);
}

/** Reads the JSON object; refuses a missing (216) or foreign (210) content type, other bodies (213), too large ones (413). */
export function readBody({ body, headers }: HttpRequest): JsonObject {
  if (body === 'too large') {
    throw new ApiProblem(
      413,
      undefined,
      `The request body is larger than ${MAX_BODY_BYTES} bytes, the most that is read.`,
    );
  }
  if (body === undefined) throw unreadable('there is none');
  const type = headers['content-type'];
  if (!type) throw new ApiProblem(400, 216, 'The request has a body and no Content-Type; send application/json.');
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new ApiProblem(400, 210, `The Content-Type '${type}' is not supported; send application/json.`);
  }
  const value = parse(body);
  if (!isJsonObject(value)) throw unreadable(`it is ${Array.isArray(value) ? 'a list' : String(value)}`);
  if (isDeeperThan(value, maxDepth)) throw unreadable(`it is nested deeper than ${maxDepth}`);
  return value;
}

/** Reads the JSON object whatever the content type is: clients of the controls, such as curl, send another by default. */
export function readJsonBody(request: HttpRequest): JsonObject {
  return readBody({ ...request, headers: { ...request.headers, 'content-type': 'application/json' } });
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw unreadable('it is not JSON in UTF-8');
  }
}

function unreadable(why: string): ApiProblem {
  return new ApiProblem(400, 213, `The request body cannot be read: ${why}, expected a JSON object.`);
}

/** Without recursion, which is what it guards. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
