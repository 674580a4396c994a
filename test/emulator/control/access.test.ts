/** `POST /_emulator/access`: whom an endpoint admits. */
import { type Api, createApi } from '../../support/emulator/api';

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

test('evaluates IP policies as they are now; a deleted one admits no address', async () => {
  const id = await createIpPolicy();
  expect((await createEndpoint(restricted(id))).status).toBe(201);
  const request = { url: 'https://app.internal/', client_ip: '203.0.113.7' };
  expect((await access(request)).body).toMatchObject({ endpoint: 'https://app.internal', decision: 'admitted' });
  expect((await access({ ...request, client_ip: '192.0.2.1' })).body).toMatchObject({ decision: 'denied' });
  expect((await api.send('DELETE', `/ip_policies/${id}`)).status).toBe(204);
  expect((await access(request)).body).toMatchObject({ decision: 'denied' });
});

test('follows a forward into the policy of the target', async () => {
  await createEndpoint({ on_http_request: [{ actions: [{ type: 'deny', config: { status_code: 404 } }] }] });
  await createEndpoint(
    { on_http_request: [{ actions: [{ type: 'forward-internal', config: { url: 'https://app.internal' } }] }] },
    'https://front.internal',
  );
  const { body } = await access({ url: 'https://front.internal/', client_ip: '203.0.113.7' });
  expect(body).toMatchObject({
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
  for (const [host, client, decision] of [
    ['app.example.com', '203.0.113.7', 'admitted'],
    ['app.example.com', '192.0.2.1', 'denied'],
    ['app.internal', '192.0.2.1', 'admitted'],
  ] as const)
    expect([host, client, await decide(host, client)]).toEqual([host, client, decision]);
});

test('refuses an invalid address and an unknown member', async () => {
  expect((await access({ url: 'https://app.internal', client_ip: '300.0.0.1' })).status).toBe(400);
  expect((await access({ url: 'https://app.internal', ip: '203.0.113.7' })).status).toBe(400);
});

test('has no endpoint for another URL', async () => {
  expect((await access({ url: 'https://other.internal/' })).body).toMatchObject({ endpoint: null, decision: 'denied' });
});

test.each([
  ['an IP policy that does not exist', restricted('ipp_2abcdefghijklmnopqrstuvwxyz'), 2216],
  ['an action of another phase', { on_http_response: [{ actions: [{ type: 'deny' }] }] }, 2202],
  ['no action', { on_http_request: [] }, 2206],
  ['a bad expression', { on_http_request: [{ expressions: ['a &&'], actions: [{ type: 'deny' }] }] }, 2200],
  ['on_tcp_connect of an internal endpoint', { on_tcp_connect: [{ actions: [{ type: 'deny' }] }] }, 2262],
])('a policy with %s is refused', async (_, policy, code) => {
  const { status, body } = await createEndpoint(policy);
  expect({ status, code: body['error_code'] }).toEqual({ status: 400, code: expect.stringContaining(String(code)) });
});

test('a policy with a warning is accepted and kept as it is', async () => {
  const policy = { on_http_request: [{ actions: [{ type: 'newer-action', config: { a: 1 } }, { type: 'deny' }] }] };
  const { status, body } = await createEndpoint(policy);
  expect(status).toBe(201);
  expect(body['traffic_policy']).toBe(JSON.stringify(policy));
});
