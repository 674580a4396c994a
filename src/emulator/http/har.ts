import { STATUS_CODES } from 'node:http';
import type { Json, JsonObject } from '../../model/json';
import { REDACTED } from '../../model/redaction';
import type { RecordedExchange } from '../events/log';
import { redactSecrets } from '../service/objects/secrets';
import type { HttpRequest } from './http';

const SECRET_HEADERS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'set-cookie', 'proxy-authorization']);

/**
 * Omits bodies that are not JSON, because their secrets cannot be recognized. Times are -1, because the clock is the
 * emulator's. A dropped connection has the status 0.
 */
export function renderHar(exchanges: readonly RecordedExchange[]): JsonObject {
  const creator = { name: 'netingress emulator', version: '1' };
  return { log: { version: '1.2', creator, entries: exchanges.map(renderEntry) } };
}

function renderEntry({ n, at, request, response }: RecordedExchange): JsonObject {
  const { query, path, origin } = request;
  const text = redactBody(response.body);
  const isDropped = response.transportFault?.drop === true;
  return {
    startedDateTime: new Date(at).toISOString(),
    time: 0,
    request: {
      method: request.method,
      url: `${origin}${path}${query === '' ? '' : `?${query}`}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: redactHeaders(request.headers),
      queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
      ...renderPostData(request),
      headersSize: -1,
      bodySize: typeof request.body === 'object' ? request.body.length : request.body === undefined ? 0 : -1,
    },
    response: {
      status: isDropped ? 0 : response.status,
      statusText: isDropped ? '' : (STATUS_CODES[response.status] ?? ''),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: isDropped ? [] : redactHeaders(response.headers),
      content: {
        size: isDropped ? 0 : Buffer.byteLength(response.body),
        mimeType: response.headers['content-type'] ?? 'x-unknown',
        ...(!isDropped && text !== undefined && { text }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: isDropped ? -1 : Buffer.byteLength(response.body),
    },
    cache: {},
    timings: { send: -1, wait: -1, receive: -1 },
    comment: `request ${n}`,
  };
}

function renderPostData({ body, headers }: HttpRequest): JsonObject {
  if (body === undefined) return {};
  const text = typeof body === 'object' ? redactBody(Buffer.from(body).toString()) : undefined;
  return { postData: { mimeType: headers['content-type'] ?? '', params: [], text: text ?? '' } };
}

function redactHeaders(headers: Readonly<Record<string, string | undefined>>): Json {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: SECRET_HEADERS.has(name) ? REDACTED : String(value) }],
  );
}

function redactBody(body: string): string | undefined {
  try {
    return JSON.stringify(redactSecrets(JSON.parse(body) as Json));
  } catch {
    return undefined;
  }
}
