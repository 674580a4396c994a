/**
 * Types by dotted path. `conn.client_ip` is a string that has members, too: it and `conn.client_ip.as.number` have
 * entries.
 */
import type { CelType } from '../../cel/vocabulary';
import type { Phase } from './schema';

export type VariableType = CelType | 'map<string, dyn>';
type Variables = Readonly<Record<string, VariableType>>;

const STRING_MAP = 'map<string, string>';
const HEADER_MAP = 'map<string, list<string>>';

/** `typed('a', 'string', ['b'])` is `{'a.b': 'string'}`. */
function typed(prefix: string, type: VariableType, names: readonly string[]): Variables {
  return Object.fromEntries(names.map((name) => [`${prefix}.${name}`, type]));
}

const PLACE = ['city', 'continent', 'country', 'country_code', 'metro_code', 'subdivision', 'timezone'];

function address(prefix: string): Variables {
  return {
    [prefix]: 'string',
    [`${prefix}.categories`]: 'list<string>',
    ...typed(prefix, 'bool', ['is_on_blocklist', 'is_tor_node']),
    [`${prefix}.as.number`]: 'int',
    [`${prefix}.as.organization`]: 'string',
    ...typed(`${prefix}.geo.location`, 'string', [...PLACE, 'latitude', 'longitude', 'postal_code', 'radius']),
    ...typed(`${prefix}.geo.registered_location`, 'string', PLACE),
    [`${prefix}.geo.location.is_eu`]: 'bool',
    [`${prefix}.geo.registered_location.is_eu`]: 'bool',
  };
}

// Lists of names are spread, because the formatter fills the lines of a spread list and splits any other.
const NAME_LISTS: readonly string[] = [
  ...['country', 'locality', 'organization', 'organizational_unit', 'postal_code', 'province', 'street_address'],
];

function distinguishedName(prefix: string): Variables {
  return { [prefix]: 'string', [`${prefix}.common_name`]: 'string', ...typed(prefix, 'list<string>', NAME_LISTS) };
}

function certificate(prefix: string): Variables {
  return {
    ...distinguishedName(`${prefix}.issuer`),
    ...distinguishedName(`${prefix}.subject`),
    [`${prefix}.san`]: 'string',
    ...typed(`${prefix}.san`, 'list<string>', ['dns_names', 'email_addresses', 'ip_addresses', 'uris']),
    ...typed(prefix, 'string', ['serial_number', 'signature_algorithm']),
    ...typed(`${prefix}.validity`, 'timestamp', ['not_after', 'not_before']),
    [`${prefix}.extensions`]: 'list<dyn>',
  };
}

function message(prefix: string): Variables {
  return {
    [`${prefix}.content_encoding`]: 'list<string>',
    [`${prefix}.content_length`]: 'int',
    [`${prefix}.content_type`]: 'string',
    [`${prefix}.content_type.parameters`]: STRING_MAP,
    [`${prefix}.content_type.raw`]: 'string',
    [`${prefix}.cookies`]: 'map<string, dyn>',
    ...typed(prefix, HEADER_MAP, ['headers', 'trailers']),
    [`${prefix}.location`]: 'string',
  };
}

const CONNECTION: Variables = {
  ...typed('conn', 'int', ['bytes_in', 'bytes_out', 'client_port', 'server_port']),
  ...address('conn.client_ip'),
  ...address('conn.server_ip'),
  'conn.server_region': 'string',
  'conn.ts.start': 'timestamp',
  ...typed('conn.geo', 'string', [
    ...['city', 'country', 'country_code', 'latitude', 'longitude', 'radius', 'subdivision'],
  ]),
  ...typed('conn.tls', 'string', ['cipher_suite', 'ja4_fingerprint', 'negotiated_alpn', 'sni', 'version']),
  'conn.tls.session_resumed': 'bool',
  ...certificate('conn.tls.client'),
  'conn.tls.client.pem': 'string',
  ...certificate('conn.tls.server'),
  'conn.k8s.pod.id': 'string',
  ...typed('conn.k8s.pod.metadata', 'string', ['name', 'namespace', 'error_code', 'error_message']),
  'conn.k8s.pod.metadata.annotations': STRING_MAP,
  ...typed('endpoint', 'string', ['addr', 'host', 'id', 'protocol', 'url']),
  'endpoint.port': 'int',
  'time.now': 'string',
};

const REQUEST: Variables = {
  ...message('req'),
  ...typed('req', 'string', ['host', 'method', 'version']),
  ...typed('req.ts', 'timestamp', ['body_received', 'header_received']),
  'req.url': 'string',
  ...typed('req.url', 'string', [
    ...['authority', 'host', 'path', 'query', 'raw', 'raw_path', 'scheme', 'uri', 'user_password'],
  ]),
  'req.url.port': 'int',
  'req.url.query_params': HEADER_MAP,
  'req.user_agent': 'string',
  ...typed('req.user_agent', 'string', ['name', 'version', 'os', 'os_version', 'device', 'url']),
  ...typed('req.user_agent', 'bool', ['is_mobile', 'is_tablet', 'is_desktop', 'is_bot']),
};

const RESPONSE: Variables = { ...message('res'), 'res.status_code': 'int' };

export const VARIABLES: Variables = { ...CONNECTION, ...REQUEST, ...RESPONSE };

/** By the first step of the path; not listed: in all phases. */
export const PHASES_OF_VARIABLE: Readonly<Record<string, readonly Phase[]>> = {
  req: ['on_http_request', 'on_http_response', 'on_event_stream_message'],
  res: ['on_http_response', 'on_event_stream_message'],
};

/** Only a `retry_condition` has them. Their types are not checked. */
export const RETRY_VARIABLES = ['attempts', 'last_attempt'];

const ERROR = ['error'];
const REPLACEMENTS = ['replacements'];
const MATCHES = ['matches', 'url', ...ERROR];
const CORE_RULE_SET = ['decision', 'anomaly_score', 'anomaly_score_threshold', 'matched_rules', ...ERROR];
const LOGIN = [
  ...['identity', 'access_token', 'refresh_token', 'expires_at', 'session_timed_out', 'session_max_duration_reached'],
  ...ERROR,
];

/**
 * `actions.ngrok.<name>.<member>`. The documentation of the service has both `userinfo_refreshed`, of `oauth`, and
 * `user_info_refreshed`, of `oidc`.
 */
export const ACTION_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  add_headers: ['headers_added'],
  basic_auth: ['credentials'],
  compress: ['already_compressed', 'negotiated_algorithm'],
  forward_internal: ['url', ...ERROR],
  http_request: ['attempts', 'req', 'res', ...ERROR],
  jwt_validation: ['tokens', ...ERROR],
  log: ['metadata'],
  oauth: [...LOGIN, 'userinfo_refreshed'],
  oidc: [...LOGIN, 'identity_token', 'user_info_refreshed'],
  owasp_crs_request: CORE_RULE_SET,
  owasp_crs_response: CORE_RULE_SET,
  rate_limit: ['bucket_key', 'limited', ...ERROR],
  redirect: MATCHES,
  remove_headers: ['headers_removed'],
  request_body_find_replace: REPLACEMENTS,
  response_body_find_replace: REPLACEMENTS,
  restrict_ips: ['action', 'matched_cidr', ...ERROR],
  sse_find_replace: REPLACEMENTS,
  terminate_tls: [
    ...['cipher_suite', 'ja4_fingerprint', 'negotiated_alpn', 'sni', 'version', 'session_resumed', 'client', 'server'],
    ...['warnings', ...ERROR],
  ],
  url_rewrite: MATCHES,
  verify_webhook: ['verified', ...ERROR],
};
