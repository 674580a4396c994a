/** Who gets in to cloud endpoints before and after a change of their traffic policies, or of the IP policies that these name. */
import type { JsonObject } from '../../src/values/json';
import { expression } from '../support/expression';
import { appForAll } from '../support/preview/app';

const app = appForAll({ profile: 'ngrok' });

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

test('rules, policies and conditions that change are reported for each endpoint, with all addresses that are admitted and shut out; a replaced endpoint with the same URL and policy is not reported', async () => {
  const odd = policy(
    { expressions: ["conn.client_ip.contains('10.')"], actions: [reply] },
    { actions: [{ type: 'deny' }] },
  );
  const unchanged = { kept: restricted({ allow: ['198.51.100.0/24'] }), steady: odd };
  const before = { open: restricted(office), team: restricted(office), gone: restricted(office), ...unchanged };
  await app.synthesize({ all: { resource: stack(before, '203.0.113.0/24') } });
  await app.deploy('all');
  const after = {
    open: policy({ actions: [reply] }),
    team: restricted(office),
    fresh: policy({ expressions: ["req.url.path == '/private'"], actions: [{ type: 'deny' }] }, { actions: [reply] }),
    odd,
    ...unchanged,
  };
  const changed = stack(after, '203.0.113.0/25');
  const { kept, ...endpoints } = changed.netingress_cloud_endpoint;
  await app.synthesize({ all: { resource: { ...changed, netingress_cloud_endpoint: { ...endpoints, moved: kept } } } });
  const report = await app.report('--no-new-access');
  expect(report).toMatchObject({ refusals: [], result: 'gate_failed', exit_status: 2 });
  const moved = report.objects.filter(({ address }) => address?.match(/cloud_endpoint\.(kept|moved)/));
  expect(moved.map(({ action }) => action).sort()).toEqual(['create', 'destroy']);
  const changes = report.endpoints.map(
    ({ url, before: was, after: is, newly_admitted: added, newly_shut_out: removed, depends }) => [
      new URL(url).hostname,
      `${was} to ${is}`,
      `${added.ipv4} and ${added.ipv6}`,
      removed.networks.map(({ cidr }) => cidr),
      added.possible.networks.length + removed.possible.networks.length > 0 ? 'undecided' : 'decided',
      depends,
    ],
  );
  const everything = `${2n ** 32n} and ${2n ** 128n}`;
  const outsideOfOffice = `${2n ** 32n - 256n} and ${2n ** 128n}`;
  expect(changes).toEqual([
    ['fresh.example.com', 'absent to served', everything, [], 'decided', ['req.url.path == "/private"']],
    ['gone.example.com', 'served to absent', '0 and 0', ['203.0.113.0/24'], 'decided', []],
    ['odd.example.com', 'absent to served', '0 and 0', [], 'undecided', ['conn.client_ip.contains("10.")']],
    ['open.example.com', 'served to served', outsideOfOffice, [], 'decided', []],
    ['team.example.com', 'served to served', '0 and 0', ['203.0.113.128/25'], 'decided', []],
  ]);
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
});
