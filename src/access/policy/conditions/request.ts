/** The values that conditions read from a concrete request, by path. What is not in the map is not known. */
import { memoizeObject } from '../../../model/memoize';
import type { ConcreteRequest } from '../../space';

export type RequestValues = ReadonlyMap<string, unknown>;

export const readRequest = memoizeObject((request: ConcreteRequest): RequestValues => {
  const { clientIp, now, url, method, headers } = request;
  const values = new Map<string, unknown>();
  if (clientIp !== undefined) values.set('conn.client_ip', clientIp);
  if (now !== undefined) values.set('time.now', new Date(now).toISOString());
  if (url !== undefined && URL.canParse(url)) setUrl(values, url);
  if (method !== undefined) values.set('req.method', method);
  if (headers === undefined) return values;
  // A request with known headers counts as one without trailers.
  values.set('req.trailers', {});
  const lists: Record<string, string[]> = {};
  for (const [name, text] of Object.entries(headers)) lists[name.toLowerCase()] = [text].flat();
  setHeaders(values, lists);
  return values;
});

/**
 * All parts are those of the URL that `new URL` parses, also the raw ones: `https://a.test/x/../b` has the raw path
 * `/b`. Browsers and curl send it so. The host is that of the URL: a `host` header changes `req.headers` only.
 */
function setUrl(values: Map<string, unknown>, url: string): void {
  const parsed = new URL(url);
  const query: Record<string, string[]> = {};
  for (const [name, text] of parsed.searchParams) query[name] = [...(query[name] ?? []), text];
  const parts: Record<string, unknown> = {
    'req.host': parsed.host,
    'req.url': parsed.href,
    'req.url.raw': parsed.href,
    'req.url.scheme': parsed.protocol.replace(':', ''),
    'req.url.authority': parsed.host,
    'req.url.host': parsed.hostname,
    'req.url.port': BigInt(parsed.port || (parsed.protocol === 'https:' ? 443 : 80)),
    'req.url.path': decodePath(parsed.pathname),
    'req.url.raw_path': parsed.pathname,
    'req.url.query': parsed.search.replace('?', ''),
    'req.url.uri': `${parsed.pathname}${parsed.search}`,
    'req.url.query_params': query,
  };
  for (const [path, part] of Object.entries(parts)) values.set(path, part);
}

/**
 * Without a Cookie header `req.cookies` is empty. Without their headers `req.user_agent` and `req.content_type` have no
 * documented value, so they are not known.
 */
function setHeaders(values: Map<string, unknown>, headers: Readonly<Record<string, readonly string[]>>): void {
  values.set('req.headers', headers);
  values.set('req.cookies', parseCookies(headers['cookie']?.[0] ?? ''));
  for (const name of ['user-agent', 'content-type']) {
    const text = headers[name]?.[0];
    if (text !== undefined) values.set(`req.${name.replace('-', '_')}`, text);
  }
}

/** A path with invalid escapes is used as it is. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function parseCookies(header: string): Record<string, readonly { name: string; value: string }[]> {
  const cookies: Record<string, { name: string; value: string }[]> = {};
  for (const pair of header.split(';')) {
    const [, name, text = ''] = /^\s*([^=\s]+)=(.*)$/.exec(pair) ?? [];
    if (name !== undefined) cookies[name] = [...(cookies[name] ?? []), { name, value: text }];
  }
  return cookies;
}
