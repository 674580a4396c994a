import { createEmulator } from '../../../src/emulator';
import { getProblemCode } from '../../../src/emulator/service/kinds/error-codes';
import type { Problem } from '../../../src/model/problem';
import { type Api, createApi, createTestClock } from '../../support/emulator/api';

describe('accounts', () => {
  const accounts = ['blue', 'green'].map((name) => ({ name, apiKeys: [`${name}-1`, `${name}-2`] }));
  const policiesOf = ({ emulator }: Api) => [emulator.objects('ip_policy'), emulator.objects('ip_policy', 'green')];
  const as = (key: string) => ({ authorization: `Bearer ${key}` });

  test('each of two keys of an account selects it; another account neither reads nor changes its object', async () => {
    const api = createApi({ accounts });
    const made = (await api.send('POST', '/ip_policies', { description: 'blue' }, as('blue-1'))).body;
    const path = `/ip_policies/${made['id']}`;
    expect((await api.send('GET', path, undefined, as('blue-2'))).body).toEqual(made);
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { description: 'x' }]] as const)
      expect(await api.send(method, path, body, as('green-1'))).toMatchObject({
        status: 404,
        body: { error_code: 'ERR_1402' },
      });
    expect((await api.send('GET', '/ip_policies', undefined, as('green-1'))).body).toMatchObject({ ip_policies: [] });
    const rule = { ip_policy_id: made['id'], cidr: '10.0.0.0/8', action: 'allow' };
    expect(await api.send('POST', '/ip_policy_rules', rule, as('green-1'))).toMatchObject({ status: 400 });
    expect(policiesOf(api)).toMatchObject([[{ id: made['id'], description: 'blue' }], []]);
  });

  test('natural keys are unique within an account', async () => {
    const api = createApi({ accounts });
    const statuses: number[] = [];
    for (const key of ['blue-1', 'green-1', 'green-2']) {
      statuses.push((await api.send('POST', '/agent_ingresses', { domain: 'a.example.com' }, as(key))).status);
    }
    expect(statuses).toEqual([201, 201, 409]);
  });

  test('a created key belongs to its account', async () => {
    const api = createApi({ accounts });
    const { token } = (await api.send('POST', '/api_keys', {}, as('green-1'))).body as { token: string };
    await api.send('POST', '/ip_policies', {}, as(token));
    expect(policiesOf(api)).toMatchObject([[], [{}]]);
  });

  test('the controls use the first account by default', async () => {
    const api = createApi({ accounts });
    const principal = { id: 'usr_x', subject: 'x@example.com', source: 'Dashboard' };
    const change = { principal, method: 'POST', path: '/ip_policies', body: {} };
    await api.send('POST', '/_emulator/objects', change);
    await api.send('POST', '/_emulator/objects', { ...change, account: 'green' });
    expect(policiesOf(api)).toMatchObject([[{}], [{}]]);
    expect((await api.send('GET', '/_emulator/state?account=green')).body).toMatchObject({ counts: { ip_policy: 1 } });
    const { status, body } = await api.send('GET', '/_emulator/state?account=gren');
    expect([status, body['msg']]).toEqual([400, expect.stringMatching(/one of blue, green; did you mean 'green'\?$/)]);
  });

  test('the controls apply due changes in other accounts too', async () => {
    const api = createApi({ accounts, clock: '2030-01-01T00:00:00Z' });
    const policy = { authority: 'letsencrypt', private_key_type: 'ecdsa' };
    const domain = { domain: 'a.example.com', certificate_management_policy: policy };
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
    [{ apiKeys: [] }, "The account 'default' has no API key"],
    [{ apiKeys: ['secret', ''] }, 'An API key is empty'],
    [{ accounts: [{ name: '', apiKeys: ['x'] }] }, 'An account name is empty'],
    [{ accounts: [{ name: 'a', apiKeys: ['secret', 'secret'] }] }, 'An API key is duplicated'],
    [{ accounts: [accounts[0], accounts[0]] }, 'An account name is duplicated'],
  ])('%j is rejected, and the error contains no key', (options, says) => {
    const message = expect.not.stringContaining('secret');
    expect(() => createEmulator(options as never)).toThrow(says);
    expect(() => createEmulator(options as never)).toThrow(expect.objectContaining({ message }));
  });
});

describe('limits', () => {
  test('objects that refer to no other are not counted for one', async () => {
    const api = createApi({ limits: { 'domain.per_certificate': 0, 'domain.per_account': 2 } });
    await api.create('/reserved_domains', { domain: 'a.example.com' });
    await api.create('/reserved_domains', { domain: 'b.example.com' });
    const { status, body } = await api.send('POST', '/reserved_domains', { domain: 'c.example.com' });
    expect([status, body['msg']]).toEqual([409, expect.stringContaining('the limit domain.per_account is 2')]);
  });

  test('an unknown limit is rejected', () => {
    const says =
      "limits contains 'ip_policy_rule.per_polcy', which is no limit; did you mean 'ip_policy_rule.per_policy'?";
    expect(() => createEmulator({ limits: { 'ip_policy_rule.per_polcy': 1 } })).toThrow(says);
  });
});

describe('tokens', () => {
  test('an API key authorizes requests and is the principal of its changes', async () => {
    const api = createApi({ apiKeys: ['first'] });
    const { id, token } = await api.create('/api_keys', {});
    const response = await api.send('POST', '/ip_policies', {}, { authorization: `Bearer ${String(token)}` });
    expect(response.status).toBe(201);
    const [byFirst, byKey] = api.emulator.events().map(({ principal }) => principal);
    expect(byKey?.credential).toEqual({ id, uri: `http://service.test/api_keys/${id}` });
    expect(byKey?.id).toBe(byFirst?.id);
    expect(byFirst?.credential?.id).not.toBe(id);
  });

  test('a deleted key, a changed secret and a key from before a reset are rejected', async () => {
    const api = createApi({ apiKeys: ['first'] });
    const { id, token } = await api.create('/api_keys', {});
    const ask = async (key: string) =>
      (await api.send('GET', '/ip_policies', undefined, { authorization: `Bearer ${key}` })).status;
    expect(await ask(String(token))).toBe(200);
    expect(await ask(`${String(token)}x`)).toBe(403);
    await api.send('DELETE', `/api_keys/${id}`);
    expect(await ask(String(token))).toBe(403);
    const again = await api.create('/api_keys', {});
    await api.emulator.reset();
    expect(await ask(String(again['token']))).toBe(403);
    expect(await ask('first')).toBe(200);
  });
});

describe('the clock', () => {
  const start = '2030-01-01T00:00:00.000Z';
  const iso = (time: number) => new Date(time).toISOString();

  test('a running clock can be set, frozen and resumed', () => {
    const behind = createTestClock();
    const { clock } = createEmulator({ clock: behind });
    clock.advance(60);
    behind.advance(1);
    expect(iso(clock.now())).toBe('2030-01-01T00:01:01.000Z');
    clock.freeze();
    behind.advance(100);
    expect(iso(clock.now())).toBe('2030-01-01T00:01:01.000Z');
    clock.resume();
    behind.advance(1);
    expect(iso(clock.now())).toBe('2030-01-01T00:01:02.000Z');
    clock.set('2029-01-01T00:00:00Z');
    behind.advance(1);
    expect(iso(clock.now())).toBe('2029-01-01T00:00:01.000Z');
    clock.freeze('2028-01-01T00:00:00Z');
    clock.advance(-1);
    expect(iso(clock.now())).toBe('2027-12-31T23:59:59.000Z');
  });

  test('the control shows, advances, sets and resumes the clock, and a reset freezes it at its start', async () => {
    const api = createApi({ clock: start });
    const control = async (method: string, body?: unknown) => (await api.send(method, '/_emulator/clock', body)).body;
    expect(await control('GET')).toEqual({ time: start, frozen: true });
    expect(await control('POST', { advance: 90.5 })).toEqual({ time: '2030-01-01T00:01:30.500Z', frozen: true });
    expect(await control('PUT', { time: '2031-01-01T00:00:00Z' })).toMatchObject({ time: '2031-01-01T00:00:00.000Z' });
    expect(await control('PUT', { frozen: false })).toMatchObject({ frozen: false });
    await api.emulator.reset();
    expect(await control('GET')).toEqual({ time: start, frozen: true });
  });

  test.each([
    ['POST', { advance: 1e15 }, 'in the years 1970 to 9998'],
    ['POST', {}, 'advance'],
    ['PUT', { time: 'soon' }, "The time is 'soon'"],
    ['PUT', { time: '2026-02-31T00:00:00Z' }, "The time is '2026-02-31"],
    ['PUT', { frozen: 'yes' }, 'frozen'],
    ['PUT', { tme: '' }, 'tme'],
  ])('%s %j is rejected, and the clock is unchanged', async (method, body, says) => {
    const api = createApi({ clock: start });
    const response = await api.send(method, '/_emulator/clock', body);
    expect([response.status, response.body['msg']]).toEqual([400, expect.stringContaining(says)]);
    expect(iso(api.emulator.clock.now())).toBe(start);
  });

  test('timestamps and the log use the clock', async () => {
    const api = createApi({ clock: start });
    api.emulator.clock.advance(3600);
    const response = await api.send('POST', '/kubernetes_operators', {});
    expect(response.body).toMatchObject({ created_at: '2030-01-01T01:00:00Z', updated_at: '2030-01-01T01:00:00Z' });
    expect(api.emulator.requests()).toMatchObject([{ time: '2030-01-01T01:00:00.000Z' }]);
    api.emulator.clock.advance(1);
    const updated = await api.send('PATCH', `/kubernetes_operators/${response.body['id']}`, { description: 'x' });
    expect(updated.body).toMatchObject({ created_at: '2030-01-01T01:00:00Z', updated_at: '2030-01-01T01:00:01Z' });
  });

  test('the Date header uses the clock', async () => {
    const emulator = createEmulator({ clock: start });
    const request = fetch(`${(await emulator.listen()).url}/ip_policies`, { headers: { authorization: 'Bearer k' } });
    expect((await request.finally(() => emulator.close())).headers.get('date')).toBe('Tue, 01 Jan 2030 00:00:00 GMT');
  });

  test.each(['2150-06-20T00:00:00Z', '9998-12-31T23:59:59Z'])(
    'at %s domains, certificates and ingresses are created, and ids still increase after the clock is set back',
    async (time) => {
      const api = createApi({ clock: start, certificates: { seconds: 0 } });
      const year = Number(time.slice(0, 4));
      const policy = { certificate_management_policy: { authority: 'letsencrypt', private_key_type: 'ecdsa' } };
      await api.send('PUT', '/_emulator/clock', { time });
      await api.create('/reserved_domains', { domain: 'a.example.com', ...policy });
      const authority = await api.create('/ssh_certificate_authorities', {});
      const keys = { ssh_certificate_authority_id: authority.id, public_key: authority['public_key'] };
      expect((await api.create('/ssh_host_certificates', keys))['valid_until']).toMatch(new RegExp(`^${year + 1}-`));
      const ingress = await api.create('/agent_ingresses', { domain: 'a.example.com', ...policy });
      const certificates = (await api.send('GET', '/tls_certificates')).body;
      for (const each of [ingress['certificate_management_status'], certificates])
        expect(JSON.stringify(each)).toMatch(new RegExp(`"(renews_at|not_after)":"(${year}|${year + 1})-`));
      await api.send('PUT', '/_emulator/clock', { time: start });
      const { id } = await api.create('/ip_policies', {});
      await api.emulator.reset();
      expect((await api.create('/ip_policies', {})).id > id).toBe(true);
    },
  );
});

describe('error codes', () => {
  test.each<[string, string, Pick<Problem, 'path' | 'rule'>, number]>([
    ['an empty value may have its own', 'vault', { path: ['name'], rule: 'empty' }, 23001],
    ['another profile has one code', 'domain', { path: ['resolves_to'], rule: 'profile' }, 214],
    ['so has metadata', 'ip_policy', { path: ['metadata'] }, 100],
    ['and everything else', 'ip_policy', { path: ['created_at'] }, 215],
  ])('%s', (_, kind, problem, code) => {
    expect(getProblemCode(kind, { problem: '', expected: '', ...problem })).toBe(code);
  });
});
