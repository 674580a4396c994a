/** Who gets in to cloud endpoints before and after a change of their traffic policies, or of the IP policies that these name. */
import type { JsonObject } from '../../src/model/json';
import { createApp, expression, type PreviewApp } from '../support/preview/app';

let app: PreviewApp;
beforeAll(async () => {
  app = await createApp({ profile: 'ngrok' });
}, 120_000);
afterAll(() => app.remove());

const reply = { type: 'custom-response', config: { status_code: 200 } };
const policy = (...rules: readonly JsonObject[]): string => JSON.stringify({ on_http_request: rules });
const restricted = (config: JsonObject): string => policy({ actions: [{ type: 'restrict-ips', config }, reply] });
const office = { ip_policies: [expression('netingress_ip_policy.office.id')] };

const stack = (endpoints: Readonly<Record<string, string>>, cidr: string) => ({
  netingress_ip_policy: { office: { description: 'Office' } },
  netingress_ip_policy_rule: {
    berlin: { ip_policy_id: expression('netingress_ip_policy.office.id'), cidr, action: 'allow' },
  },
  netingress_domain: Object.fromEntries(
    Object.keys(endpoints).map((name) => [name, { domain: `${name}.example.com` }]),
  ),
  netingress_cloud_endpoint: Object.fromEntries(
    Object.entries(endpoints).map(([name, traffic_policy]) => [
      name,
      { url: `https://${expression(`netingress_domain.${name}.domain`)}`, traffic_policy },
    ]),
  ),
});

test('rules, policies and conditions that change are reported for each endpoint, as complete sets of addresses', async () => {
  const unchanged = { kept: restricted({ allow: ['198.51.100.0/24'] }) };
  const before = { open: restricted(office), team: restricted(office), gone: restricted(office), ...unchanged };
  await app.synthesize({ all: { resource: stack(before, '203.0.113.0/24') } });
  await app.deploy('all');
  const after = {
    open: policy({ actions: [reply] }),
    team: restricted(office),
    fresh: policy({ expressions: ["req.url.path == '/private'"], actions: [{ type: 'deny' }] }, { actions: [reply] }),
    odd: policy(
      { expressions: ["conn.client_ip.startsWith('10.')"], actions: [reply] },
      { actions: [{ type: 'deny' }] },
    ),
    ...unchanged,
  };
  await app.synthesize({ all: { resource: stack(after, '203.0.113.0/25') } });
  const report = await app.report('--no-new-access');
  expect(report).toMatchObject({ refusals: [], result: 'gate_failed', exit_status: 2 });
  const changes = report.endpoints.map(
    ({ url, before: was, after: is, newly_admitted: added, newly_shut_out: removed, ...rest }) => ({
      url,
      change: `${was} to ${is}`,
      admitted: `${added.ipv4} and ${added.ipv6}`,
      shutOut: removed.networks.map(({ cidr }) => cidr),
      undecided: added.possible.networks.length + removed.possible.networks.length > 0,
      depends: rest.depends,
    }),
  );
  const everything = `${2n ** 32n} and ${2n ** 128n}`;
  const same = { depends: [], undecided: false };
  expect(changes).toEqual([
    {
      url: 'https://fresh.example.com',
      change: 'absent to served',
      admitted: everything,
      shutOut: [],
      ...same,
      depends: ['req.url.path == "/private"'],
    },
    {
      url: 'https://gone.example.com',
      change: 'served to absent',
      admitted: '0 and 0',
      shutOut: ['203.0.113.0/24'],
      ...same,
    },
    {
      url: 'https://odd.example.com',
      change: 'absent to served',
      admitted: '0 and 0',
      shutOut: [],
      undecided: true,
      depends: ['conn.client_ip.startsWith("10.")'],
    },
    {
      url: 'https://open.example.com',
      change: 'served to served',
      admitted: `${2n ** 32n - 256n} and ${2n ** 128n}`,
      shutOut: [],
      ...same,
    },
    {
      url: 'https://team.example.com',
      change: 'served to served',
      admitted: '0 and 0',
      shutOut: ['203.0.113.128/25'],
      ...same,
    },
  ]);
}, 300_000);

test('a replaced endpoint is compared with the one of its URL, and one that nothing changes is not reported', async () => {
  const odd = policy(
    { expressions: ["conn.client_ip.startsWith('10.')"], actions: [reply] },
    { actions: [{ type: 'deny' }] },
  );
  const before = { odd, same: restricted({ allow: ['198.51.100.0/24'] }), other: policy({ actions: [reply] }) };
  await app.synthesize({ all: { resource: stack(before, '203.0.113.0/24') } });
  await app.deploy('all');
  const renamed = stack({ ...before, other: restricted({ allow: ['198.51.100.0/24'] }) }, '203.0.113.0/24');
  const { same, ...endpoints } = renamed.netingress_cloud_endpoint;
  await app.synthesize({ all: { resource: { ...renamed, netingress_cloud_endpoint: { ...endpoints, moved: same } } } });
  const report = await app.report();
  expect(report.objects.filter(({ kind }) => kind === 'cloud_endpoint')).toHaveLength(3);
  expect(report.endpoints.map(({ url }) => url)).toEqual(['https://other.example.com']);
});

test('a new value of a secret that a policy reads may be new access', async () => {
  const withSecret = (value: string) => ({
    netingress_vault: { keys: { name: 'keys' } },
    netingress_secret: { path: { vault_id: expression('netingress_vault.keys.id'), name: 'path', value } },
    netingress_domain: { secret: { domain: 'secret.example.com' } },
    netingress_cloud_endpoint: {
      secret: {
        url: `https://${expression('netingress_domain.secret.domain')}`,
        traffic_policy: policy(
          { expressions: ["req.url.path == secrets.get('keys', 'path')"], actions: [reply] },
          { actions: [{ type: 'deny' }] },
        ),
      },
    },
  });
  await app.synthesize({ all: { resource: withSecret('/first') } });
  await app.deploy('all');
  await app.synthesize({ all: { resource: withSecret('/first') } });
  expect(await app.report('--no-new-access')).toMatchObject({ exit_status: 0, gates: [{ result: 'passed' }] });
  await app.synthesize({ all: { resource: withSecret('/second') } });
  expect(await app.report('--no-new-access')).toMatchObject({ exit_status: 3, gates: [{ result: 'not_decided' }] });
}, 120_000);
