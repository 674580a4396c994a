/** What only data sources read: fed by the controls, served in the profile of the public service. */

import type { Json, JsonObject } from '../../../src/model/json';
import { impliedType } from '../../../src/provider/protocol/schema';
import type { ObjectValue } from '../../../src/values/cty-value';
import { fromJson } from '../../../src/values/json';
import { createHarness, type Harness, plain } from '../../support/provider/harness';

const ANN = { id: 'usr_ann', subject: 'ann@example.com', source: 'Dashboard' };

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness('ngrok');
});
afterEach(() => harness.emulator.close());

async function control(method: string, path: string, body?: JsonObject): Promise<JsonObject> {
  const request = new Request('http://127.0.0.1/_emulator/objects', {
    method: 'POST',
    body: JSON.stringify({ principal: ANN, method, path, ...(body && { body }) }),
  });
  const response = await harness.emulator.fetch(request);
  return (await response.json()) as JsonObject;
}

async function readData(name: string, values: JsonObject): Promise<Json> {
  const type = `netingress_${name}`;
  const { provider } = harness;
  const schema = impliedType(provider.schema.dataSources[type]?.attributes ?? []);
  const config = fromJson(schema, values as Json) as ObjectValue;
  const { state, diagnostics } = await provider.readDataSource({ type, config, deferralAllowed: false });
  expect(diagnostics).toEqual([]);
  return plain(state);
}

test.each([
  ['tunnel_session', '/tunnel_sessions', { agent_version: '3.9.0', os: 'linux', ip: '203.0.113.7' }],
  [
    'application_session',
    '/app/sessions',
    {
      browser_session: { ip_address: '203.0.113.7', location: { latitude: 52.5 } },
      last_active: '2026-01-01T00:00:00Z',
    },
  ],
  ['application_user', '/app/users', { email: 'ada@example.com', identity_provider: { name: 'github' } }],
])('data sources read a %s by id and as a list', async (name, path, values) => {
  const { id } = await control('POST', path, values);
  expect(await readData(name, { id: String(id) })).toMatchObject(values);
  expect(await readData(`${name}s`, {})).toMatchObject({ [`${name}s`]: [{ ...values, id }] });
});

const call = async (method: string, path: string, body?: JsonObject): Promise<{ status: number; body: JsonObject }> => {
  const response = await harness.emulator.fetch(
    new Request(`http://emulator${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${harness.emulator.apiKey}`,
        'Ngrok-Version': '2',
        'Content-Type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as JsonObject) };
};

test.each(['/app/sessions', '/app/users'])(
  'a DELETE below %s signs the person out, and nothing else changes it',
  async (path) => {
    const { id } = await control('POST', path, { last_active: '2026-01-01T00:00:00Z' });
    expect((await call('PATCH', `${path}/${String(id)}`, {})).status).toBe(404);
    expect((await call('POST', path, {})).status).toBe(404);
    expect((await call('DELETE', `${path}/${String(id)}`)).status).toBe(204);
    expect((await call('GET', `${path}/${String(id)}`)).status).toBe(404);
    const session = await control('POST', '/tunnel_sessions', { os: 'linux' });
    expect((await call('DELETE', `/tunnel_sessions/${String(session['id'])}`)).status).toBe(404);
  },
);

test('tunnels are listed and read, and have neither URI nor filter', async () => {
  const { id } = await control('POST', '/tunnels', {
    proto: 'https',
    labels: { edge: 'edghts_1' },
    forwards_to: 'localhost:80',
  });
  const tunnel = { id, proto: 'https', labels: { edge: 'edghts_1' }, forwards_to: 'localhost:80' };
  expect((await call('GET', '/tunnels')).body).toMatchObject({ tunnels: [tunnel] });
  const { body } = await call('GET', `/tunnels/${String(id)}`);
  expect(body).toMatchObject(tunnel);
  expect(body).not.toHaveProperty('uri');
  expect((await call('GET', '/tunnels?filter=true')).body['error_code']).toBe('ERR_NGROK_231');
});

test('/bot_users is an older path of the service users, without filter', async () => {
  const { body: made } = await call('POST', '/bot_users', { name: 'ci' });
  expect((await call('GET', `/service_users/${String(made['id'])}`)).body).toMatchObject({ name: 'ci', active: true });
  await call('PATCH', `/bot_users/${String(made['id'])}`, { active: false });
  const { body: listed } = await call('GET', '/bot_users');
  expect(listed).toMatchObject({ bot_users: [{ id: made['id'], active: false }] });
  expect(String(listed['uri'])).toMatch(/\/bot_users/);
  expect((await call('GET', '/bot_users?filter=true')).body['error_code']).toBe('ERR_NGROK_231');
  expect((await call('DELETE', `/bot_users/${String(made['id'])}`)).status).toBe(204);
  expect((await call('GET', '/service_users')).body).toMatchObject({ service_users: [] });
});

test('a value that is sent twice is refused in resolves_to (456) and bindings (15006)', async () => {
  const body = { domain: 'app.example.com', resolves_to: [{ value: 'eu' }, { value: 'us' }, { value: 'eu' }] };
  expect(await call('POST', '/reserved_domains', body)).toMatchObject({
    status: 400,
    body: { error_code: 'ERR_NGROK_456' },
  });
  const endpoint = { url: 'https://a.internal', type: 'cloud', bindings: ['internal', 'internal'] };
  const policy = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';
  const refused = await call('POST', '/endpoints', { ...endpoint, traffic_policy: policy });
  expect(refused).toMatchObject({ status: 400, body: { error_code: 'ERR_NGROK_15006' } });
});

test('an unknown point of presence in resolves_to is refused with the code of an unknown region (400)', async () => {
  const body = { domain: 'app.example.com', resolves_to: [{ value: 'mars' }] };
  expect(await call('POST', '/reserved_domains', body)).toMatchObject({
    status: 400,
    body: { error_code: 'ERR_NGROK_400', msg: expect.stringContaining("resolves_to contains 'mars'") },
  });
});

test('endpoints of agents and of the cloud are in one list; only those of the cloud are of the resource type', async () => {
  const { id: agent } = await control('POST', '/endpoints', { url: 'https://agent.example.com', type: 'ephemeral' });
  const config = { url: 'https://app.internal', traffic_policy: '{"on_http_request":[{"actions":[{"type":"deny"}]}]}' };
  const cloud = await harness.applied('netingress_cloud_endpoint', config);
  const all = (await readData('endpoints', {})) as { endpoints: JsonObject[] };
  expect(all.endpoints.map(({ id, type }) => [id, type])).toEqual([
    [cloud['id'], 'cloud'],
    [agent, 'ephemeral'],
  ]);
  const filtered = await readData('endpoints', { filter: 'obj.type == "ephemeral"' });
  expect(filtered).toMatchObject({ endpoints: [{ id: agent }] });
  expect(await readData('cloud_endpoints', {})).toMatchObject({ cloud_endpoints: [{ id: cloud['id'] }] });
  const imported = await harness.imported('netingress_cloud_endpoint', String(agent));
  expect(imported).toBeNull();
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

test('the development domain exists once, and cannot be deleted', async () => {
  const [domain] = harness.emulator.objects('domain');
  expect(domain).toMatchObject({ is_dev: true, cname_target: null });
  expect(await control('DELETE', `/reserved_domains/${String(domain?.['id'])}`)).toMatchObject({
    error_code: 'ERR_NGROK_458',
  });
  const spec = await createHarness('spec');
  expect(spec.emulator.objects('domain')).toEqual([]);
});

test.each(['/endpoints', '/vaults', '/vault_secrets', '/service_users', '/tunnel_sessions', '/app/users'])(
  'the profile spec has no %s',
  async (path) => {
    const spec = await createHarness('spec');
    const { apiKey } = spec.emulator;
    const headers = { authorization: `Bearer ${apiKey}` };
    const { status } = await spec.emulator.fetch(new Request(`http://127.0.0.1${path}`, { headers }));
    expect(status).toBe(404);
  },
);

const filterOf = (path: string, filter: string): string => `${path}?filter=${encodeURIComponent(filter)}`;

test.each([
  ['obj.scheme == "https" && obj.region == "eu"', ['web']],
  ['obj.name == "db" || obj.type == "cloud"', ['db']],
  ['obj.principal.id == "usr_ann" && obj.pooling_enabled == false', ['db', 'web']],
  ['obj.principal == "usr_ann"', ['db', 'web']],
  ['obj.url == "https://web.example.com"', ['web']],
  ['obj.binding == "internal"', ['db']],
  ['"public" in obj.bindings', ['web']],
  ['"public" in obj.bindings || "internal" in obj.bindings', ['db', 'web']],
])('endpoints are filtered by %s, the fields that the service documents', async (filter, names) => {
  const common = { type: 'ephemeral', pooling_enabled: false, principal: { id: 'usr_ann' } };
  const web = { name: 'web', url: 'https://web.example.com', region: 'eu', bindings: ['public'] };
  const db = { name: 'db', url: 'tcp://db.internal:5432', region: 'us', bindings: ['internal'] };
  for (const members of [web, db])
    expect(await control('POST', '/endpoints', { ...common, ...members })).toMatchObject(members);
  const { status, body } = await call('GET', filterOf('/endpoints', filter));
  expect(status).toBe(200);
  expect((body['endpoints'] as JsonObject[]).map(({ name }) => name)).toEqual(names);
});

test.each([
  ['obj.credential == "cr_1"', ['laptop']],
  ['obj.credential.id == "cr_1"', ['laptop']],
  ['obj.credential != "cr_1" && obj.os == "linux"', ['server']],
  ['obj.credential in ["cr_1", "cr_2"]', ['server', 'laptop']],
  ['obj.credential == null', []],
])('tunnel sessions are filtered by %s', async (filter, names) => {
  for (const [metadata, id] of [
    ['laptop', 'cr_1'],
    ['server', 'cr_2'],
  ])
    await control('POST', '/tunnel_sessions', { metadata, os: 'linux', credential: { id } } as JsonObject);
  const { status, body } = await call('GET', filterOf('/tunnel_sessions', filter));
  expect(status).toBe(200);
  expect((body['tunnel_sessions'] as JsonObject[]).map(({ metadata }) => metadata)).toEqual(names);
});

test.each([
  ['obj.acl == null || obj.acl == ""', ['any']],
  ['obj.acl != ""', ['bound']],
  ['"" == obj.acl', ['any']],
  ['"" in obj.acl', []],
])('credentials are filtered by %s', async (filter, descriptions) => {
  await call('POST', '/credentials', { description: 'any' });
  await call('POST', '/credentials', { description: 'bound', acl: ['bind:a.example.com'] });
  const { status, body } = await call('GET', filterOf('/credentials', filter));
  expect(status).toBe(200);
  expect((body['credentials'] as JsonObject[]).map(({ description }) => description)).toEqual(descriptions);
});

test('a list compared with another string, a part of an id and a date without a time are refused', async () => {
  for (const [path, filter] of [
    ['/credentials', 'obj.acl == "*"'],
    ['/tunnel_sessions', 'obj.credential.startsWith("cr_")'],
    ['/credentials', 'obj.created_at < timestamp("2025-05-10Z")'],
  ] as const) {
    const refused = await call('GET', filterOf(path, filter));
    expect([filter, refused]).toMatchObject([filter, { status: 400, body: { error_code: 'ERR_NGROK_250' } }]);
  }
});
