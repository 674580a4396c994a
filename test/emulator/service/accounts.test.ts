import { createEmulator } from '../../../src/emulator';
import { createApi } from '../../support/emulator/api';

const accounts = ['blue', 'green'].map((name) => ({ name, apiKeys: [`${name}-1`, `${name}-2`] }));
const as = (key: string) => ({ authorization: `Bearer ${key}` });

test('any key of an account selects it, and accounts are isolated', async () => {
  const api = createApi({ accounts });
  const made = (await api.send('POST', '/ip_policies', { description: 'blue' }, as('blue-1'))).body;
  const path = `/ip_policies/${made['id']}`;
  expect((await api.send('GET', path, undefined, as('blue-2'))).body).toEqual(made);
  for (const method of ['GET', 'DELETE']) {
    expect(await api.send(method, path, undefined, as('green-1'))).toMatchObject({
      status: 404,
      body: { error_code: 'ERR_1402' },
    });
  }
  expect((await api.send('PATCH', path, { description: 'x' }, as('green-1'))).status).toBe(404);
  expect((await api.send('GET', '/ip_policies', undefined, as('green-1'))).body).toMatchObject({ ip_policies: [] });
  const rule = { ip_policy_id: made['id'], cidr: '10.0.0.0/8', action: 'allow' };
  expect(await api.send('POST', '/ip_policy_rules', rule, as('green-1'))).toMatchObject({ status: 400 });
  expect([api.emulator.objects('ip_policy'), api.emulator.objects('ip_policy', 'green')]).toMatchObject([
    [{ id: made['id'], description: 'blue' }],
    [],
  ]);
});

test('natural keys are unique within an account', async () => {
  const api = createApi({ accounts });
  const statuses: number[] = [];
  for (const key of ['blue-1', 'green-1', 'green-2']) {
    statuses.push((await api.send('POST', '/agent_ingresses', { domain: 'a.example.com' }, as(key))).status);
  }
  expect(statuses).toEqual([201, 201, 409]);
});

test('a created key belongs to its account; unknown keys are rejected', async () => {
  const api = createApi({ accounts });
  const { token } = (await api.send('POST', '/api_keys', {}, as('green-1'))).body as { token: string };
  await api.send('POST', '/ip_policies', {}, as(token));
  expect([api.emulator.objects('ip_policy'), api.emulator.objects('ip_policy', 'green')]).toMatchObject([[], [{}]]);
  expect(await api.send('GET', '/ip_policies', undefined, as('red-1'))).toMatchObject({
    status: 403,
    body: { error_code: 'ERR_203' },
  });
});

test('the controls use the first account by default', async () => {
  const api = createApi({ accounts });
  const principal = { id: 'usr_x', subject: 'x@example.com', source: 'Dashboard' };
  const change = { principal, method: 'POST', path: '/ip_policies', body: {} };
  await api.send('POST', '/_emulator/objects', change);
  await api.send('POST', '/_emulator/objects', { ...change, account: 'green' });
  expect([api.emulator.objects('ip_policy'), api.emulator.objects('ip_policy', 'green')]).toMatchObject([[{}], [{}]]);
  expect((await api.send('GET', '/_emulator/state?account=green')).body).toMatchObject({ counts: { ip_policy: 1 } });
  const wrong = await api.send('GET', '/_emulator/state?account=gren');
  expect([wrong.status, wrong.body['msg']]).toEqual([
    400,
    expect.stringMatching(/expected one of blue, green; did you mean 'green'\?$/),
  ]);
});

test('the controls apply due changes in other accounts too', async () => {
  const api = createApi({ accounts, clock: '2030-01-01T00:00:00Z' });
  const domain = { domain: 'a.example.com', certificate_management_policy: { authority: 'letsencrypt' } };
  await api.send('POST', '/reserved_domains', domain, as('green-1'));
  const traffic = { type: 'tcp_connection_closed.v0', count: 2, from: '2030-01-01T00:00:05Z' };
  await api.send('POST', '/_emulator/traffic?account=green', { events: [traffic] });
  api.emulator.clock.advance(10);
  expect((await api.send('GET', '/_emulator/traffic?account=green')).body).toEqual({ scheduled: 0 });
  expect((await api.send('GET', '/_emulator/state?account=green')).body).toMatchObject({
    counts: { tls_certificate: 1 },
    objects: { domain: [{ certificate_management_status: { provisioning_job: null } }] },
  });
});

test.each([
  [{ accounts: [] }, 'accounts is empty'],
  [{ accounts, apiKeys: ['x'] }, 'Both accounts and apiKeys'],
  [{ accounts: [{ name: 'a', apiKeys: [] }] }, "The account 'a' has no API key"],
  [{ accounts: [{ name: '', apiKeys: ['x'] }] }, 'An account name is empty'],
  [{ accounts: [{ name: 'a', apiKeys: ['secret', 'secret'] }] }, 'An API key is duplicated'],
  [{ accounts: [accounts[0], accounts[0]] }, 'An account name is duplicated'],
])('%j is rejected, and the error contains no key', (options, says) => {
  let message = '';
  try {
    createEmulator(options as never);
  } catch (error) {
    message = String(error);
  }
  expect(message).toContain(says);
  expect(message).not.toContain('secret');
});
