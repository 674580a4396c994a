/** Requests and answers as an HTTP Archive 1.2 (the format that browsers and proxies exchange), secrets replaced. */
import { STATUS_CODES } from 'node:http';
import type { Json, JsonObject } from '../../model/json';
import { REDACTED, redacted } from '../crypto/secrets';
import type { HttpRequest } from './http';
import type { Exchange } from './http-recording';

/** Headers whose values are secret. */
const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie', 'set-cookie', 'proxy-authorization']);

/**
 * The archive. Bodies that are not JSON are left out, since nobody can say what is secret in them; times are not measured
 * (-1), since the clock is the emulator's. A dropped connection has the status 0.
 */
export function harOf(exchanges: readonly Exchange[]): JsonObject {
  const creator = { name: 'netingress emulator', version: '1' };
  return { log: { version: '1.2', creator, entries: exchanges.map(entryOf) } };
}

function entryOf({ n, at, request, answer }: Exchange): JsonObject {
  const { query, path, origin } = request;
  const text = shownText(answer.body);
  const dropped = answer.wire?.drop === true;
  return {
    startedDateTime: new Date(at).toISOString(),
    time: 0,
    request: {
      method: request.method,
      url: `${origin}${path}${query === '' ? '' : `?${query}`}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: shownHeaders(request.headers),
      queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
      ...postData(request),
      headersSize: -1,
      bodySize: typeof request.body === 'object' ? request.body.length : request.body === undefined ? 0 : -1,
    },
    response: {
      status: dropped ? 0 : answer.status,
      statusText: dropped ? '' : (STATUS_CODES[answer.status] ?? ''),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: dropped ? [] : shownHeaders(answer.headers),
      content: {
        size: dropped ? 0 : Buffer.byteLength(answer.body),
        mimeType: answer.headers['content-type'] ?? 'x-unknown',
        ...(!dropped && text !== undefined && { text }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: dropped ? -1 : Buffer.byteLength(answer.body),
    },
    cache: {},
    timings: { send: -1, wait: -1, receive: -1 },
    comment: `request ${n}`,
  };
}

function postData({ body, headers }: HttpRequest): JsonObject {
  if (body === undefined) return {};
  const text = typeof body === 'object' ? shownText(Buffer.from(body).toString()) : undefined;
  return { postData: { mimeType: headers['content-type'] ?? '', params: [], text: text ?? '' } };
}

function shownHeaders(headers: Readonly<Record<string, string | undefined>>): Json {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: secretHeaders.has(name) ? REDACTED : String(value) }],
  );
}

function shownText(body: string): string | undefined {
  try {
    return JSON.stringify(redacted(JSON.parse(body) as Json));
  } catch {
    return undefined;
  }
}
