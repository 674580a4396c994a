/** Reads query parameters strictly: unknown parameters are rejected, docs/internals/gaps.md section 1.2. */
import { ApiProblem } from './api-problem';

export type Query = ReadonlyMap<string, string>;

/** Rejects a query that cannot be decoded (230), unknown parameters (231) and repeated ones (232). */
export function readQuery(text: string, supported: readonly string[]): Query {
  const query = new Map<string, string>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    if (!supported.includes(name)) {
      const known = supported.length === 0 ? 'This operation takes none' : `It takes ${supported.join(', ')}`;
      throw new ApiProblem(400, 231, `The query parameter '${name}' is unknown. ${known}.`);
    }
    if (query.has(name)) throw new ApiProblem(400, 232, `The query parameter '${name}' is given twice; give it once.`);
    query.set(name, equals < 0 ? '' : decode(part.slice(equals + 1)));
  }
  return query;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ApiProblem(400, 230, `The query part '${text}' is not percent-encoded UTF-8.`);
  }
}
