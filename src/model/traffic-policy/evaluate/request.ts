/** A request as far as it is known, and its CEL variables. */
import type { Json } from '../../json';
import { VARIABLES } from '../data/variables';

/** What is not given is unknown: conditions about it have no result. */
export interface PolicyRequest {
  /** Address of the client. */
  readonly clientIp?: string;
  /** URL with scheme and host. Without it only the connection is known. */
  readonly url?: string;
  /** Default: `GET`, if `url` is given. */
  readonly method?: string;
  /** Headers by name. Default: none, if `url` is given. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds; without it the time is unknown. */
  readonly now?: number;
  /** Further variables by path, such as `conn.client_ip.geo.location.country_code`. */
  readonly variables?: Readonly<Record<string, Json>>;
}

/** Returns the known variables by the identifiers of rewritten expressions. */
export function toVariables(request: PolicyRequest): Record<string, unknown> {
  const { clientIp, now, variables = {} } = request;
  const known: Record<string, unknown> = {
    ...(clientIp !== undefined && { 'conn.client_ip': clientIp }),
    ...(now !== undefined && { 'time.now': new Date(now).toISOString() }),
    ...toRequestVariables(request),
    ...variables,
  };
  return Object.fromEntries(
    Object.entries(known).flatMap(([path, value]) => {
      const name = path.replaceAll('.', '__');
      return [
        [name, toCel(value, VARIABLES[path])],
        [`has__${name}`, value !== null],
      ];
    }),
  );
}

function toRequestVariables({ url, method = 'GET', headers = {} }: PolicyRequest): Record<string, unknown> {
  const parsed = url !== undefined && URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed) return {};
  const byName = new Map<string, string[]>();
  for (const [name, value] of Object.entries(headers)) byName.set(name.toLowerCase(), [value]);
  const header = (name: string): string => byName.get(name)?.[0] ?? '';
  const query: Record<string, string[]> = {};
  for (const [name, value] of parsed.searchParams) query[name] = [...(query[name] ?? []), value];
  return {
    'req.method': method.toUpperCase(),
    'req.host': parsed.host,
    'req.headers': Object.fromEntries(byName),
    'req.trailers': {},
    'req.cookies': parseCookies(header('cookie')),
    'req.content_type': header('content-type'),
    'req.content_length': Number(header('content-length')) || 0,
    'req.user_agent': header('user-agent'),
    'req.url': parsed.href,
    'req.url.raw': parsed.href,
    'req.url.scheme': parsed.protocol.replace(':', ''),
    'req.url.authority': parsed.host,
    'req.url.host': parsed.hostname,
    'req.url.port': Number(parsed.port) || (parsed.protocol === 'https:' ? 443 : 80),
    'req.url.path': decodePath(parsed.pathname),
    'req.url.raw_path': parsed.pathname,
    'req.url.query': parsed.search.replace('?', ''),
    'req.url.uri': `${parsed.pathname}${parsed.search}`,
    'req.url.query_params': query,
  };
}

/** A path with invalid escapes is used as it is. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function parseCookies(header: string): Record<string, Json> {
  const cookies: Record<string, { name: string; value: string }[]> = {};
  for (const pair of header.split(';')) {
    const [, name, value = ''] = /^\s*([^=\s]+)=(.*)$/.exec(pair) ?? [];
    if (name !== undefined) cookies[name] = [...(cookies[name] ?? []), { name, value }];
  }
  return cookies;
}

/** CEL has integers beyond those of JavaScript. */
function toCel(value: unknown, type: string | undefined): unknown {
  if (type === 'int' && typeof value === 'number') return BigInt(value);
  if (type === 'timestamp' && typeof value === 'string') return new Date(value);
  return value;
}
