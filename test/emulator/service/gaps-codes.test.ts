/**
 * Every error code of docs/internals/gaps.md sections 1.1 to 1.7, 3 and 4.3: the request that gets it, or the reason
 * why the emulator never returns it. test/conformance/cases tests the other parts of each rule.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, createApi } from '../../support/emulator/api';
import { makeCertificate } from '../../support/emulator/pki';

const pem = (name: string) => readFileSync(join(__dirname, '../../fixtures', name), 'utf8');
const none = '0'.repeat(27);
const creds = { cloud_access_key_id: 'id', cloud_secret_access_key: 'secret' };
const role = { role_rn: 'rn:role' };
const logGroup = (auth: object, rn?: string) => ({
  log_group: { auth, ...(rn !== undefined && { log_group_rn: rn }) },
});
const target = logGroup({ role }, 'rn:group');
const traffic = { type: 'tcp_connection_closed.v0' };
const audit = { type: 'ip_policy_created.v0' };

/** One object of each kind that a rejection needs, by name of its kind. */
interface World {
  readonly api: Api;
  readonly ids: Readonly<Record<string, string>>;
  /** An existing SSH public key. */
  readonly sshKey: unknown;
  readonly leaf: { readonly pem: string; readonly keyPem: string };
}

async function makeWorld(): Promise<World> {
  const api = createApi({ clock: '2030-01-01T00:00:00Z', certificates: { seconds: 0 } });
  const ids: Record<string, string> = {};
  const make = async (name: string, path: string, body: object) => {
    const made = await api.create(path, body);
    ids[name] = made.id;
    return made;
  };
  const leaf = await makeCertificate({ extensions: [] });
  await make('policy', '/ip_policies', {});
  await make('rule', '/ip_policy_rules', { ip_policy_id: ids['policy'], cidr: '10.0.0.0/8', action: 'allow' });
  await make('restriction', '/ip_restrictions', { type: 'api', ip_policy_ids: [ids['policy']] });
  await make('ingress', '/agent_ingresses', { domain: 'ingress.example.com' });
  await make('destination', '/event_destinations', { format: 'JSON', target });
  const sources = [audit];
  await make('subscription', '/event_subscriptions', { sources, destination_ids: [ids['destination']] });
  const authority = await make('sshAuthority', '/ssh_certificate_authorities', {});
  const sshKey = authority['public_key'];
  await make('sshCertificate', '/ssh_host_certificates', {
    ssh_certificate_authority_id: authority.id,
    public_key: sshKey,
  });
  await make('sshPublicKey', '/ssh_credentials', { public_key: sshKey });
  await make('certificate', '/tls_certificates', { certificate_pem: leaf.pem, private_key_pem: leaf.keyPem });
  await make('domain', '/reserved_domains', { domain: 'domain.example.com' });
  const policy = { authority: 'letsencrypt', private_key_type: 'ecdsa' };
  await make('managed', '/reserved_domains', { domain: 'managed.example.com', certificate_management_policy: policy });
  await api.send('GET', '/tls_certificates');
  ids['issued'] = String(api.emulator.objects('tls_certificate').find(({ issued_at }) => issued_at)?.['id']);
  await make('address', '/reserved_addrs', {});
  await make('credential', '/credentials', {});
  await make('operator', '/kubernetes_operators', {});
  await api.sendAsUser('POST', '/endpoints', { url: 'https://a.b', domain: { id: ids['domain'] } });
  return { api, ids, sshKey, leaf };
}

type Sent = readonly [method: string, path: string, body?: unknown, headers?: Record<string, string>];
type Row = readonly [code: number, status: number, what: string, send: (world: World) => Sent | Promise<Sent>];

const post =
  (path: string, body: unknown | ((world: World) => unknown)): Row[3] =>
  (world) => ['POST', path, typeof body === 'function' ? (body as (world: World) => unknown)(world) : body];
const patch =
  (path: string, name: string, body: unknown): Row[3] =>
  ({ ids }) => ['PATCH', `${path}/${ids[name]}`, body];
const remove =
  (path: string, name: string, below = ''): Row[3] =>
  ({ ids }) => ['DELETE', `${path}/${ids[name]}${below}`];
const get =
  (path: string): Row[3] =>
  () => ['GET', path];
const rule = (cidr: string, more: object = {}): Row[3] =>
  post('/ip_policy_rules', ({ ids }: World) => ({ ip_policy_id: ids['policy'], cidr, action: 'allow', ...more }));
const destination = (of: object, format: unknown = 'JSON') => post('/event_destinations', { format, target: of });
const subscription = (...sources: object[]) => post('/event_subscriptions', { sources });
const sshAuthority = (body: object) => post('/ssh_certificate_authorities', body);
const sshCertificate = (kind: string, more: object) =>
  post(`/ssh_${kind}_certificates`, ({ ids, sshKey }: World) => ({
    ssh_certificate_authority_id: ids['sshAuthority'],
    public_key: sshKey,
    ...more,
  }));
const backwards = { valid_after: '2030-01-02T00:00:00Z', valid_until: '2030-01-01T00:00:00Z' };

const given: readonly Row[] = [
  [100, 400, 'metadata of more than 4096 bytes', post('/ip_policies', { metadata: 'm'.repeat(4097) })],
  [200, 403, 'no Authorization header', () => ['GET', '/ip_policies', undefined, { authorization: '' }]],
  [201, 403, 'an unknown scheme', () => ['GET', '/ip_policies', undefined, { authorization: 'nonsense' }]],
  [202, 403, 'another scheme', () => ['GET', '/ip_policies', undefined, { authorization: 'Basic eDp5' }]],
  [
    206,
    403,
    'the token of a tunnel credential',
    async ({ api }) => {
      const { token } = await api.create('/credentials', { description: 'short-lived' });
      return ['GET', '/ip_policies', undefined, { authorization: `Bearer ${String(token)}` }];
    },
  ],
  [210, 400, 'a body of another content type', () => ['POST', '/ip_policies', {}, { 'content-type': 'text/plain' }]],
  [211, 400, 'a body where none is taken', ({ ids }) => ['DELETE', `/ip_policies/${ids['policy']}`, {}]],
  [213, 400, 'a body that is not JSON', post('/ip_policies', '{')],
  [214, 400, 'an unknown member', post('/ip_policies', { nonsense: 1 })],
  [215, 400, 'a value of a wrong type', post('/ip_policies', { description: 1 })],
  [216, 400, 'a body without content type', () => ['POST', '/ip_policies', {}, { 'content-type': '' }]],
  [222, 404, 'a malformed id', get('/ip_policies/nonsense')],
  [223, 400, 'a malformed id to start behind', get('/ip_policies?before_id=nonsense')],
  [227, 404, 'an id of another kind', get(`/ip_policies/ipr_${none}`)],
  [230, 400, 'a query that cannot be decoded', get('/ip_policies?limit=%')],
  [231, 400, 'an unknown query parameter', get('/ip_policies?nonsense=1')],
  [232, 400, 'a query parameter given twice', get('/ip_policies?limit=1&limit=2')],
  [233, 400, 'a limit out of range', get('/ip_policies?limit=101')],
  [244, 400, 'a limit that is no number', get('/ip_policies?limit=many')],
  [241, 400, 'a time that is not RFC 3339', sshCertificate('host', { valid_until: 'tomorrow' })],
  [250, 400, 'a filter over what cannot be filtered by', get('/ip_policies?filter=obj.nonsense%20%3D%3D%20%22x%22')],
  [
    380,
    400,
    'a reference to what is not there',
    patch('/reserved_domains', 'domain', { certificate_id: `cert_${none}` }),
  ],
  [1400, 400, 'an update of a policy that names nothing', patch('/ip_policies', 'policy', {})],
  [1402, 404, 'no such policy', get(`/ip_policies/ipp_${none}`)],
  [1420, 409, 'a policy that a restriction uses', remove('/ip_policies', 'policy')],
  [1401, 400, 'an update of a rule that names nothing', patch('/ip_policy_rules', 'rule', {})],
  [1404, 404, 'no such rule', get(`/ip_policy_rules/ipr_${none}`)],
  [1405, 400, 'a rule without a member that it needs', post('/ip_policy_rules', { cidr: '10.0.0.0/8' })],
  [1406, 400, 'an invalid CIDR', rule('10.0.0.0/33')],
  [1408, 409, 'a CIDR that the policy has', rule('10.0.0.0/8')],
  [1409, 400, 'host bits', rule('10.0.0.1/8')],
  [1413, 400, 'an address without mask', rule('10.0.0.1')],
  [1414, 400, 'a policy of a rule that is not there', rule('10.0.0.0/8', { ip_policy_id: `ipp_${none}` })],
  [1421, 400, 'a description of a rule of more than 255 bytes', rule('192.0.2.0/24', { description: 'd'.repeat(256) })],
  [1422, 400, 'another action', rule('192.0.2.0/24', { action: 'drop' })],
  [
    1801,
    400,
    'a policy of a restriction that is not there',
    post('/ip_restrictions', { type: 'agent', ip_policy_ids: [`ipp_${none}`] }),
  ],
  [
    1802,
    409,
    'a second restriction of a type',
    post('/ip_restrictions', ({ ids }: World) => ({ type: 'api', ip_policy_ids: [ids['policy']] })),
  ],
  [
    1803,
    400,
    'another type of restriction',
    post('/ip_restrictions', ({ ids }: World) => ({ type: 'moon', ip_policy_ids: [ids['policy']] })),
  ],
  [1804, 400, 'a restriction without policies', post('/ip_restrictions', { type: 'agent', ip_policy_ids: [] })],
  [6704, 400, 'an invalid domain', post('/agent_ingresses', { domain: 'a b' })],
  [6706, 409, 'a domain of an ingress that is there', post('/agent_ingresses', { domain: 'INGRESS.example.com' })],
  [
    1908,
    400,
    'another authority of an ingress',
    post('/agent_ingresses', { domain: 'n.example.com', certificate_management_policy: { authority: 'me' } }),
  ],
  [
    1909,
    400,
    'another type of key',
    post('/agent_ingresses', {
      domain: 'n.example.com',
      certificate_management_policy: { authority: 'letsencrypt', private_key_type: 'dsa' },
    }),
  ],
  [235, 400, 'another format', destination(target, 'XML')],
  [236, 400, 'no target', destination({})],
  [5107, 400, 'a target without a way to sign in', destination(logGroup({}, 'rn'))],
  [
    5103,
    400,
    'a destination that is not there',
    post('/event_subscriptions', { sources: [audit], destination_ids: [`ed_${none}`] }),
  ],
  [5104, 400, 'a role without its name', destination(logGroup({ role: {} }, 'rn'))],
  [5106, 400, 'a target without auth', destination({ log_group: { log_group_rn: 'rn' } })],
  [240, 400, 'half an access key', destination(logGroup({ creds: { cloud_access_key_id: 'id' } }, 'rn'))],
  [
    5108,
    400,
    'another type of target',
    patch('/event_destinations', 'destination', { target: { data_stream: { auth: { role }, stream_rn: 'rn' } } }),
  ],
  [5112, 409, 'a destination that a subscription uses', remove('/event_destinations', 'destination')],
  [5115, 400, 'two targets', destination({ ...target, data_stream: { auth: { role }, stream_rn: 'rn' } })],
  [5116, 400, 'two ways to sign in', destination(logGroup({ role, creds }, 'rn'))],
  [5120, 400, 'a log group without name', destination(logGroup({ role }))],
  [238, 400, 'an event type that is not there', subscription({ type: 'nonsense.v0' })],
  [5123, 404, 'no such subscription', get(`/event_subscriptions/esb_${none}`)],
  [5125, 404, 'no such source', ({ ids }) => ['GET', `/event_subscriptions/${ids['subscription']}/sources/nonsense`]],
  [5127, 400, 'a type twice', subscription(audit, audit)],
  [5401, 400, 'fields of an audit source', subscription({ ...audit, fields: ['id'] })],
  [5402, 400, 'a filter of an audit source', subscription({ ...audit, filter: 'true' })],
  [5403, 400, 'a field of another type', subscription({ ...traffic, fields: ['http.request.method'] })],
  [5404, 400, 'a filter that is no expression', subscription({ ...traffic, filter: 'ev.conn.client_ip == "' })],
  [5405, 400, 'a filter over an unknown field', subscription({ ...traffic, filter: 'ev.conn.nonsense == 1' })],
  [
    5406,
    400,
    'a filter over a field that cannot be filtered by',
    subscription({ ...traffic, filter: 'ev.conn.bytes_in > 1' }),
  ],
  [600, 400, 'an invalid rule of an access list', post('/credentials', { acl: ['nonsense'] })],
  [606, 400, 'an update of a credential that names nothing', patch('/credentials', 'credential', {})],
  [609, 409, 'an SSH key that is there', post('/ssh_credentials', ({ sshKey }: World) => ({ public_key: sshKey }))],
  [611, 400, 'an empty SSH key', post('/ssh_credentials', { public_key: '' })],
  [612, 400, 'an invalid SSH key', post('/ssh_credentials', { public_key: 'nonsense' })],
  [
    1912,
    400,
    'an authority of two certificates',
    post('/certificate_authorities', { ca_pem: pem('ca-1.pem') + pem('ca-2.pem') }),
  ],
  [
    1913,
    400,
    'an authority that may not sign',
    post('/certificate_authorities', ({ leaf }: World) => ({ ca_pem: leaf.pem })),
  ],
  [
    1923,
    400,
    'a key of another certificate',
    post('/tls_certificates', ({ leaf }: World) => ({
      certificate_pem: leaf.pem,
      private_key_pem: pem('tls-key-1.pem'),
    })),
  ],
  [
    1926,
    400,
    'a chain out of order',
    post('/tls_certificates', ({ leaf }: World) => ({
      certificate_pem: leaf.pem + pem('ca-1.pem'),
      private_key_pem: leaf.keyPem,
    })),
  ],
  [1965, 404, 'no such certificate', get(`/tls_certificates/cert_${none}`)],
  [1966, 409, 'a certificate that the service issued', remove('/tls_certificates', 'issued')],
  [413, 409, 'a domain that is there', post('/reserved_domains', { domain: 'DOMAIN.example.com' })],
  [400, 400, 'another region of a domain', post('/reserved_domains', { domain: 'n.example.com', region: 'moon' })],
  [402, 400, 'a wildcard within a domain', post('/reserved_domains', { domain: 'a.*.example.com' })],
  [406, 400, 'a character that no domain has', post('/reserved_domains', { domain: 'a b.example.com' })],
  [407, 400, 'a part of a domain that begins with -', post('/reserved_domains', { domain: '-a.example.com' })],
  [408, 400, 'a part of a domain that ends with -', post('/reserved_domains', { domain: 'a-.example.com' })],
  [409, 400, 'repeated dots in a domain', post('/reserved_domains', { domain: 'a..example.com' })],
  [410, 400, 'a part of a domain with --', post('/reserved_domains', { domain: 'ab--c.example.com' })],
  [411, 400, 'an address in place of a domain', post('/reserved_domains', { domain: '192.0.2.1' })],
  [423, 400, 'a long domain', post('/reserved_domains', { domain: `${'a.'.repeat(126)}example.com` })],
  [438, 400, 'an underscore in a domain', post('/reserved_domains', { domain: 'a_b.example.com' })],
  [448, 400, 'a domain of one part', post('/reserved_domains', { domain: 'nodots' })],
  [451, 400, 'a change of the region of a domain', patch('/reserved_domains', 'domain', { region: 'eu' })],
  [422, 400, 'an update of a domain that names nothing', patch('/reserved_domains', 'domain', {})],
  [
    434,
    400,
    'certificate and policy at once',
    post('/reserved_domains', ({ ids }: World) => ({
      domain: 'n.example.com',
      certificate_id: ids['certificate'],
      certificate_management_policy: { authority: 'letsencrypt' },
    })),
  ],
  [
    435,
    400,
    'another authority of a domain',
    post('/reserved_domains', { domain: 'n.example.com', certificate_management_policy: { authority: 'me' } }),
  ],
  [436, 409, 'the certificate of a managed domain', remove('/reserved_domains', 'managed', '/certificate')],
  [
    439,
    400,
    'a policy of the service’s own domain',
    post('/reserved_domains', {
      domain: 'n.ingress-domain.example',
      certificate_management_policy: { authority: 'letsencrypt' },
    }),
  ],
  [
    440,
    400,
    'a certificate of the service’s own domain',
    post('/reserved_domains', ({ ids }: World) => ({
      domain: 'n.ingress-domain.example',
      certificate_id: ids['certificate'],
    })),
  ],
  [446, 409, 'a domain that an endpoint uses', remove('/reserved_domains', 'domain')],
  [500, 400, 'another region', post('/reserved_addrs', { region: 'moon' })],
  [506, 400, 'an update of an address that names nothing', patch('/reserved_addrs', 'address', {})],
  [1936, 400, 'another type of key of an authority', sshAuthority({ private_key_type: 'dsa' })],
  [1940, 400, 'a size of a key that has none', sshAuthority({ private_key_type: 'ed25519', key_size: 2048 })],
  [1942, 400, 'a curve of a key that has none', sshAuthority({ private_key_type: 'rsa', elliptic_curve: 'p256' })],
  [
    1949,
    400,
    'an authority that is not there',
    sshCertificate('user', { ssh_certificate_authority_id: `sshca_${none}` }),
  ],
  [1962, 400, 'a user certificate that ends before it starts', sshCertificate('user', backwards)],
  [1963, 400, 'a host certificate that ends before it starts', sshCertificate('host', backwards)],
  [1964, 409, 'an authority that has signed', remove('/ssh_certificate_authorities', 'sshAuthority')],
  [
    19001,
    400,
    'a request that cannot be signed',
    post('/kubernetes_operators', {
      enabled_features: ['bindings'],
      binding: { endpoint_selectors: ['true'], csr: pem('csr-1.pem').replace(/A/, 'B') },
    }),
  ],
  [19002, 400, 'another feature', post('/kubernetes_operators', { enabled_features: ['flying'] })],
  [
    19003,
    400,
    'a selector that is no expression',
    post('/kubernetes_operators', { enabled_features: ['bindings'], binding: { endpoint_selectors: ['endpoint.'] } }),
  ],
];

/** Codes of docs/internals/gaps.md that the emulator does not return, by reason. */
const notGiven: Readonly<Record<string, readonly number[]>> = {
  'quotas and plans, of which a local service has none': [
    225, 1407, 1410, 1411, 1415, 1417, 1419, 1800, 1805, 1806, 1807, 1808, 5102, 5124, 5126, 5128, 5131, 5135, 602, 603,
    608, 613, 614, 615, 617, 619, 620, 622, 607, 1918, 1954, 1904, 1905, 459, 460, 461, 501, 502, 503, 508, 509, 1953,
    6707, 6709, 6710, 6711,
  ],
  'other accounts and users, which cannot be asked about here': [
    414, 610, 627, 628, 629, 630, 631, 632, 633, 634, 635, 601, 637, 458,
  ],
  'products that the specification does not have': [
    5105, 5129, 5130, 5132, 5133, 5134, 5136, 5137, 5138, 5139, 5140, 15010, 1423,
  ],
  'ARNs, which only the profile ngrok has (test/emulator/service/ngrok-profile.test.ts)': [5118, 5119],
  'live DNS, which is not asked': [6702, 6703, 511, 512],
  'failures of the service itself, which faults simulate': [722, 741, 19000],
  'said by another code that is given: 202, 214, 215, 222, 227, 236, 5106, 612, 6704 and 1942': [
    207, 208, 243, 239, 5100, 5117, 604, 605, 420, 421, 504, 505, 1939, 1941, 1951, 6700, 6701, 6705, 6708,
  ],
  'given for PEM of the wrong form (test/conformance/cases/certificates.ts)': [
    1900, 1901, 1902, 1903, 1910, 1911, 1919, 1920, 1921, 1922, 1924, 1925, 1952,
  ],
  'of the in-cluster operator, not of the API': [20000, 20001, 20002, 20003, 20004, 20005, 20006],
};

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});

test.each(given)('%i with status %i: %s', async (code, status, _what, send) => {
  const [method, path, body, headers] = await send(world);
  const before = JSON.stringify((await world.api.emulator.snapshot()).accounts);
  const response = await world.api.send(method, path, body, headers);
  expect([response.status, response.body['error_code'], response.body['msg']]).toEqual([
    status,
    `ERR_${code}`,
    expect.stringMatching(/\.$|\?$/),
  ]);
  expect(JSON.stringify((await world.api.emulator.snapshot()).accounts)).toBe(before);
});

test('each code is listed once', () => {
  const all = [...given.map(([code]) => code), ...Object.values(notGiven).flat()];
  expect(all.filter((code, index) => all.indexOf(code) !== index)).toEqual([]);
});

test('203: unknown key; 217 and 218: wrong and missing version; 5400: no fields; 226: rate limit', async () => {
  const strict = createApi({ apiKeys: ['mine'] });
  const stranger = await strict.send('GET', '/ip_policies', undefined, { authorization: 'Bearer other' });
  const ngrok = createApi({ profile: 'ngrok', rateLimit: { requests: 3, seconds: 60 } });
  const codes = [
    stranger,
    await ngrok.send('GET', '/ip_policies'),
    await ngrok.send('GET', '/ip_policies', undefined, { 'ngrok-version': '1' }),
    await ngrok.send('POST', '/event_subscriptions', { sources: [traffic] }, { 'ngrok-version': '2' }),
    await ngrok.send('GET', '/ip_policies', undefined, { 'ngrok-version': '2' }),
  ].map(({ status, body }) => [status, body['error_code']]);
  expect(codes).toEqual([
    [403, 'ERR_203'],
    [400, 'ERR_NGROK_218'],
    [400, 'ERR_NGROK_217'],
    [400, 'ERR_NGROK_5400'],
    [429, 'ERR_NGROK_226'],
  ]);
});
