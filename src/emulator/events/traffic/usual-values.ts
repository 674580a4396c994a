/** What the fields of generated events hold unless they are told: values that look like traffic and fit together. */

import { parseTimestamp } from '../../../model/formats/timestamp';
import type { Json } from '../../../model/json';
import type { Draw } from './draw';

/** One event in the making. */
export interface Making extends Draw {
  /** When it comes about, in milliseconds. */
  readonly time: number;
  /** Start of every URI. */
  readonly origin: string;
  /** Whether the request sets the field to a value; false if it leaves the field out. */
  given(field: string): boolean;
  /** The value of another field of the event, made now if it is not there yet. */
  of(field: string): Json;
  /** An identifier with that prefix. */
  id(prefix: string): string;
}

type Usual = (event: Making) => Json;

const none: Usual = () => '';
const notRun: Usual = () => 'invalid';

const isTls = (event: Making): boolean => event.of('http.request.url.scheme') === 'https';
const bytes =
  (most: number): Usual =>
  (event) =>
    Math.floor(most ** event.fraction());
const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();
/** Ranges that are kept for documentation (RFC 5737), so that no generated address is anybody's. */
const address =
  (range: string): Usual =>
  (event) =>
    `${range}.${event.whole(1, 254)}`;
const usually =
  (items: readonly Json[], weights?: readonly number[]): Usual =>
  (event) =>
    event.pick(items, weights);

const common: Readonly<Record<string, Usual>> = {
  'conn.client_ip': address('203.0.113'),
  'conn.server_ip': address('192.0.2'),
  'conn.start_ts': ({ time, whole }) => moment(time - whole(20, 5000)),
  'ip_policy.decision': notRun,
  'traffic_policy.logs': () => [],
};

const http: Readonly<Record<string, Usual>> = {
  ...common,
  'backend.connection_reused': ({ fraction }) => fraction() < 0.7,
  'basic_auth.decision': notRun,
  'basic_auth.username': none,
  'circuit_breaker.decision': notRun,
  'compression.algorithm': usually(['none', 'gzip', 'deflate'], [6, 3, 1]),
  'compression.bytes_saved': (event) => (event.of('compression.algorithm') === 'none' ? 0 : bytes(100_000)(event)),
  'conn.server_name': ({ of }) => of('http.request.url.host'),
  'conn.server_port': (event) => (isTls(event) ? 443 : 80),
  'http.request.body_length': (event) => (event.of('http.request.method') === 'get' ? 0 : bytes(10_000)(event)),
  'http.request.headers': ({ of }) => ({
    Accept: ['*/*'],
    Host: [String(of('http.request.url.host'))],
    'User-Agent': [String(of('http.request.user_agent')).toLowerCase()],
  }),
  'http.request.method': usually(['get', 'post', 'put', 'delete'], [7, 2, 0.5, 0.5]),
  'http.request.url.host': ({ given, of, pick }) =>
    given('conn.server_name')
      ? of('conn.server_name')
      : pick(['app.example.com', 'api.example.com', 'www.example.com']),
  'http.request.url.path': usually(['/', '/health', '/login', '/items', '/items/1', '/static/app.js']),
  'http.request.url.query': usually(['', 'page=2', 'q=ingress'], [8, 1, 1]),
  'http.request.url.raw': ({ of }) => {
    const query = of('http.request.url.query');
    const place = `${of('http.request.url.host')}${of('http.request.url.path')}`;
    return `${of('http.request.url.scheme')}://${place}${query === '' ? '' : `?${query}`}`;
  },
  'http.request.url.scheme': ({ given, of, pick }) => {
    if (given('conn.server_port')) return of('conn.server_port') === 443 ? 'https' : 'http';
    return pick(['https', 'http'], [9, 1]);
  },
  'http.request.user_agent': usually(['curl/8.5.0', 'Mozilla/5.0 (X11; Linux x86_64)', 'kube-probe/1.30']),
  'http.response.body_length': bytes(1_000_000),
  'http.response.headers': () => ({ 'Content-Type': ['application/json'] }),
  'http.response.status_code': usually([200, 201, 204, 301, 304, 400, 404, 500, 502], [70, 5, 5, 3, 5, 4, 5, 2, 1]),
  'oauth.app_client_id': none,
  'oauth.decision': notRun,
  'oauth.user.id': none,
  'oauth.user.name': none,
  'tls.cipher_suite': (event) => (isTls(event) ? 'TLS_AES_128_GCM_SHA256' : ''),
  'tls.client_cert.serial_number': none,
  'tls.client_cert.subject.cn': none,
  'tls.version': (event) => (isTls(event) ? 'TLSv1.3' : ''),
  'webhook_verification.decision': notRun,
};

const tcp: Readonly<Record<string, Usual>> = {
  ...common,
  'conn.bytes_in': bytes(100_000),
  'conn.bytes_out': bytes(1_000_000),
  'conn.end_ts': ({ time }) => moment(time),
  'conn.server_name': usually(['db.example.com', 'mail.example.com']),
  'conn.server_port': usually([443, 5432, 25]),
};

const session: Readonly<Record<string, Usual>> = {
  'session.id': ({ id }) => id('ts'),
  'session.uri': ({ of, origin }) => `${origin}/tunnel_sessions/${of('session.id')}`,
  'credential.id': ({ id }) => id('cr'),
  'credential.uri': ({ of, origin }) => `${origin}/credentials/${of('credential.id')}`,
  agent_ip: address('198.51.100'),
  ingress_server_ip: address('192.0.2'),
  region: usually(['us', 'eu', 'ap']),
  ingress_hostname: ({ of }) => `agent.${of('region')}.ingress.example`,
  user_agent: usually(['agent/3.20.0', 'agent-library-go/2.1.0']),
  metadata: none,
  os: usually(['linux', 'darwin', 'windows'], [7, 2, 1]),
  arch: usually(['amd64', 'arm64']),
  transport: usually(['muxado', 'ssh'], [9, 1]),
  'deprecated.upcoming_minimum_version': none,
  'deprecated.upcoming_enforcement_date': none,
  'deprecated.message': none,
};

const day = 86_400_000;
const second = (milliseconds: number): string => `${moment(milliseconds).slice(0, 19)}Z`;

/** The usual value of each field, by event type. */
export const USUAL_VALUES: Readonly<Record<string, Readonly<Record<string, Usual>>>> = {
  'http_request_complete.v0': http,
  'tcp_connection_closed.v0': tcp,
  'agent_session_start.v0': {
    ...session,
    started_at: ({ time }) => second(time),
    expires_at: ({ time }) => second(time + day),
    stopped_at: none,
    error: none,
  },
  'agent_session_stop.v0': {
    ...session,
    started_at: ({ time, whole }) => second(time - whole(60_000, day)),
    expires_at: ({ of, time }) => second((parseTimestamp(String(of('started_at'))) ?? time) + day),
    stopped_at: ({ time }) => second(time),
    error: usually(['session closed by the agent', 'connection lost']),
  },
};
