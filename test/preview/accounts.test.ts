import type { Gates } from '../../src/access-review/gates';
import { compareAccounts } from '../../src/account/identity';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../src/emulator';
import type { KindListing } from '../../src/model/inventory';
import { createAccountCopies } from '../../src/preview/account-copies';
import type { JsonObject } from '../../src/values/json';
import { createProxy } from '../support/acceptance/proxy';
import { createObject } from '../support/emulator/create-object';
import { API_KEY, appForEach, createApp } from '../support/preview/app';
import { reportRequests } from '../support/preview/requested-change';

const app = appForEach({ apiKeys: [API_KEY, 'second-key'] });
let second: Emulator;
let secondUrl: string;

beforeEach(async () => {
  second = createEmulator();
  ({ url: secondUrl } = await second.listen());
});
afterEach(() => second.close());

/** Another app instead of that of every test. */
async function replaceApp(options: EmulatorOptions): Promise<void> {
  await app.remove();
  Object.assign(app, await createApp(options));
}

test('each alias has a copy of its own account, in which it is refused or not', async () => {
  // The second account has the domain already.
  await createObject(secondUrl, '/reserved_domains', { domain: 'app.example.com' }, { key: 'second-key' });
  await app.create('/api_keys', { description: 'CI' });
  const sent = second.requests().length;
  const other = { provider: 'netingress.second' };
  const domain = { domain: 'app.example.com' };
  await app.synthesize({
    all: {
      provider: { netingress: [{}, { alias: 'second', base_url: secondUrl, api_key: 'second-key' }] },
      resource: {
        netingress_ip_policy: { here: { description: 'Office' }, there: { ...other, description: 'Office' } },
        netingress_domain: { here: domain, there: { ...other, ...domain } },
      },
    },
  });
  const report = await app.report();
  expect(report).toMatchObject({ result: 'refused', refusals: [{ path: 'all/there', code: 'ERR_413' }] });
  const objects = report.objects.map(({ kind, path }) => `${kind} ${path}`).sort();
  expect(objects).toEqual(['domain all/here', 'ip_policy all/here', 'ip_policy all/there']);
  for (const emulator of [app.emulator, second]) {
    const requests = emulator === second ? emulator.requests().slice(sent) : emulator.requests().slice(1);
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  }
  // No list contains the token of the key.
  expect(report.unknown.join('\n')).toMatch(/^Values of 1 API key that no list contains, such as secrets: /m);
});

test('an account that cannot be read makes the report incomplete, and the other account is previewed', async () => {
  await second.close();
  const report = await reportRequests({ env: app.env }, async ({ create, request }) => {
    await create('/ip_policies', {}, { address: 'netingress_ip_policy.here' });
    const other = { base_url: secondUrl, api_key: 'second-key' };
    expect((await request('GET', '/ip_policies', undefined, other)).status).toBe(403);
  });
  expect(report).toMatchObject({ result: 'incomplete', exit_status: 3, objects: [{ path: 'all/here' }] });
  expect(report.incomplete.join('\n')).toContain(secondUrl);
});

test('an account that cannot be read is reported once, also for requests at once: the key and headers tell accounts apart, not the message', async () => {
  let requests = 0;
  const open = ({ apiKey }: { readonly apiKey: string }) =>
    Promise.reject(new Error(apiKey === 'first' ? `request ${requests++} was rejected` : 'request 0 was rejected'));
  const copies = createAccountCopies({ open, limits: {} });
  const read = (apiKey: string, accountObject?: string, headers = {}) =>
    copies.read({ baseUrl: secondUrl, apiKey, accountObject, headers, profile: { name: 'spec' } } as never);
  await Promise.all([read('first', 'ipp_1'), read('first', 'ipp_2'), read('second'), read('second')]);
  // A gateway may select the account by a header.
  await read('second', undefined, { account: 'other' });
  expect(requests).toBe(2);
  expect(await copies.collect()).toMatchObject(Array(3).fill({ unreadable: 'request 0 was rejected' }));
});

test('what another key of the same account lists is not known to be in the copy if its list could not be read', async () => {
  const id = `ipp_${'1'.repeat(27)}`;
  const policies = { kind: 'ip_policy', objects: [{ id, values: { description: 'Office' } }], pages: 1 };
  const domains = { kind: 'domain', objects: [], pages: 0 };
  const copies = createAccountCopies({
    open: ({ apiKey }) => {
      const failure = { reason: 'forbidden', message: `The ${apiKey} key may not list domains.` } as const;
      const kinds = [policies, apiKey === 'first' ? domains : { ...domains, failure }];
      return Promise.resolve({ inventory: { kinds }, requests: 2, now: 0 });
    },
    limits: {},
  });
  // The third key has the problem of the second, in other words.
  for (const apiKey of ['first', 'second', 'third'])
    await copies.read({ baseUrl: secondUrl, apiKey, profile: { name: 'spec' } } as never);
  const problem = { problem: 'unread', of: 'domain', failure: { reason: 'forbidden' } };
  expect(await copies.collect()).toMatchObject([{ problems: [problem] }]);
  await copies.close();
});

describe('accounts, read and copied', () => {
  const rule = (ip_policy_id: string, cidr = '0.0.0.0/0') => ({ ip_policy_id, cidr, action: 'allow' });
  const report = (gates: Partial<Gates>, change: Parameters<typeof reportRequests>[1]) =>
    reportRequests({ env: app.env, gates: { noNewAccess: true, ...gates } }, change);

  test('a list that cannot be read makes the report incomplete; a gate about who is denied is not decided, and one for new access passes, because the change cannot depend on the list', async () => {
    app.emulator.faults.add({ match: { method: 'GET', path: '/ip_restrictions' }, do: { status: 403 } });
    const before = app.emulator.requests().length;
    const { incomplete, ...others } = await report({ mustDeny: ['8.8.8.8/32'] }, ({ send }) =>
      send('GET', '/reserved_domains'),
    );
    expect(others).toMatchObject({
      ...{ result: 'incomplete', exit_status: 3 },
      gates: [
        { gate: '--must-deny 8.8.8.8/32', result: 'not_decided' },
        { gate: '--no-new-access', result: 'passed' },
      ],
      cost: { read_requests: app.emulator.requests().length - before },
    });
    expect(incomplete.join('\n')).toContain('IP restrictions could not be read');
  });

  test('a response that lacks what decides about access leaves the gate for new access undecided', async () => {
    await app.create('/ip_restrictions', { type: 'agent', ip_policy_ids: [(await app.create('/ip_policies', {})).id] });
    const proxy = await createProxy(app.url);
    proxy.handle = async (request) => {
      const { status, contentType, body } = await request.forward();
      const without = JSON.stringify(JSON.parse(body), (name, value) => (name === 'enforced' ? undefined : value));
      request.respond(status, contentType, without);
    };
    try {
      const env = { ...app.env, NETINGRESS_BASE_URL: proxy.url };
      const { incomplete, ...others } = await reportRequests({ env, gates: { noNewAccess: true } }, ({ create }) =>
        create('/ip_policies', {}),
      );
      expect(others).toMatchObject({ exit_status: 3, gates: [{ result: 'not_decided' }] });
      expect(incomplete.join('\n')).toMatch(/The response of the IP restriction ipx_\w+ has no 'enforced'/);
    } finally {
      await proxy.close();
    }
  });

  test.each<[string, (url: string) => JsonObject]>([
    ['a second API key', () => ({ api_key: 'second-key' })],
    ['another header', () => ({ headers: { 'X-Team': 'edge' } })],
    ['its URL with a slash at the end', (url) => ({ base_url: `${url}/` })],
    ['another name of this machine', (url) => ({ base_url: url.replace('127.0.0.1', 'localhost') })],
  ])('changes through %s of one account are changes of one copy', async (_, settings) => {
    const [offices, guests] = [await app.create('/ip_policies', {}), await app.create('/ip_policies', {})];
    await app.create('/ip_policy_rules', rule(offices.id, '203.0.113.0/24'));
    const enforced = { type: 'api', enforced: true, ip_policy_ids: [offices.id] };
    const { id } = await app.create('/ip_restrictions', enforced);
    const found = await report({ mustDeny: ['8.8.8.8/32'] }, async ({ create, send }) => {
      await send('PATCH', `/ip_restrictions/${id}`, { ip_policy_ids: [offices.id, guests.id] });
      await create('/ip_policy_rules', rule(guests.id), { config: settings(app.url) });
    });
    expect(found).toMatchObject({
      ...{ result: 'gate_failed', exit_status: 2, incomplete: [], cost: { writes: 2 } },
      gates: [{ result: 'failed' }, { result: 'failed' }],
    });
    expect(found.access.map(({ type }) => type)).toEqual(['api']);
  });

  test('the clock of the copy is that of the service', async () => {
    app.emulator.clock.freeze('2020-01-01T00:00:00Z');
    await reportRequests({ env: app.env }, async ({ request }) => {
      const { headers } = await request('GET', '/ip_policies');
      expect(new Date(headers.get('date') ?? '').toISOString()).toMatch(/^2020-01-01T00:0/);
    });
  });

  test('two accounts with one URL are named by their objects', async () => {
    const keys = [API_KEY, 'second-key'];
    await replaceApp({ accounts: keys.map((key) => ({ name: `account of ${key}`, apiKeys: [key] })) });
    const policies = await Promise.all(
      keys.map(async (key) => {
        const { id } = await createObject(app.url, '/ip_policies', { description: 'Office' }, { key });
        await createObject(app.url, '/ip_restrictions', { type: 'api', enforced: true, ip_policy_ids: [id] }, { key });
        return id;
      }),
    );
    const found = await report({}, async ({ create }) => {
      const [here = '', there = ''] = policies;
      await create('/ip_policy_rules', rule(here));
      await create('/ip_policy_rules', rule(there), { config: { api_key: 'second-key' } });
    });
    const names = policies.map((id) => `${app.url} (with ${id})`).sort();
    expect([...found.accounts].sort()).toEqual(names);
    expect(found.access.map(({ account }) => account).sort()).toEqual(names);
    for (const name of names) expect(found.gates[0]?.message).toContain(`The API of ${name} newly admits`);
  });

  test.each([true, false])('with two profiles of one account no gate is decided: spec first %j', async (specFirst) => {
    await replaceApp({ profile: 'ngrok' });
    const office = await app.create('/ip_policies', { description: 'Office' });
    const spec = { profile: 'spec', headers: { 'Ngrok-Version': '2' } };
    const bySpec = { NETINGRESS_PROFILE: 'spec', NETINGRESS_HEADERS: JSON.stringify(spec.headers) };
    const env = { ...app.env, ...(specFirst && bySpec) };
    const config = specFirst ? { profile: 'ngrok' } : spec;
    const { incomplete, ...others } = await reportRequests({ env, gates: { noNewAccess: true } }, ({ create }) =>
      create('/ip_policy_rules', rule(office.id, '10.0.0.0/8'), { config }),
    );
    expect(others).toMatchObject({ result: 'incomplete', exit_status: 3, gates: [{ result: 'not_decided' }] });
    const profiles = specFirst ? 'spec and ngrok' : 'ngrok and spec';
    expect(incomplete.join('\n')).toContain(`is used with the profiles ${profiles}, and its copy`);
  });
});

const listed = (kind: string, id?: string, isComplete = true): KindListing => ({
  kind,
  objects: id === undefined ? [] : [{ id, values: {} }],
  pages: 1,
  ...(!isComplete && { failure: { reason: 'unreachable', message: 'The second page is missing.' } }),
});
const office = listed('ip_policy', 'ipp_1');
const [cutOffice, cutOther] = [listed('ip_policy', 'ipp_1', false), listed('ip_policy', 'ipp_2', false)];
const unread = listed('ip_policy', undefined, false);
const domain = (n: number): KindListing => listed('domain', `rd_${n}`);

test.each<[string, 'different' | 'unknown', KindListing[], KindListing[]]>([
  ['one key lists nothing', 'unknown', [office], []],
  ['both list other policies', 'different', [office], [listed('ip_policy', 'ipp_2')]],
  ['the rest of one list is unread', 'different', [office], [cutOther]],
  ['the rest of both lists is unread', 'unknown', [cutOffice], [cutOther]],
  ['one list of policies is unread', 'unknown', [office], [unread, domain(1)]],
  ['each lists another kind', 'unknown', [office, listed('domain')], [listed('ip_policy'), domain(1)]],
  ['domains differ, and policies are unread', 'different', [unread, domain(1)], [domain(2)]],
])('accounts of two keys without a common object: %s: %s', (_, expected, one, other) => {
  const view = (kinds: KindListing[], baseUrl = 'https://a.example.com') => ({ inventory: { kinds }, baseUrl });
  expect(compareAccounts(view(one), view(other))).toBe(expected);
  expect(compareAccounts(view(other), view(one))).toBe(expected);
  expect(compareAccounts(view(one, 'https://a.example.com/'), view(other))).toBe(expected);
  expect(compareAccounts(view(one, 'https://other.example.com'), view(other))).toBe('different');
});
