import { createHash } from 'node:crypto';
import { findEventType } from '../../model/events/event-catalog';
import { type EventField, fieldsIn } from '../../model/events/field-types';
import type { ProfileName } from '../../model/kind';
import { formatTimestamp, parseTimestamp } from '../../model/time';
import type { Json } from '../../values/json';

export interface EventDraft extends RandomValues {
  readonly timeMs: number;
  readonly origin: string;
  /** Whether the request has a value for the field; null is none. */
  isSet(field: string): boolean;
  /** The value of the request, otherwise the default. Each call returns the same. */
  get(field: string): Json;
  createId(prefix: string): string;
}

type GenerateField = (event: EventDraft) => Json;

const DAY_MS = 86_400_000;

const pick =
  (items: readonly Json[], weights?: readonly number[]): GenerateField =>
  (event) =>
    event.pick(items, weights);
/** The prefixes are documentation ranges (RFC 5737), so no generated address belongs to anyone. */
const address =
  (prefix: string): GenerateField =>
  (event) =>
    `${prefix}.${event.integer(1, 254)}`;
/** A number from 1 to 10 is as probable as one from 10 to 100, and so on. */
const bytes =
  (max: number): GenerateField =>
  (event) =>
    Math.floor(max ** event.fraction());
const isTls = (event: EventDraft): boolean => event.get('http.request.url.scheme') === 'https';

const CONNECTION: Readonly<Record<string, GenerateField>> = {
  'conn.client_ip': address('203.0.113'),
  'conn.server_ip': address('192.0.2'),
  'conn.start_ts': ({ timeMs, integer }) => new Date(timeMs - integer(20, 5000)).toISOString(),
};

const JA4_FINGERPRINTS = ['t13d1516h2_8daaf6152771_02713d6af862', 't13d4907h2_0d8feac7bc37_7395dae3b2f3'];

const SESSION: Readonly<Record<string, GenerateField>> = {
  'session.id': ({ createId }) => createId('ts'),
  'session.uri': ({ get, origin }) => `${origin}/tunnel_sessions/${get('session.id')}`,
  'credential.id': ({ createId }) => createId('cr'),
  'credential.uri': ({ get, origin }) => `${origin}/credentials/${get('credential.id')}`,
  agent_ip: address('198.51.100'),
  ingress_server_ip: address('192.0.2'),
  region: pick(['us', 'eu', 'ap']),
  ingress_hostname: ({ get }) => `agent.${get('region')}.ingress.example`,
  user_agent: pick(['agent/3.20.0', 'agent-library-go/2.1.0']),
  os: pick(['linux', 'darwin', 'windows'], [7, 2, 1]),
  arch: pick(['amd64', 'arm64']),
  transport: pick(['muxado', 'ssh'], [9, 1]),
};

/** Values and weights are plausible, not measured. */
const DEFAULT_FIELDS: Readonly<Record<string, Readonly<Record<string, GenerateField>>>> = {
  'http_request_complete.v0': {
    ...CONNECTION,
    'backend.connection_reused': ({ fraction }) => fraction() < 0.7,
    'compression.algorithm': pick(['none', 'gzip', 'deflate'], [6, 3, 1]),
    'compression.bytes_saved': (event) => (event.get('compression.algorithm') === 'none' ? 0 : bytes(100_000)(event)),
    'conn.server_name': ({ get }) => get('http.request.url.host'),
    'conn.server_port': (event) => (isTls(event) ? 443 : 80),
    'http.request.body_length': (event) => (event.get('http.request.method') === 'get' ? 0 : bytes(10_000)(event)),
    'http.request.headers': ({ get }) => ({
      Accept: ['*/*'],
      Host: [String(get('http.request.url.host'))],
      'User-Agent': [String(get('http.request.user_agent')).toLowerCase()],
    }),
    'http.request.method': pick(['get', 'post', 'put', 'delete'], [7, 2, 0.5, 0.5]),
    'http.request.url.host': (event) =>
      event.isSet('conn.server_name')
        ? event.get('conn.server_name')
        : event.pick(['app.example.com', 'api.example.com', 'www.example.com']),
    'http.request.url.path': pick(['/', '/health', '/login', '/items', '/items/1', '/static/app.js']),
    'http.request.url.query': pick(['', 'page=2', 'q=ingress'], [8, 1, 1]),
    'http.request.url.raw': ({ get }) => {
      const [scheme, host, path, query] = ['scheme', 'host', 'path', 'query'].map((name) =>
        get(`http.request.url.${name}`),
      );
      return `${scheme}://${host}${path}${query === '' ? '' : `?${query}`}`;
    },
    'http.request.url.scheme': (event) =>
      event.isSet('conn.server_port')
        ? event.get('conn.server_port') === 443
          ? 'https'
          : 'http'
        : event.pick(['https', 'http'], [9, 1]),
    'http.request.user_agent': pick(['curl/8.5.0', 'Mozilla/5.0 (X11; Linux x86_64)', 'kube-probe/1.30']),
    ja4_fingerprint: (event) => (isTls(event) ? event.pick(JA4_FINGERPRINTS) : ''),
    'http.response.body_length': bytes(1_000_000),
    'http.response.headers': () => ({ 'Content-Type': ['application/json'] }),
    'http.response.status_code': pick([200, 201, 204, 301, 304, 400, 404, 500, 502], [70, 5, 5, 3, 5, 4, 5, 2, 1]),
    'tls.cipher_suite': (event) => (isTls(event) ? 'TLS_AES_128_GCM_SHA256' : ''),
    'tls.version': (event) => (isTls(event) ? 'TLSv1.3' : ''),
  },
  'tcp_connection_closed.v0': {
    ...CONNECTION,
    'conn.bytes_in': bytes(100_000),
    'conn.bytes_out': bytes(1_000_000),
    'conn.end_ts': ({ timeMs }) => new Date(timeMs).toISOString(),
    'conn.server_name': pick(['db.example.com', 'mail.example.com']),
    'conn.server_port': pick([443, 5432, 25]),
    ja4_fingerprint: (event) => (event.get('conn.server_port') === 443 ? event.pick(JA4_FINGERPRINTS) : ''),
  },
  'agent_session_start.v0': {
    ...SESSION,
    started_at: ({ timeMs }) => formatTimestamp(timeMs),
    expires_at: ({ timeMs }) => formatTimestamp(timeMs + DAY_MS),
  },
  'agent_session_stop.v0': {
    ...SESSION,
    started_at: ({ timeMs, integer }) => formatTimestamp(timeMs - integer(60_000, DAY_MS)),
    expires_at: ({ get, timeMs }) => formatTimestamp((parseTimestamp(String(get('started_at'))) ?? timeMs) + DAY_MS),
    stopped_at: ({ timeMs }) => formatTimestamp(timeMs),
    error: pick(['session closed by the agent', 'connection lost']),
  },
};

export function defaultFields(type: string, profile: ProfileName): ReadonlyMap<string, GenerateField> {
  const generators = DEFAULT_FIELDS[type] ?? {};
  const fields = fieldsIn(findEventType(type)?.fields ?? [], profile);
  return new Map(fields.map((field) => [field.name, generators[field.name] ?? emptyValue(field)]));
}

/** The value of a field whose module did not run: `basic_auth.decision` -> `invalid`, `basic_auth.username` -> `''`. */
function emptyValue({ name, type }: EventField): GenerateField {
  if (name.endsWith('.decision')) return () => 'invalid';
  return type.startsWith('List') ? () => [] : () => '';
}

export interface RandomValues {
  /** Returns a number from 0 to 1, without 1. */
  fraction(): number;
  /** Returns an integer from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  pick<T>(items: readonly T[], weights?: readonly number[]): T;
}

/** sfc32, started from a hash so that similar seeds generate different values. */
export function createRandomValues(seed: string): RandomValues {
  const hash = createHash('sha256').update(seed).digest();
  let [a, b, c, counter] = [hash.readUInt32LE(0), hash.readUInt32LE(4), hash.readUInt32LE(8), 1];
  const fraction = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 0x1_0000_0000;
  };
  return {
    fraction,
    integer: (min, max) => min + Math.floor(fraction() * (max - min + 1)),
    pick(items, weights = items.map(() => 1)) {
      let remaining = fraction() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => {
        remaining -= weight;
        return remaining < 0;
      });
      return items[index < 0 ? items.length - 1 : index] as (typeof items)[number];
    },
  };
}
