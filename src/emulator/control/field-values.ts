/**
 * The words and the forms of headers and methods are those of docs/internals/event-sources.md; the ranges of numbers
 * are choices.
 */
import { type Json, toJsonObject } from '../../values/json';

const MAX_PORT = 65_535;

type FieldRule =
  | { readonly oneOf: readonly string[] }
  | { readonly least: number; readonly most: number }
  | { readonly normalize: (value: Json) => Json };

const DECISION: FieldRule = { oneOf: ['allow', 'block', 'invalid'] };
const COUNT: FieldRule = { least: 0, most: Number.MAX_SAFE_INTEGER };
const HEADERS: FieldRule = { normalize: normalizeHeaders };

const RULES: ReadonlyMap<string, FieldRule> = new Map(
  Object.entries({
    'basic_auth.decision': DECISION,
    'circuit_breaker.decision': { oneOf: ['allow', 'block', 'allow_while_open', 'invalid'] },
    'compression.algorithm': { oneOf: ['gzip', 'deflate', 'none'] },
    'conn.bytes_in': COUNT,
    'conn.bytes_out': COUNT,
    'conn.server_port': { least: 1, most: MAX_PORT },
    'http.request.body_length': COUNT,
    'http.request.headers': HEADERS,
    'http.request.method': { normalize: (value) => String(value).toLowerCase() },
    'http.response.body_length': COUNT,
    'http.response.headers': HEADERS,
    'http.response.status_code': { least: 100, most: 599 },
    'ip_policy.decision': DECISION,
    'oauth.decision': DECISION,
    transport: { oneOf: ['muxado', 'ssh'] },
    'webhook_verification.decision': DECISION,
  }),
);

/**
 * `value` has the type of the field. Returns it as the service delivers it (`GET` -> `get` as `http.request.method`),
 * or the form that it should have.
 */
export function readFieldValue(name: string, value: Json): { readonly value: Json } | { readonly expected: string } {
  const rule = RULES.get(name);
  if (!rule) return { value };
  if ('normalize' in rule) return { value: rule.normalize(value) };
  if ('oneOf' in rule)
    return rule.oneOf.includes(String(value)) ? { value } : { expected: `one of ${rule.oneOf.join(', ')}` };
  const number = Number(value);
  const expected = rule.most === Number.MAX_SAFE_INTEGER ? `at least ${rule.least}` : `${rule.least} to ${rule.most}`;
  return number >= rule.least && number <= rule.most ? { value } : { expected };
}

/** `X-API-key: A` becomes `X-Api-Key: a`; names that differ in case are one header. */
function normalizeHeaders(headers: Json): Json {
  const normalized: Record<string, readonly string[]> = {};
  for (const [name, values] of Object.entries(toJsonObject(headers))) {
    const known = name.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
    const lower = (values as readonly string[]).map((value) => value.toLowerCase());
    normalized[known] = [...(normalized[known] ?? []), ...lower];
  }
  return normalized;
}
