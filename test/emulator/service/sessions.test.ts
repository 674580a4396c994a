/** What only data sources read: fed by the controls, served in the profile of the public service. */

import { impliedType } from '../../../src/provider/protocol/schema';
import type { ObjectValue } from '../../../src/values/cty-value';
import { fromJson } from '../../../src/values/from-json';
import type { Json, JsonObject } from '../../../src/values/json';
import { type Api, connectApi, createApi } from '../../support/emulator/api';
import { createHarness, type Harness, plain } from '../../support/provider/harness';

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

test.each(['/app/sessions', '/app/users'])(
  'a DELETE below %s signs the person out, and nothing else changes it',
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
  const { id } = await control('POST', '/tunnels', {
    proto: 'https',
    labels: { edge: 'edghts_1' },
    forwards_to: 'localhost:80',
  });
  const tunnel = { id, proto: 'https', labels: { edge: 'edghts_1' }, forwards_to: 'localhost:80' };
  expect((await api.send('GET', '/tunnels')).body).toMatchObject({ tunnels: [tunnel] });
  const { body } = await api.send('GET', `/tunnels/${String(id)}`);
  expect(body).toMatchObject(tunnel);
  expect(body).not.toHaveProperty('uri');
  expect((await api.send('GET', '/tunnels?filter=true')).body['error_code']).toBe('ERR_NGROK_231');
});

test('/bot_users is an older path of the service users, without filter', async () => {
  const { body: made } = await api.send('POST', '/bot_users', { name: 'ci' });
  expect((await api.send('GET', `/service_users/${String(made['id'])}`)).body).toMatchObject({
    name: 'ci',
    active: true,
  });
  await api.send('PATCH', `/bot_users/${String(made['id'])}`, { active: false });
  const { body: listed } = await api.send('GET', '/bot_users');
  expect(listed).toMatchObject({ bot_users: [{ id: made['id'], active: false }] });
  expect(String(listed['uri'])).toMatch(/\/bot_users/);
  expect((await api.send('GET', '/bot_users?filter=true')).body['error_code']).toBe('ERR_NGROK_231');
  expect((await api.send('DELETE', `/bot_users/${String(made['id'])}`)).status).toBe(204);
  expect((await api.send('GET', '/service_users')).body).toMatchObject({ service_users: [] });
});

test('a value that is sent twice is refused in resolves_to (456) and bindings (15006)', async () => {
  const body = { domain: 'app.example.com', resolves_to: [{ value: 'eu' }, { value: 'us' }, { value: 'eu' }] };
  expect(await api.send('POST', '/reserved_domains', body)).toMatchObject({
    status: 400,
    body: { error_code: 'ERR_NGROK_456' },
  });
  const endpoint = { url: 'https://a.internal', type: 'cloud', bindings: ['internal', 'internal'] };
  const policy = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';
  const refused = await api.send('POST', '/endpoints', { ...endpoint, traffic_policy: policy });
  expect(refused).toMatchObject({ status: 400, body: { error_code: 'ERR_NGROK_15006' } });
});

test('an unknown point of presence in resolves_to is refused with the code of an unknown region (400)', async () => {
  const body = { domain: 'app.example.com', resolves_to: [{ value: 'mars' }] };
  expect(await api.send('POST', '/reserved_domains', body)).toMatchObject({
    status: 400,
    body: { error_code: 'ERR_NGROK_400', msg: expect.stringMatching(/resolves_to.* is 'mars'/) },
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
  expect(createApi().emulator.objects('domain')).toEqual([]);
});

test.each(['/endpoints', '/vaults', '/vault_secrets', '/service_users', '/tunnel_sessions', '/app/users'])(
  'the profile spec has no %s',
  async (path) => {
    expect((await createApi().send('GET', path)).status).toBe(404);
  },
);

const filterOf = (path: string, filter: string): string => `${path}?filter=${encodeURIComponent(filter)}`;

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
])('%s are filtered by %s', async (key, filter, names) => {
  const endpoint = { type: 'ephemeral', pooling_enabled: false, principal: { id: 'usr_ann' } };
  const web = { name: 'web', url: 'https://web.example.com', region: 'eu', bindings: ['public'] };
  const db = { name: 'db', url: 'tcp://db.internal:5432', region: 'us', bindings: ['internal'] };
  for (const members of [web, db])
    expect(await control('POST', '/endpoints', { ...endpoint, ...members })).toMatchObject(members);
  await control('POST', '/tunnel_sessions', { metadata: 'laptop', os: 'linux', credential: { id: 'cr_1' } });
  await control('POST', '/tunnel_sessions', { metadata: 'server', os: 'linux', credential: { id: 'cr_2' } });
  await api.create('/credentials', { description: 'any' });
  await api.create('/credentials', { description: 'bound', acl: ['bind:a.example.com'] });
  const { status, body } = await api.send('GET', filterOf(`/${key}`, filter));
  expect(status).toBe(200);
  const objects = body[key] as JsonObject[];
  expect(objects.map(({ name, metadata, description }) => name || metadata || description)).toEqual(names);
});

test('a list compared with another string, a part of an id and a date without a time are refused', async () => {
  for (const [path, filter] of [
    ['/credentials', 'obj.acl == "*"'],
    ['/tunnel_sessions', 'obj.credential.startsWith("cr_")'],
    ['/credentials', 'obj.created_at < timestamp("2025-05-10Z")'],
  ] as const) {
    const refused = await api.send('GET', filterOf(path, filter));
    expect([filter, refused]).toMatchObject([filter, { status: 400, body: { error_code: 'ERR_NGROK_250' } }]);
  }
});

test('the deprecated parameters id and url of the list of endpoints select by several values, page by page', async () => {
  const urls = ['https://a.internal', 'https://b.internal', 'https://c.internal'];
  const ids = [];
  for (const url of urls) ids.push(String((await control('POST', '/endpoints', { url }))['id']));
  const list = async (query: string) => {
    const found: unknown[] = [];
    for (let path: string | null = `/endpoints?${query}`; path !== null; ) {
      const { body } = await api.send('GET', path);
      const { endpoints, next_page_uri: next } = body as { endpoints: { url: string }[]; next_page_uri: string | null };
      found.push(...endpoints.map(({ url }) => url));
      path = next?.slice(next.indexOf('/endpoints')) ?? null;
    }
    return found;
  };
  const [a, b, c] = urls.map((url) => `url=${encodeURIComponent(url)}`);
  expect(await list(`${a}&${c}&limit=1`)).toEqual(['https://c.internal', 'https://a.internal']);
  expect(await list(`id=${ids[0]}&id=${ids[1]}`)).toEqual(['https://b.internal', 'https://a.internal']);
  expect(await list(`id=${ids[0]}&${b}`)).toEqual([]);
  expect(await list(`${b}&filter=${encodeURIComponent('obj.url == "https://a.internal"')}`)).toEqual([]);
  expect((await api.send('GET', '/endpoints?limit=1&limit=2')).body['error_code']).toBe('ERR_NGROK_232');
  expect((await api.send('GET', `/vaults?id=${ids[0]}`)).body['error_code']).toBe('ERR_NGROK_231');
});
