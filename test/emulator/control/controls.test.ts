import { createEmulatorState } from '../../../src/emulator/control/state';
import { handle } from '../../../src/emulator/handle';
import { runChange } from '../../../src/emulator/service/objects/changes';
import { newestFirst } from '../../../src/emulator/service/state/store';
import { type Api, createApi, createTestClock } from '../../support/emulator/api';
import { certificateBody } from '../../support/emulator/pki';

test('requests lists the requests to the service, and not those to the controls', async () => {
  const api = createApi({ clock: createTestClock() });
  await api.send('GET', '/ip_policies?limit=5', undefined, { 'user-agent': 'test/1' });
  await api.sendAsUser('POST', '/ip_policies', {});
  await api.send('PUT', '/nothing');
  await api.send('GET', '/ip_policies', undefined, { authorization: '' });
  const { body } = await api.send('GET', '/_emulator/requests');
  const first = { time: '2030-01-01T00:00:00.000Z', method: 'GET', path: '/ip_policies', client: 'test/1' };
  const requests = [
    { n: 1, ...first, operation: 'ip_policy.list', status: 200 },
    { n: 2, method: 'PUT', path: '/nothing', operation: null, status: 404 },
    { n: 3, operation: 'ip_policy.list', status: 403 },
  ];
  expect(body).toMatchObject({ total: 3, requests });
  expect(api.emulator.requests()).toEqual(body['requests']);
});

test('objects performs operations and returns the responses of the service, also an error', async () => {
  const api = createApi();
  const made = await api.sendAsUser('POST', '/ip_policies', { description: 'x' });
  expect(made).toMatchObject({ status: 201, body: { description: 'x' } });
  const patched = await api.sendAsUser('PATCH', `/ip_policies/${made.body['id']}`, { description: 'y' });
  expect(patched).toMatchObject({ status: 200, body: { description: 'y' } });
  expect(await api.sendAsUser('GET', '/ip_policies?limit=1')).toMatchObject({ status: 200 });
  expect(await api.sendAsUser('POST', '/ip_policies', { wrong: 1 })).toMatchObject({ body: { error_code: 'ERR_214' } });
  expect((await api.sendAsUser('DELETE', `/ip_policies/${made.body['id']}`)).status).toBe(204);
  expect(await api.sendAsUser('GET', '/_emulator/health')).toMatchObject({ status: 404 });
});

test('the picture names a certificate by its subject, not by its id', async () => {
  const api = createApi();
  const { id } = await api.create('/tls_certificates', await certificateBody({ subject: 'CN=shop.example.com' }));
  const { body } = await api.send('GET', '/_emulator/picture');
  expect(body['markup']).toContain('<b>shop.example.com</b>');
  expect(body['markup']).not.toContain(`<b>${id}`);
});

test('settings can be read and changed in part, and a reset restores them', async () => {
  const api = createApi({ certificates: { seconds: 7 }, regions: ['us'] });
  const initial = { certificates: { seconds: 7, outcomes: {} }, regions: ['us'] };
  expect((await api.send('GET', '/_emulator/settings')).body).toEqual(initial);
  const change = { certificates: { outcomes: { 'A.example.com': 'DNS_ERROR' } } };
  expect((await api.send('PUT', '/_emulator/settings', change)).body).toEqual({
    certificates: { seconds: 7, outcomes: { 'a.example.com': 'DNS_ERROR' } },
    regions: ['us'],
  });
  expect((await api.send('POST', '/_emulator/reset')).status).toBe(204);
  expect((await api.send('GET', '/_emulator/settings')).body).toEqual(initial);
});

test('a reset waits for earlier changes, and later changes apply to the new account', async () => {
  const state = createEmulatorState({});
  const order: string[] = [];
  const begin = async (path: string, name: string) => {
    const request = { method: 'POST', path, query: '', body: Buffer.from('{}'), origin: 'http://x', isLocal: true };
    const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
    const ended = handle(state, { ...request, headers }).then(({ status }) => order.push(`${name} ${status}`));
    await new Promise((resolve) => setImmediate(resolve));
    return { ended };
  };
  let finish: () => void = () => undefined;
  const signing = runChange(state, () => new Promise<void>((resolve) => (finish = resolve)));
  const before = await begin('/ip_policies', 'before');
  const reset = await begin('/_emulator/reset', 'reset');
  const after = await begin('/ip_policies', 'after');
  finish();
  await Promise.all([signing, before.ended, reset.ended, after.ended]);
  expect(order).toEqual(['before 201', 'reset 204', 'after 201']);
  expect([...newestFirst(state.account.store, 'ip_policy')]).toHaveLength(1);
});

test('a caller cannot change a returned object', async () => {
  const api = createApi();
  await api.create('/ip_policies', { description: 'kept' });
  const [first] = api.emulator.objects('ip_policy') as { description: string }[];
  expect(() => Object.assign(first as object, { description: 'changed' })).toThrow(TypeError);
  expect((await api.send('GET', '/ip_policies')).body).toMatchObject({ ip_policies: [{ description: 'kept' }] });
});

test('a reset deletes all objects, events and requests, and no id is reused', async () => {
  const api = createApi();
  const before = await api.create('/ip_policies', {});
  await api.emulator.reset();
  expect([api.emulator.objects('ip_policy'), api.emulator.events(), api.emulator.requests()]).toEqual([[], [], []]);
  expect((await api.send('GET', `/ip_policies/${before.id}`)).status).toBe(404);
  expect((await api.create('/ip_policies', {})).id > before.id).toBe(true);
});

test.each<[string, string, unknown, number, string]>([
  ['GET', '/_emulator/wrong', undefined, 404, "Control 'wrong' does not exist; expected one of health"],
  ['GET', '/_emulator/constructor', undefined, 404, "Control 'constructor' does not exist"],
  ['POST', '/_emulator/health', {}, 405, "Control 'health' does not support POST; expected GET."],
  ['PUT', '/_emulator/settings', { regions: 'us' }, 400, 'regions is "us"; expected a list.'],
  ['PUT', '/_emulator/settings', { regions: ['us'] }, 400, "regions does not contain 'eu'; expected the present"],
  ['PUT', '/_emulator/settings', { wrong: 1 }, 400, 'wrong is unknown; expected one of certificates, regions.'],
  [
    'PUT',
    '/_emulator/settings',
    { certificates: { outcomes: { a: 'bad' } } },
    400,
    'certificates.outcomes.a is "bad"; expected one of ok, DNS_ERROR, INTERNAL_ERROR.',
  ],
  ['PUT', '/_emulator/settings', '[', 400, 'JSON'],
  [
    'POST',
    '/_emulator/objects',
    { method: 'POST', path: '/ip_policies' },
    400,
    'principal is missing; expected an object.',
  ],
  ['GET', '/_emulator/requests?limit=x', undefined, 400, "limit is 'x'"],
])('%s %s with %j is rejected', async (method, path, body, status, message) => {
  const response = await createApi().send(method, path, body);
  expect(response.status).toBe(status);
  expect(response.body['msg']).toContain(message);
});

/** `POST /_emulator/access`: whom an endpoint admits. */
describe('who is admitted', () => {
  let api: Api;
  beforeEach(() => {
    api = createApi({ profile: 'ngrok' }, { 'ngrok-version': '2' });
  });

  const createEndpoint = (policy: unknown, url = 'https://app.internal') =>
    api.send('POST', '/endpoints', { type: 'cloud', url, traffic_policy: JSON.stringify(policy) });
  const access = (body: unknown) => api.send('POST', '/_emulator/access', body);

  const restricted = (id: string) => ({
    on_http_request: [
      { actions: [{ type: 'restrict-ips', config: { enforce: true, ip_policies: [id] } }] },
      { actions: [{ type: 'custom-response', config: { body: 'hello' } }] },
    ],
  });

  async function createIpPolicy(): Promise<string> {
    const { id } = await api.create('/ip_policies', {});
    await api.create('/ip_policy_rules', { ip_policy_id: id, cidr: '203.0.113.0/24', action: 'allow' });
    return id;
  }

  test('evaluates IP policies as they are now: an address that one admits is denied once the policy is deleted', async () => {
    const id = await createIpPolicy();
    expect((await createEndpoint(restricted(id))).status).toBe(201);
    const request = { url: 'https://app.internal/', client_ip: '203.0.113.7' };
    expect((await access(request)).body).toMatchObject({ endpoint: 'https://app.internal', decision: 'admitted' });
    expect((await access({ ...request, client_ip: '192.0.2.1' })).body).toMatchObject({ decision: 'denied' });
    expect((await api.send('DELETE', `/ip_policies/${id}`)).status).toBe(204);
    expect((await access(request)).body).toMatchObject({ decision: 'denied' });
  });

  test('in process, an address that is none is an error too', () => {
    const access = () => api.emulator.access({ url: 'https://app.internal/', client_ip: '203.0.113' });
    expect(access).toThrow("client_ip is '203.0.113'; expected an IP address.");
  });

  test('follows a forward into the policy of the target', async () => {
    await createEndpoint({ on_http_request: [{ actions: [{ type: 'deny', config: { status_code: 404 } }] }] });
    await createEndpoint(
      { on_http_request: [{ actions: [{ type: 'forward-internal', config: { url: 'https://app.internal' } }] }] },
      'https://front.internal',
    );
    expect((await access({ url: 'https://front.internal/', client_ip: '203.0.113.7' })).body).toMatchObject({
      decision: 'denied',
      because: [expect.stringMatching(/actions\[0\]: deny/), expect.stringContaining('forward-internal')],
    });
  });

  test('a public endpoint admits what its policy and an enforced restriction of endpoints both admit, an internal one what its policy admits', async () => {
    const id = await createIpPolicy();
    const hello = { on_http_request: [{ actions: [{ type: 'custom-response', config: { body: 'hello' } }] }] };
    await api.create('/reserved_domains', { domain: 'app.example.com' });
    await createEndpoint(hello);
    await createEndpoint(hello, 'https://app.example.com');
    await api.create('/ip_restrictions', { type: 'endpoints', enforced: true, ip_policy_ids: [id] });
    const decide = async (host: string, client_ip: string): Promise<unknown> =>
      (await access({ url: `https://${host}/`, client_ip })).body['decision'];
    expect(await decide('app.example.com', '203.0.113.7')).toBe('admitted');
    expect(await decide('app.example.com', '192.0.2.1')).toBe('denied');
    expect(await decide('app.internal', '192.0.2.1')).toBe('admitted');
  });

  test('refuses an invalid address and an unknown member, and has no endpoint for another URL', async () => {
    expect((await access({ url: 'https://app.internal', client_ip: '300.0.0.1' })).status).toBe(400);
    expect((await access({ url: 'https://app.internal', ip: '203.0.113.7' })).status).toBe(400);
    const { body } = await access({ url: 'https://other.internal/' });
    expect(body).toMatchObject({ endpoint: null, decision: 'denied' });
  });

  test.each([
    ['an IP policy that does not exist', restricted('ipp_2abcdefghijklmnopqrstuvwxyz'), 2216],
    ['an action of another phase', { on_http_response: [{ actions: [{ type: 'deny' }] }] }, 2202],
    ['no action', { on_http_request: [] }, 2206],
    ['a bad expression', { on_http_request: [{ expressions: ['a &&'], actions: [{ type: 'deny' }] }] }, 2200],
    ['on_tcp_connect of an internal endpoint', { on_tcp_connect: [{ actions: [{ type: 'deny' }] }] }, 2262],
  ])('a policy with %s is refused', async (_, policy, code) => {
    const error = { status: 400, body: { error_code: `ERR_NGROK_${code}` } };
    expect(await createEndpoint(policy)).toMatchObject(error);
  });

  test('a policy with an unknown type of action is accepted and kept as it is', async () => {
    const policy = { on_http_request: [{ actions: [{ type: 'newer-action', config: { a: 1 } }, { type: 'deny' }] }] };
    const created = { status: 201, body: { traffic_policy: JSON.stringify(policy) } };
    expect(await createEndpoint(policy)).toMatchObject(created);
  });
});
