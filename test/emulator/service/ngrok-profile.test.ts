import { getKind, KINDS } from '../../../src/model/kinds';
import { kindIn, PROFILES } from '../../../src/model/profiles';
import { toProfileBody } from '../../../src/model/profiles/profile-body';
import { impliedType } from '../../../src/provider/protocol/schema';
import type { ObjectValue } from '../../../src/values/cty-value';
import { fromJson } from '../../../src/values/from-json';
import type { Json, JsonObject } from '../../../src/values/json';
import { createMaker } from '../../every-kind';
import { minimalConfig } from '../../support/acceptance/samples';
import { type Api, connectApi, createApi, listAll } from '../../support/emulator/api';
import { createHarness, type Harness, plain } from '../../support/provider/harness';

const findKind = (name: string) => kindIn(getKind(name), PROFILES.ngrok);

const DENY = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';

const api = () => createApi({ profile: 'ngrok' }, { 'ngrok-version': '2' });

test.each([
  ['', 'ERR_NGROK_218'],
  ['1', 'ERR_NGROK_217'],
])('the version header %j is rejected', async (version, code) => {
  const response = await api().send('GET', '/ip_policies', undefined, { 'ngrok-version': version });
  expect(response).toMatchObject({ status: 400, body: { error_code: code } });
});

test('the operation id is in the header and in the details of an error', async () => {
  const response = await api().send('GET', '/ip_policies/nonsense');
  const { operation_id: id } = response.body['details'] as { operation_id: string };
  expect(id).toMatch(/^op_/);
  expect(response.headers.get('ngrok-operation-id')).toBe(id);
});

const creds = { aws_access_key_id: 'key', aws_secret_access_key: 'secret' };
const delivery_stream_arn = 'arn:aws:firehose:us-east-1:1:deliverystream/x';

test('event targets have the names of the profile in requests and responses, and in messages', async () => {
  const service = api();
  const target = { firehose: { auth: { creds }, delivery_stream_arn } };
  const { id, target: returned } = await service.create('/event_destinations', { format: 'json', target });
  expect(returned).toEqual({
    firehose: { auth: { role: null, creds: { ...creds, aws_secret_access_key: null } }, delivery_stream_arn },
    kinesis: null,
    cloudwatch_logs: null,
    datadog: null,
    azure_logs_ingestion: null,
  });
  const auth = { role: { role_arn: 'arn:aws:iam::1:role/x' } };
  const { body } = await service.send('PATCH', `/event_destinations/${id}`, { target: { firehose: { auth } } });
  expect(body).toMatchObject({ target: { firehose: { auth: { ...auth, creds: null }, delivery_stream_arn } } });

  const refused = async (wrong: object) =>
    (await service.send('POST', '/event_destinations', { format: 'JSON', target: wrong })).body;
  expect(await refused({ delivery_stream: {} })).toMatchObject({
    error_code: 'ERR_NGROK_214',
    msg: expect.stringContaining('target.firehose, target.kinesis, target.cloudwatch_logs'),
  });
  expect(await refused({ firehose: { auth: { creds } } })).toMatchObject({
    error_code: 'ERR_NGROK_5120',
    msg: expect.stringContaining('target.firehose.delivery_stream_arn is not set'),
  });
});

const ARNS: Readonly<Record<string, [member: string, arn: string]>> = {
  firehose: ['delivery_stream_arn', 'arn:aws-us-gov:firehose:us-gov-west-1:1:deliverystream/x'],
  kinesis: ['stream_arn', 'arn:aws-cn:kinesis:cn-north-1:1:stream/x'],
  cloudwatch_logs: ['log_group_arn', 'arn:aws:logs:us-east-1:1:log-group:x:*'],
};

/** The last part of the code with which a destination is rejected; undefined if it is created. */
async function codeOf(name: string, arn: string, auth: object = { creds }): Promise<string | undefined> {
  const body = { format: 'json', target: { [name]: { auth, [ARNS[name]?.[0] ?? '']: arn } } };
  return String((await api().send('POST', '/event_destinations', body)).body['error_code'] ?? '').split('_')[2];
}

test.each([
  ['nonsense', '5120'],
  ['arn:aws:firehose:us-east-1:1:', '5120'],
  ['arn:cloud:firehose:us-east-1:1:deliverystream/x', '5118'],
  ['arn:aws::us-east-1:1:deliverystream/x', '5119'],
])('the ARN %s of a target is rejected with %s', async (arn, code) => expect(await codeOf('firehose', arn)).toBe(code));

test.each([
  'nonsense',
  'arn:cloud:iam::1:role/x',
  'arn:aws:iam::1:user/x',
  'arn:aws:sts::1:role/x',
  'arn:aws:iam::1:role/',
])('%s is the ARN of no role (5104)', async (arn) => {
  expect(await codeOf('firehose', delivery_stream_arn, { role: { role_arn: arn } })).toBe('5104');
});

test.each(Object.entries(ARNS))('%s takes an ARN only of its own service and resource type', async (name, [, arn]) => {
  const others = [/(firehose|kinesis|logs)/, /(deliverystream|stream|log-group)/].map((own) => arn.replace(own, 'sqs'));
  expect([await codeOf(name, arn), ...(await Promise.all(others.map((other) => codeOf(name, other))))]).toEqual([
    undefined,
    '5129',
    '5130',
  ]);
});

test('resolves_to is null until it is set', async () => {
  const service = api();
  const domain = await service.create('/reserved_domains', { domain: 'null.example.com' });
  expect(domain).toMatchObject({ resolves_to: null });
  const path = `/reserved_domains/${domain.id}`;
  const updated = await service.send('PATCH', path, { description: 'an update without it' });
  expect(updated.body).toMatchObject({ description: 'an update without it', resolves_to: null });
  const set = await service.send('PATCH', path, { resolves_to: [{ value: 'eu' }] });
  expect(set.body).toMatchObject({ resolves_to: [{ value: 'eu' }] });
});

test.each([
  [['198.51.100.7'], 201, undefined],
  [['eu', '[2001:db8::1]:8443'], 201, undefined],
  [['eu'], 400, 'ERR_NGROK_18023'],
])('a public endpoint with its own port needs a domain with an address: %j', async (targets, expected, code) => {
  const service = api();
  const resolves_to = targets.map((value) => ({ value }));
  await service.create('/reserved_domains', { domain: `port${targets.length}.example.com`, resolves_to });
  const url = `https://port${targets.length}.example.com:8443`;
  const endpoint = { url, type: 'cloud', traffic_policy: DENY };
  const { status, body } = await service.send('POST', '/endpoints', endpoint);
  expect([status, body['error_code']]).toEqual([expected, code]);
});

test('once its IP policy is deleted, an endpoint is updated only with another traffic policy', async () => {
  const service = api();
  const { id } = await service.create('/ip_policies', {});
  const actions = [{ type: 'restrict-ips', config: { ip_policies: [id] } }];
  const traffic_policy = JSON.stringify({ on_http_request: [{ actions }] });
  const endpoint = await service.create('/endpoints', { type: 'cloud', url: 'https://own.internal', traffic_policy });
  expect((await service.send('DELETE', `/ip_policies/${id}`)).status).toBe(204);
  const path = `/endpoints/${endpoint.id}`;
  const { body } = await service.send('PATCH', path, { description: 'later' });
  expect(body).toMatchObject({ error_code: 'ERR_NGROK_2216' });
  const updated = await service.send('PATCH', path, { description: 'later', traffic_policy: DENY });
  expect(updated).toMatchObject({ status: 200, body: { description: 'later' } });
});

describe('a secret', () => {
  const service = api();
  let first: string;
  let second: string;
  const make = (members: object) => service.send('POST', '/vault_secrets', { value: 'hidden', ...members });
  beforeAll(async () => {
    [first, second] = (await Promise.all(
      ['first', 'second'].map(async (name) => (await service.create('/vaults', { name })).id),
    )) as [string, string];
  });

  test('names its vault by id or by name', async () => {
    const created = { status: 201, body: { vault: { id: first } } };
    const byName = await make({ name: 'a', vault_name: 'first' });
    expect(byName).toMatchObject({ status: 201, body: { vault: { id: first }, vault_name: 'first' } });
    expect(await make({ name: 'b', vault_name: 'first', vault_id: first })).toMatchObject(created);
    expect(await make({ name: 'c', vault_id: '', vault_name: 'first' })).toMatchObject(created);
    expect(await make({ name: 'd', vault_id: first, vault_name: '' })).toMatchObject(created);
    expect((await make({ name: 'e', vault_name: 'first', vault_id: second })).body).toMatchObject({
      error_code: 'ERR_NGROK_24009',
      msg: expect.stringContaining(`vault_id is "${second}", but the vault with the name "first" is ${first}.`),
    });
  });

  test('is listed below its vault, page by page', async () => {
    await make({ name: 'of the second', vault_id: second });
    const secrets = await listAll(service, `/vaults/${first}/secrets?limit=1`, 'secrets');
    expect(secrets.map(({ name }) => name).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(await service.send('GET', '/vaults/vault_none/secrets')).toMatchObject({ status: 404 });
  });
});

test('a vault with a hyphen, names below the domains of the service and the deletion of an address in use are accepted', async () => {
  const service = api();
  expect((await service.send('POST', '/vaults', { name: 'vault-1' })).status).toBe(201);
  for (const domain of ['a.b.ngrok.app', 'ngrok.com'])
    expect([domain, (await service.send('POST', '/reserved_domains', { domain })).status]).toEqual([domain, 201]);
  const { id, addr } = await service.create('/reserved_addrs', {});
  const policy = JSON.stringify({ on_tcp_connect: [{ actions: [{ type: 'deny' }] }] });
  await service.create('/endpoints', { type: 'cloud', url: `tcp://${String(addr)}`, traffic_policy: policy });
  expect((await service.send('DELETE', `/reserved_addrs/${id}`)).status).toBe(204);
});

test.each([
  ['POST', '/tunnel_sessions/ts_1/stop', 'it commands a running agent'],
  ['POST', '/tunnel_sessions/ts_1/restart', 'it commands a running agent'],
  ['POST', '/tunnel_sessions/ts_1/update', 'it commands a running agent'],
  ['GET', '/backends/failover', 'it is deprecated'],
  ['POST', '/edges/https/edghts_1/routes', 'it is deprecated'],
  ['GET', '/endpoint_configurations', 'it is deprecated'],
  ['GET', '/ai_gateway_api_keys', 'has moved'],
  ['POST', '/personal_access_tokens', 'in the dashboard'],
  ['POST', '/abuse_reports', 'only accounts'],
])('%s %s is refused by name and not as a path that does not exist', async (method, path, reason) => {
  const { status, body } = await api().send(method, path);
  expect([status, body['msg'], body['details']]).toEqual([
    501,
    expect.stringMatching(`^The emulator does not serve ${method} ${path}: .*${reason}`),
    { path },
  ]);
  expect((await createApi().send(method, path)).status).toBe(404);
});

describe('a creation', () => {
  const service = createApi({ profile: 'ngrok', clock: '2030-01-01T00:00:00Z' }, { 'ngrok-version': '2' });
  const { resolve } = createMaker(
    ({ path, attributes }, body) => service.create(path, toProfileBody(attributes, body, PROFILES.ngrok)),
    findKind,
  );
  const kinds = KINDS.map(({ name }) => findKind(name)).filter(({ readOnly }) => !readOnly);

  /** Members that differ between two objects of one configuration. */
  const ofOneObject = /^(id|uri|created_at|updated_at|token|addr|public_key|certificate|cname_target)$/;
  const shared = (body: object) => Object.fromEntries(Object.entries(body).filter(([name]) => !ofOneObject.test(name)));

  test.each(kinds.map(({ name }) => name))('of %s may send "", 0 and [] for optional members', async (name) => {
    const kind = findKind(name);
    const zeros = Object.entries(kind.attributes).flatMap(([member, attribute]) => {
      if (attribute.presence === 'required' || attribute.presence === 'computed') return [];
      const zero = { string: '', number: 0, list: [], set: [], bool: undefined, map: undefined, object: undefined };
      return zero[attribute.type] === undefined ? [] : [[member, zero[attribute.type]]];
    });
    const config = await resolve(kind, minimalConfig(kind, { object: 50 }));
    const body = toProfileBody(kind.attributes, config, PROFILES.ngrok);
    const type = kind.path === '/endpoints' ? { type: 'cloud' } : {};
    const [sent, omitted] = [{ ...Object.fromEntries(zeros), ...body }, body];
    const first = await service.create(kind.path, { ...sent, ...type });
    await service.send('DELETE', `${kind.path}/${first.id}`);
    const second = await service.create(kind.path, { ...omitted, ...type });
    expect(shared(first)).toEqual(shared(second));
    await service.send('DELETE', `${kind.path}/${second.id}`);
  });

  test('may do so within its objects, and a new event source too', async () => {
    const sources = [{ type: 'ip_policy_created.v0', fields: [], filter: '' }];
    const path = `/event_subscriptions/${(await service.create('/event_subscriptions', { sources })).id}/sources`;
    const added = { type: 'ip_policy_deleted.v0', fields: [], filter: '' };
    expect(await service.send('POST', path, added)).toMatchObject({ status: 201 });
  });

  test('in the profile spec refuses an empty region', async () => {
    const body = { domain: 'zero.example.com', region: '' };
    expect(await createApi().send('POST', '/reserved_domains', body)).toMatchObject({ status: 400 });
  });
});

test('an operator without bindings has a zeroed binding', async () => {
  expect((await api().create('/kubernetes_operators', {}))['binding']).toEqual({
    cert: { cert: '', not_before: '0001-01-01T00:00:00Z', not_after: '0001-01-01T00:00:00Z' },
    endpoint_selectors: null,
  });
});

test('the URI of an agent ingress is relative', async () => {
  const ingress = await api().create('/agent_ingresses', { domain: 'a.example.com' });
  expect(ingress['uri']).toBe(`/agent_ingresses/${ingress.id}`);
});

describe('objects that only data sources read', () => {
  let harness: Harness;
  let api: Api;
  beforeEach(async () => {
    harness = await createHarness('ngrok');
    api = connectApi(harness.emulator, { 'ngrok-version': '2' });
  });
  afterEach(() => harness.emulator.close());

  const control = async (method: string, path: string, body?: JsonObject) =>
    (await api.sendAsUser(method, path, body)).body as JsonObject;

  async function readData(name: string, values: JsonObject): Promise<Json> {
    const type = `netingress_${name}`;
    const { provider } = harness;
    const schema = impliedType(provider.schema.dataSources[type]?.attributes ?? []);
    const config = fromJson(schema, values as Json) as ObjectValue;
    const { state, diagnostics } = await provider.readDataSource({ type, config, deferralAllowed: false });
    expect(diagnostics).toEqual([]);
    return plain(state);
  }

  const place = { ip_address: '203.0.113.7', location: { latitude: 52.5 } };
  test.each([
    ['tunnel_session', '/tunnel_sessions', { agent_version: '3.9.0', os: 'linux', ip: '203.0.113.7' }],
    ['application_session', '/app/sessions', { browser_session: place, last_active: '2026-01-01T00:00:00Z' }],
    ['application_user', '/app/users', { email: 'ada@example.com', identity_provider: { name: 'github' } }],
  ])('data sources read a %s by id and as a list', async (name, path, values) => {
    const { id } = await control('POST', path, values);
    expect(await readData(name, { id: String(id) })).toMatchObject(values);
    expect(await readData(`${name}s`, {})).toMatchObject({ [`${name}s`]: [{ ...values, id }] });
  });

  test.each(['/app/sessions', '/app/users'])(
    'a DELETE below %s signs the person out; PATCH, POST, and DELETE of a tunnel session are not found',
    async (path) => {
      const { id } = await control('POST', path, { last_active: '2026-01-01T00:00:00Z' });
      expect((await api.send('PATCH', `${path}/${String(id)}`, {})).status).toBe(404);
      expect((await api.send('POST', path, {})).status).toBe(404);
      expect((await api.send('DELETE', `${path}/${String(id)}`)).status).toBe(204);
      expect((await api.send('GET', `${path}/${String(id)}`)).status).toBe(404);
      const session = await control('POST', '/tunnel_sessions', { os: 'linux' });
      expect((await api.send('DELETE', `/tunnel_sessions/${String(session['id'])}`)).status).toBe(404);
    },
  );

  test('tunnels are listed and read, and have neither URI nor filter', async () => {
    const values = { proto: 'https', labels: { edge: 'edghts_1' }, forwards_to: 'localhost:80' };
    const { id } = await control('POST', '/tunnels', values);
    const tunnel = { id, ...values };
    expect((await api.send('GET', '/tunnels')).body).toMatchObject({ tunnels: [tunnel] });
    const { body } = await api.send('GET', `/tunnels/${String(id)}`);
    expect(body).toMatchObject(tunnel);
    expect(body).not.toHaveProperty('uri');
    expect((await api.send('GET', '/tunnels?filter=true')).body['error_code']).toBe('ERR_NGROK_231');
  });

  test('/bot_users is an older path of the service users, without filter', async () => {
    const { id } = await api.create('/bot_users', { name: 'ci' });
    expect((await api.send('GET', `/service_users/${id}`)).body).toMatchObject({ name: 'ci', active: true });
    await api.send('PATCH', `/bot_users/${id}`, { active: false });
    const { body: listed } = await api.send('GET', '/bot_users');
    expect(listed).toMatchObject({ bot_users: [{ id, active: false }] });
    expect(String(listed['uri'])).toMatch(/\/bot_users/);
    expect((await api.send('GET', '/bot_users?filter=true')).body['error_code']).toBe('ERR_NGROK_231');
    expect((await api.send('DELETE', `/bot_users/${id}`)).status).toBe(204);
    expect((await api.send('GET', '/service_users')).body).toMatchObject({ service_users: [] });
  });

  test('endpoints of agents and of the cloud are in one list; only those of the cloud are of the resource type', async () => {
    const { id: agent } = await control('POST', '/endpoints', { url: 'https://agent.example.com', type: 'ephemeral' });
    const config = { url: 'https://app.internal', traffic_policy: DENY };
    const cloud = await harness.applied('netingress_cloud_endpoint', config);
    const all = (await readData('endpoints', {})) as { endpoints: JsonObject[] };
    expect(all.endpoints.map(({ id, type }) => [id, type])).toEqual([
      [cloud['id'], 'cloud'],
      [agent, 'ephemeral'],
    ]);
    const filtered = await readData('endpoints', { filter: 'obj.type == "ephemeral"' });
    expect(filtered).toMatchObject({ endpoints: [{ id: agent }] });
    expect(await readData('cloud_endpoints', {})).toMatchObject({ cloud_endpoints: [{ id: cloud['id'] }] });
    expect(await harness.imported('netingress_cloud_endpoint', String(agent))).toBeNull();
  });

  test('personal data is sensitive as a whole', () => {
    const { dataSources } = harness.provider.schema;
    for (const name of ['application_session', 'application_user']) {
      const one = dataSources[`netingress_${name}`]?.attributes ?? [];
      expect(one.filter(({ sensitive }) => !sensitive).map((each) => each.name)).toEqual(['id', 'uri']);
      const many = dataSources[`netingress_${name}s`]?.attributes ?? [];
      expect(many.filter(({ sensitive }) => sensitive).map((each) => each.name)).toEqual([`${name}s`]);
    }
  });

  test('the profile spec has neither six collections of the public service nor its development domain', async () => {
    expect(harness.emulator.objects('domain')).toMatchObject([{ is_dev: true, cname_target: null }]);
    const spec = createApi();
    expect(spec.emulator.objects('domain')).toEqual([]);
    for (const path of ['/endpoints', '/vaults', '/vault_secrets', '/service_users', '/tunnel_sessions', '/app/users'])
      expect((await spec.send('GET', path)).status).toBe(404);
  });

  test('the deprecated parameters id and url of the list of endpoints select by several values, page by page', async () => {
    const urls = ['https://a.internal', 'https://b.internal', 'https://c.internal'];
    const ids = [];
    for (const url of urls) ids.push(String((await control('POST', '/endpoints', { url }))['id']));
    const list = async (query: string) =>
      (await listAll(api, `/endpoints?${query}`, 'endpoints')).map(({ url }) => url);
    const [a, b, c] = urls.map((url) => `url=${encodeURIComponent(url)}`);
    expect(await list(`${a}&${c}&limit=1`)).toEqual(['https://c.internal', 'https://a.internal']);
    expect(await list(`id=${ids[0]}&id=${ids[1]}`)).toEqual(['https://b.internal', 'https://a.internal']);
    expect(await list(`id=${ids[0]}&${b}`)).toEqual([]);
    expect(await list(`${b}&filter=${encodeURIComponent('obj.url == "https://a.internal"')}`)).toEqual([]);
    expect((await api.send('GET', '/endpoints?limit=1&limit=2')).body['error_code']).toBe('ERR_NGROK_232');
    expect((await api.send('GET', `/vaults?id=${ids[0]}`)).body['error_code']).toBe('ERR_NGROK_231');
  });
});

describe('a filter of a list', () => {
  const service = api();
  const filtered = (path: string, filter: string) =>
    service.send('GET', `${path}?filter=${encodeURIComponent(filter)}`);
  beforeAll(async () => {
    const endpoint = { type: 'ephemeral', pooling_enabled: false, principal: { id: 'usr_ann' } };
    for (const [path, members] of [
      ['/endpoints', { ...endpoint, name: 'web', url: 'https://web.example.com', region: 'eu', bindings: ['public'] }],
      ['/endpoints', { ...endpoint, name: 'db', url: 'tcp://db.internal:5432', region: 'us', bindings: ['internal'] }],
      ['/tunnel_sessions', { metadata: 'laptop', os: 'linux', credential: { id: 'cr_1' } }],
      ['/tunnel_sessions', { metadata: 'server', os: 'linux', credential: { id: 'cr_2' } }],
      ['/credentials', { description: 'any' }],
      ['/credentials', { description: 'bound', acl: ['bind:a.example.com'] }],
    ] as const)
      expect(await service.sendAsUser('POST', path, members)).toMatchObject({ status: 201, body: members });
  });

  test.each([
    ['endpoints', 'obj.scheme == "https" && obj.region == "eu"', ['web']],
    ['endpoints', 'obj.name == "db" || obj.type == "cloud"', ['db']],
    ['endpoints', 'obj.principal.id == "usr_ann" && obj.pooling_enabled == false', ['db', 'web']],
    ['endpoints', 'obj.principal == "usr_ann"', ['db', 'web']],
    ['endpoints', 'obj.url == "https://web.example.com"', ['web']],
    ['endpoints', 'obj.binding == "internal"', ['db']],
    ['endpoints', '"public" in obj.bindings', ['web']],
    ['endpoints', '"public" in obj.bindings || "internal" in obj.bindings', ['db', 'web']],
    ['tunnel_sessions', 'obj.credential == "cr_1"', ['laptop']],
    ['tunnel_sessions', 'obj.credential.id == "cr_1"', ['laptop']],
    ['tunnel_sessions', 'obj.credential != "cr_1" && obj.os == "linux"', ['server']],
    ['tunnel_sessions', 'obj.credential in ["cr_1", "cr_2"]', ['server', 'laptop']],
    ['tunnel_sessions', 'obj.credential == null', []],
    ['credentials', 'obj.acl == null || obj.acl == ""', ['any']],
    ['credentials', 'obj.acl != ""', ['bound']],
    ['credentials', '"" == obj.acl', ['any']],
    ['credentials', '"" in obj.acl', []],
  ])('of %s: %s', async (key, filter, names) => {
    const { status, body } = await filtered(`/${key}`, filter);
    expect(status).toBe(200);
    const objects = body[key] as JsonObject[];
    expect(objects.map(({ name, metadata, description }) => name || metadata || description)).toEqual(names);
  });

  test.each([
    ['/credentials', 'obj.acl == "*"'],
    ['/tunnel_sessions', 'obj.credential.startsWith("cr_")'],
    ['/credentials', 'obj.created_at < timestamp("2025-05-10Z")'],
  ])('of %s is refused: %s', async (path, filter) => {
    expect(await filtered(path, filter)).toMatchObject({ status: 400, body: { error_code: 'ERR_NGROK_250' } });
  });
});
