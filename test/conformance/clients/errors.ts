/** Refusals that the documents name (docs/internals/gaps.md, sections 1.6, 7 and 8), each provoked once. */
import type { Api, Members } from '../api';
import { policyId, uniqueDomain } from '../collections';
import { authorityId } from '../credential-collections';
import { makeCertificate, publicKeyPem } from '../keys';

export interface DocumentedError {
  readonly code: number;
  readonly status: number;
  readonly service: string;
  readonly operation: string;
  /** Makes what the call needs, and returns its arguments. A client leaves a member out that is null. */
  args(api: Api): Promise<Members>;
}

type Args = Members | ((api: Api) => Promise<Members>);
type Row = readonly [code: number, service: string, operation: string, args: Args, status?: number];

const ABSENT = '0'.repeat(27);
const LONG = 'a'.repeat(5000);
const ROLE = { role: { role_arn: 'arn:aws:iam::123456789012:role/x' } };
const STREAM = 'arn:aws:kinesis:us-east-1:123456789012:stream/x';
const POLICY = JSON.stringify({ on_http_request: [{ actions: [{ type: 'deny' }] }] });
const TRAFFIC = { type: 'http_request_complete.v0' };
const AUDIT = { type: 'ip_policy_created.v0' };

const rule = async (api: Api, more: Members) => ({
  cidr: '203.0.113.0/24',
  action: 'allow',
  ip_policy_id: await policyId(api),
  ...more,
});
const target = (stream: Members): Members => ({ format: 'json', target: { kinesis: stream } });
const endpoint = (more: Members): Members => ({
  type: 'cloud',
  url: 'https://a.internal',
  traffic_policy: POLICY,
  ...more,
});
/** Creates an object, and returns the arguments of a call to it. */
const made = async (api: Api, path: string, body: Members, more: Members = {}) => ({
  id: (await api.create(path, body)).id,
  ...more,
});
/** Creates an object, and returns its body, so that the call under test creates it a second time. */
const twice = async (api: Api, path: string, body: Members) => {
  await api.create(path, body);
  return body;
};
const subscription = (source: Members): Members => ({ sources: [source] });

const COMMON: readonly Row[] = [
  [222, 'ip_policies', 'get', { id: 'nonsense' }, 404],
  [227, 'ip_policies', 'get', { id: `ipr_${ABSENT}` }, 404],
  [233, 'ip_policies', 'list', { limit: '101' }],
  [244, 'ip_policies', 'list', { limit: 'many' }],
  [223, 'ip_policies', 'list', { before_id: 'nonsense' }],
  [250, 'ip_policies', 'list', { filter: 'obj.nonsense == 1' }],
  [100, 'ip_policies', 'create', { metadata: LONG }],
];

const NETWORKS: readonly Row[] = [
  [1402, 'ip_policies', 'get', { id: `ipp_${ABSENT}` }, 404],
  [1400, 'ip_policies', 'update', (api) => made(api, '/ip_policies', {})],
  [
    1420,
    'ip_policies',
    'delete',
    async (api) => {
      const id = await policyId(api);
      await api.create('/ip_restrictions', { type: 'api', ip_policy_ids: [id] });
      return { id };
    },
    409,
  ],
  [1404, 'ip_policy_rules', 'get', { id: `ipr_${ABSENT}` }, 404],
  [1401, 'ip_policy_rules', 'update', async (api) => made(api, '/ip_policy_rules', await rule(api, {}))],
  [1405, 'ip_policy_rules', 'create', (api) => rule(api, { cidr: null })],
  [1406, 'ip_policy_rules', 'create', (api) => rule(api, { cidr: 'nonsense' })],
  [1408, 'ip_policy_rules', 'create', async (api) => twice(api, '/ip_policy_rules', await rule(api, {})), 409],
  [1409, 'ip_policy_rules', 'create', (api) => rule(api, { cidr: '203.0.113.1/24' })],
  [1413, 'ip_policy_rules', 'create', (api) => rule(api, { cidr: '203.0.113.1' })],
  [1414, 'ip_policy_rules', 'create', (api) => rule(api, { ip_policy_id: `ipp_${ABSENT}` })],
  [1421, 'ip_policy_rules', 'create', (api) => rule(api, { description: LONG })],
  [1422, 'ip_policy_rules', 'create', (api) => rule(api, { action: 'permit' })],
  [1801, 'ip_restrictions', 'create', { type: 'api', ip_policy_ids: [`ipp_${ABSENT}`] }],
  [
    1802,
    'ip_restrictions',
    'create',
    async (api) => twice(api, '/ip_restrictions', { type: 'api', ip_policy_ids: [await policyId(api)] }),
    409,
  ],
  [1803, 'ip_restrictions', 'create', async (api) => ({ type: 'all', ip_policy_ids: [await policyId(api)] })],
  [1804, 'ip_restrictions', 'create', { type: 'api', ip_policy_ids: [] }],
  [500, 'reserved_addrs', 'create', { region: 'mars' }],
  [504, 'reserved_addrs', 'create', { description: LONG }],
  [505, 'reserved_addrs', 'create', { metadata: LONG }],
  [506, 'reserved_addrs', 'update', (api) => made(api, '/reserved_addrs', {})],
];

const certificatePolicy = (more: Members): Members => ({
  certificate_management_policy: { authority: 'letsencrypt', private_key_type: 'rsa', ...more },
});

async function certificateId(api: Api): Promise<string> {
  const { pem, keyPem } = await makeCertificate({ subject: 'CN=conformance.example.com' });
  return (await api.create('/tls_certificates', { certificate_pem: pem, private_key_pem: keyPem })).id;
}

const DOMAINS: readonly Row[] = [
  [6700, 'agent_ingresses', 'create', { domain: uniqueDomain(), description: LONG }],
  [6701, 'agent_ingresses', 'create', { domain: uniqueDomain(), metadata: LONG }],
  [6704, 'agent_ingresses', 'create', { domain: '-' }],
  [6705, 'agent_ingresses', 'create', { domain: 'a.ngrok.app' }],
  [6706, 'agent_ingresses', 'create', (api) => twice(api, '/agent_ingresses', { domain: uniqueDomain() }), 409],
  [1908, 'agent_ingresses', 'create', { domain: uniqueDomain(), ...certificatePolicy({ authority: 'other' }) }],
  [1909, 'agent_ingresses', 'create', { domain: uniqueDomain(), ...certificatePolicy({ private_key_type: 'dsa' }) }],
  [400, 'reserved_domains', 'create', { domain: uniqueDomain(), region: 'mars' }],
  [402, 'reserved_domains', 'create', { domain: 'a.*.example.com' }],
  [406, 'reserved_domains', 'create', { domain: 'a!b.example.com' }],
  [407, 'reserved_domains', 'create', { domain: '-a.example.com' }],
  [408, 'reserved_domains', 'create', { domain: 'a-.example.com' }],
  [409, 'reserved_domains', 'create', { domain: 'a..example.com' }],
  [410, 'reserved_domains', 'create', { domain: 'ab--c.example.com' }],
  [411, 'reserved_domains', 'create', { domain: 'app.internal' }],
  [429, 'reserved_domains', 'create', { domain: 'xn--a.example.com' }],
  [413, 'reserved_domains', 'create', (api) => twice(api, '/reserved_domains', { domain: uniqueDomain() }), 409],
  [420, 'reserved_domains', 'create', { domain: uniqueDomain(), description: LONG }],
  [421, 'reserved_domains', 'create', { domain: uniqueDomain(), metadata: LONG }],
  [422, 'reserved_domains', 'update', (api) => made(api, '/reserved_domains', { domain: uniqueDomain() })],
  [
    434,
    'reserved_domains',
    'create',
    async (api) => ({ domain: uniqueDomain(), certificate_id: await certificateId(api), ...certificatePolicy({}) }),
  ],
  [435, 'reserved_domains', 'create', { domain: uniqueDomain(), ...certificatePolicy({ authority: 'other' }) }],
  [439, 'reserved_domains', 'create', { domain: 'mine.ngrok.app', ...certificatePolicy({}) }],
  [
    440,
    'reserved_domains',
    'create',
    async (api) => ({ domain: 'mine.ngrok.app', certificate_id: await certificateId(api) }),
  ],
  [
    446,
    'reserved_domains',
    'delete',
    async (api) => {
      const domain = uniqueDomain();
      const { id } = await api.create('/reserved_domains', { domain });
      await api.create('/endpoints', endpoint({ url: `https://${domain}` }));
      return { id };
    },
  ],
  [448, 'reserved_domains', 'create', { domain: 'name' }],
  [456, 'reserved_domains', 'create', { domain: uniqueDomain(), resolves_to: [{ value: 'us' }, { value: 'us' }] }],
  [
    458,
    'reserved_domains',
    'delete',
    async (api) => {
      const { body } = await api.send('GET', '/reserved_domains');
      const domains = body['reserved_domains'] as readonly Members[];
      return { id: domains.find(({ is_dev: isDev }) => isDev)?.['id'] };
    },
  ],
  [1919, 'certificate_authorities', 'create', { ca_pem: null }],
  [1922, 'tls_certificates', 'create', { certificate_pem: 'nonsense', private_key_pem: 'nonsense' }],
  [1965, 'tls_certificates', 'get', { id: `cert_${ABSENT}` }, 404],
  [
    1966,
    'tls_certificates',
    'delete',
    async (api) => {
      const id = await certificateId(api);
      await api.create('/reserved_domains', { domain: uniqueDomain(), certificate_id: id });
      return { id };
    },
    409,
  ],
];

const EVENTS: readonly Row[] = [
  [235, 'event_destinations', 'create', { ...target({ auth: ROLE, stream_arn: STREAM }), format: 'XML' }],
  [236, 'event_destinations', 'create', { format: 'json', target: {} }],
  [
    5115,
    'event_destinations',
    'create',
    {
      format: 'json',
      target: {
        kinesis: { auth: ROLE, stream_arn: STREAM },
        datadog: { api_key: 'key', ddsite: 'datadoghq.com' },
      },
    },
  ],
  [5103, 'event_destinations', 'get', { id: `ed_${ABSENT}` }, 404],
  [5104, 'event_destinations', 'create', target({ auth: { role: { role_arn: 'nonsense' } }, stream_arn: STREAM })],
  [5107, 'event_destinations', 'create', target({ auth: {}, stream_arn: STREAM })],
  [
    5116,
    'event_destinations',
    'create',
    target({
      auth: { ...ROLE, creds: { aws_access_key_id: 'a', aws_secret_access_key: 'b' } },
      stream_arn: STREAM,
    }),
  ],
  [5118, 'event_destinations', 'create', target({ auth: ROLE, stream_arn: STREAM.replace('aws', 'cloud') })],
  [5119, 'event_destinations', 'create', target({ auth: ROLE, stream_arn: STREAM.replace('kinesis', '') })],
  [5120, 'event_destinations', 'create', target({ auth: ROLE, stream_arn: 'nonsense' })],
  [5129, 'event_destinations', 'create', target({ auth: ROLE, stream_arn: STREAM.replace('kinesis', 'sqs') })],
  [5130, 'event_destinations', 'create', target({ auth: ROLE, stream_arn: STREAM.replace('stream/', 'topic/') })],
  [
    5112,
    'event_destinations',
    'delete',
    async (api) => {
      const { id } = await api.create('/event_destinations', target({ auth: ROLE, stream_arn: STREAM }));
      await api.create('/event_subscriptions', { destination_ids: [id] });
      return { id };
    },
    409,
  ],
  [5123, 'event_subscriptions', 'get', { id: `esb_${ABSENT}` }, 404],
  [238, 'event_subscriptions', 'create', subscription({ type: 'nonsense.v0' })],
  [5127, 'event_subscriptions', 'create', { sources: [AUDIT, AUDIT] }],
  [5400, 'event_subscriptions', 'create', subscription(TRAFFIC)],
  [
    5125,
    'event_sources',
    'get',
    async (api) => ({ subscription_id: (await api.create('/event_subscriptions', {})).id, ...AUDIT }),
    404,
  ],
];

const sshCertificate = async (api: Api, more: Members) => ({
  ssh_certificate_authority_id: await authorityId(api),
  public_key: publicKeyPem(),
  // The client for Python cannot send its own defaults.
  valid_after: null,
  valid_until: null,
  ...more,
});

const CREDENTIALS: readonly Row[] = [
  [604, 'api_keys', 'create', { description: LONG }],
  [605, 'api_keys', 'create', { metadata: LONG }],
  [606, 'api_keys', 'update', (api) => made(api, '/api_keys', {})],
  [634, 'api_keys', 'create', { owner_id: `service_${ABSENT}` }],
  [
    636,
    'api_keys',
    'create',
    async (api) => ({ owner_id: (await api.create('/service_users', { name: 'former', active: false })).id }),
  ],
  [600, 'credentials', 'create', { acl: ['nonsense'] }],
  [609, 'ssh_credentials', 'create', (api) => twice(api, '/ssh_credentials', { public_key: publicKeyPem() }), 409],
  [611, 'ssh_credentials', 'create', { public_key: '' }],
  [612, 'ssh_credentials', 'create', { public_key: 'nonsense' }],
  [1936, 'ssh_certificate_authorities', 'create', { private_key_type: 'dsa' }],
  [1939, 'ssh_certificate_authorities', 'create', { private_key_type: 'rsa', key_size: 1024 }],
  [1940, 'ssh_certificate_authorities', 'create', { private_key_type: 'ed25519', key_size: 2048 }],
  [1941, 'ssh_certificate_authorities', 'create', { private_key_type: 'ecdsa', elliptic_curve: 'p1' }],
  [1942, 'ssh_certificate_authorities', 'create', { private_key_type: 'rsa', elliptic_curve: 'p256' }],
  [
    1964,
    'ssh_certificate_authorities',
    'delete',
    async (api) => {
      const body = await sshCertificate(api, {});
      await api.create('/ssh_host_certificates', { ...body, valid_after: undefined, valid_until: undefined });
      return { id: body.ssh_certificate_authority_id };
    },
    409,
  ],
  [
    1949,
    'ssh_host_certificates',
    'create',
    (api) => sshCertificate(api, { ssh_certificate_authority_id: `sshca_${ABSENT}` }),
  ],
  [1952, 'ssh_host_certificates', 'create', (api) => sshCertificate(api, { public_key: 'nonsense' })],
];

const OPERATORS: readonly Row[] = [
  [19002, 'kubernetes_operators', 'create', { enabled_features: ['nonsense'] }],
  [
    19003,
    'kubernetes_operators',
    'create',
    { enabled_features: ['bindings'], binding: { endpoint_selectors: ['endpoint.nonsense'] } },
  ],
  [19001, 'kubernetes_operators', 'create', { enabled_features: ['bindings'], binding: { csr: 'nonsense' } }],
];

const secret = async (api: Api, more: Members) => ({
  name: 'a',
  value: 'b',
  vault_id: (await api.create('/vaults', { name: 'vault' })).id,
  ...more,
});

const POLICIES: readonly Row[] = [
  [23000, 'vaults', 'create', { name: 'a b' }],
  [23001, 'vaults', 'create', { name: '' }],
  [
    23003,
    'vaults',
    'delete',
    async (api) => {
      const body = await secret(api, {});
      await api.create('/vault_secrets', body);
      return { id: body.vault_id };
    },
  ],
  [23004, 'vaults', 'create', (api) => twice(api, '/vaults', { name: 'twice' })],
  [24000, 'secrets', 'create', (api) => secret(api, { name: 'a b' })],
  [24001, 'secrets', 'create', (api) => secret(api, { name: '' })],
  [24003, 'secrets', 'create', (api) => secret(api, { value: '' })],
  [24005, 'secrets', 'create', async (api) => twice(api, '/vault_secrets', await secret(api, {}))],
  [24006, 'secrets', 'create', (api) => secret(api, { vault_id: `vault_${ABSENT}` })],
  [24008, 'secrets', 'create', { name: 'a', value: 'b' }],
  [24009, 'secrets', 'create', { name: 'a', value: 'b', vault_name: 'nonsense' }],
  [4109, 'service_users', 'create', { name: '' }],
  [4112, 'service_users', 'create', (api) => twice(api, '/service_users', { name: 'twice' })],
  [248, 'endpoints', 'create', endpoint({ type: 'agent' })],
  [18001, 'endpoints', 'create', endpoint({ url: 'https://a..b.internal' })],
  [9037, 'endpoints', 'create', endpoint({ url: 'https://a.internal?b' })],
  [9038, 'endpoints', 'create', endpoint({ url: 'https://a.internal/' })],
  [2236, 'endpoints', 'create', endpoint({ traffic_policy: '{' })],
  [18015, 'endpoints', 'create', endpoint({ url: null })],
  [18003, 'endpoints', 'create', endpoint({ url: 'tcp://a.internal' })],
  [18004, 'endpoints', 'update', (api) => made(api, '/endpoints', endpoint({}))],
  [18005, 'endpoints', 'update', (api) => made(api, '/endpoints', endpoint({}), { url: 'http://a.internal' })],
  [18006, 'endpoints', 'create', endpoint({ url: 'https://unreserved.example.com' })],
  [18007, 'endpoints', 'create', endpoint({ bindings: ['nonsense'] })],
  [15006, 'endpoints', 'create', endpoint({ bindings: ['internal', 'internal'] })],
  [18011, 'endpoints', 'create', endpoint({ traffic_policy: '' })],
  [18012, 'endpoints', 'create', endpoint({ description: LONG })],
  [18013, 'endpoints', 'create', endpoint({ metadata: LONG })],
  [
    18016,
    'endpoints',
    'create',
    async (api) => ({ ...(await twice(api, '/endpoints', endpoint({}))), pooling_enabled: true }),
  ],
  [18017, 'endpoints', 'create', (api) => twice(api, '/endpoints', endpoint({}))],
  [18022, 'endpoints', 'create', endpoint({ url: 'ftp://a.internal' })],
  [18023, 'endpoints', 'create', endpoint({ url: `https://${uniqueDomain()}:8443` })],
  [9029, 'endpoints', 'create', endpoint({ bindings: ['public'] })],
  [9031, 'endpoints', 'create', endpoint({ url: 'https://a.b.c.d.e.f.internal' })],
];

const rows = [...COMMON, ...NETWORKS, ...DOMAINS, ...EVENTS, ...CREDENTIALS, ...OPERATORS, ...POLICIES];

export const DOCUMENTED_ERRORS: readonly DocumentedError[] = rows.map(
  ([code, service, operation, args, status = 400]) => ({
    code,
    status,
    service,
    operation,
    args: async (api) => (typeof args === 'function' ? args(api) : args),
  }),
);
