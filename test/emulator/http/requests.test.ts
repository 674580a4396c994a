import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApi } from '../../support/emulator/api';

/** A log of four requests: created, rejected for two unknown members, not found, not routed. */
async function loggedApi() {
  const api = createApi({ clock: '2030-01-01T00:00:00Z' });
  const { id } = await api.create('/ip_policies', { description: 'x' });
  const wrong = { descripton: 'x', deployment: { nme: 'a' }, binding: {}, region: 'us' };
  await api.send('POST', '/kubernetes_operators', wrong, { 'user-agent': 'curl/8.1' });
  await api.send('GET', `/ip_policies/${id.slice(0, -1)}_`, undefined, { 'user-agent': 'curl/8.1' });
  await api.send('PUT', '/ip_policies', undefined, { 'user-agent': 'Terraform/1.11.4' });
  const requests = async (query: string) => (await api.send('GET', `/_emulator/requests?${query}`)).body;
  const numbers = async (query: string) => ((await requests(query))['requests'] as { n: number }[]).map(({ n }) => n);
  return { api, requests, numbers };
}

test.each([
  ['', [1, 2, 3, 4]],
  ['method=GET', [3]],
  ['path=/ip_pol', [1, 3, 4]],
  ['operation=ip_policy.create', [1]],
  ['operation=', [4]],
  ['status=404', [3, 4]],
  ['status=4xx', [2, 3, 4]],
  ['client=CURL', [2, 3]],
  ['since=2', [3, 4]],
  ['since=1&limit=1', [4]],
  ['client=curl&status=400', [2]],
  ['limit=0', []],
])('the log filtered by %j contains %j', async (query, expected) => {
  expect(await (await loggedApi()).numbers(query)).toEqual(expected);
});

test('filtered requests are counted by method, operation, status and client', async () => {
  const { requests } = await loggedApi();
  expect(await requests('count_by=status')).toEqual({ total: 4, counts: { 201: 1, 400: 1, 404: 2 } });
  expect(await requests('count_by=operation&method=POST')).toEqual({
    total: 4,
    counts: { 'ip_policy.create': 1, 'kubernetes_operator.create': 1 },
  });
  expect(await requests('count_by=client')).toMatchObject({ counts: { '': 1, 'curl/8.1': 2, 'Terraform/1.11.4': 1 } });
});

test('unknown members are logged by their paths, also nested ones; known members that cannot change are not', async () => {
  const { api } = await loggedApi();
  expect(api.emulator.requests().map((entry) => entry.unknown_fields)).toEqual([
    undefined,
    ['descripton', 'deployment.nme'],
    undefined,
    undefined,
  ]);
  const made = await api.create('/ip_policy_rules', {
    ip_policy_id: (await api.create('/ip_policies', {})).id,
    cidr: '10.0.0.0/8',
    action: 'allow',
  });
  // Known but immutable.
  await api.send('PATCH', `/ip_policy_rules/${made.id}`, { action: 'deny' });
  expect(api.emulator.requests().at(-1)).toEqual(expect.not.objectContaining({ unknown_fields: expect.anything() }));
});

test.each([
  ['status=x', "status is 'x'"],
  ['since=x', "since is 'x'"],
  ['count_by=time', "count_by is 'time'"],
  ['format=har', "'format' is unknown"],
  ['wrong=1', "'wrong' is unknown"],
])('%s is rejected', async (query, says) => {
  const response = await (await loggedApi()).api.send('GET', `/_emulator/requests?${query}`);
  expect([response.status, response.body['msg']]).toEqual([400, expect.stringContaining(says)]);
});

test('the log contains no secrets in either profile', async () => {
  const key = readFileSync(join(__dirname, '../../fixtures/tls-key-1.pem'), 'utf8');
  for (const profile of ['spec', 'ngrok'] as const) {
    const api = createApi({ profile }, profile === 'ngrok' ? { 'ngrok-version': '2' } : {});
    const creds =
      profile === 'ngrok'
        ? { aws_access_key_id: 'id', aws_secret_access_key: 'very-secret' }
        : { cloud_access_key_id: 'id', cloud_secret_access_key: 'very-secret' };
    await api.send('POST', '/event_destinations', { target: { nonsense: { auth: { creds } } } });
    const { token } = (await api.send('POST', '/api_keys', {})).body as { token: string };
    await api.send('POST', '/tls_certificates', { certificate_pem: 'x', private_key_pem: key });
    await api.send('POST', '/tls_certificates', `{"private_key_pem": "half-${token}`);
    await api.send('GET', '/ip_policies', undefined, { authorization: `Bearer ${token}` });
    const text = JSON.stringify(api.emulator.requests());
    for (const secret of ['very-secret', token, 'PRIVATE KEY', api.emulator.apiKey]) expect(text).not.toContain(secret);
    expect(api.emulator.requests()).toHaveLength(5);
  }
});
