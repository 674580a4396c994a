/** Data sources of what is online: a copy contains none of it, so a list of it is never empty. */
import type { JsonObject } from '../../src/values/json';
import { connectApi } from '../support/emulator/api';
import { expression } from '../support/expression';
import { appForAll } from '../support/preview/app';

const app = appForAll({ profile: 'ngrok' });
let agent: string;
let otherAgent: string;
beforeEach(async () => {
  const create = async (url: string): Promise<string> => {
    const endpoint = { url, type: 'ephemeral' };
    const { status, body } = await connectApi(app.emulator).sendAsUser('POST', '/endpoints', endpoint, {
      source: 'API',
    });
    expect(status).toBe(201);
    return String(body['id']);
  };
  agent = await create('https://agent.example.com');
  otherAgent = await create('https://other.example.com');
});
afterEach(() => app.emulator.reset());

const ruled = (data: JsonObject, cidr: string): JsonObject => ({
  data,
  resource: {
    netingress_ip_policy: { office: { description: 'Office' } },
    netingress_ip_policy_rule: {
      office: { ip_policy_id: expression('netingress_ip_policy.office.id'), cidr: expression(cidr), action: 'allow' },
    },
  },
});
const byCount = (list: string): string => `length(${list}) == 0 ? "192.0.2.0/24" : "0.0.0.0/0"`;

test('stacks are not previewed that read an endpoint of an agent, a list that has it, or a list that the preview does not read', async () => {
  await app.synthesize({
    list: ruled({ netingress_endpoints: { all: {} } }, byCount('data.netingress_endpoints.all.endpoints')),
    one: ruled(
      { netingress_endpoint: { one: { id: agent }, other: { id: otherAgent } } },
      'data.netingress_endpoint.one.url',
    ),
    unread: ruled(
      { netingress_tunnel_sessions: { all: {} } },
      byCount('data.netingress_tunnel_sessions.all.tunnel_sessions'),
    ),
  });
  const report = await app.report('--no-new-access', '--must-deny', '8.8.8.8');
  expect(report).toMatchObject({
    result: 'incomplete',
    exit_status: 3,
    gates: [{ result: 'not_decided' }, { result: 'not_decided' }],
  });
  for (const { name, status, reason } of report.stacks)
    expect([name, status, reason]).toEqual([name, 'not_previewed', expect.stringContaining('403 NOT_PREVIEWED: the')]);
  expect(report.stacks).toHaveLength(3);
  // The messages of both endpoints have their ids, and one cause.
  const reason = report.stacks.find(({ name }) => name === 'one')?.reason ?? '';
  expect(reason.match(/NOT_PREVIEWED/g)).toHaveLength(1);
});

test('cloud endpoints are read beside endpoints of agents, by id, by URL and as lists', async () => {
  const domains = ['one', 'two', 'three'].map((name) => [name, { domain: `${name}.example.com` }] as const);
  const endpoints = domains.map(([name, { domain }]): [string, JsonObject] => [
    name,
    {
      url: `https://${domain}`,
      traffic_policy: JSON.stringify({ on_http_request: [{ actions: [{ type: 'deny' }] }] }),
      depends_on: [`netingress_domain.${name}`],
    },
  ]);
  const resource = {
    netingress_domain: Object.fromEntries(domains),
    netingress_cloud_endpoint: Object.fromEntries(endpoints),
  };
  await app.synthesize({ all: { resource } });
  await app.deploy('all');
  await app.synthesize({
    all: {
      resource: { ...resource, netingress_ip_policy: { office: { description: expression(byCount(LIST)) } } },
      data: {
        netingress_cloud_endpoints: { all: {} },
        netingress_cloud_endpoint: { one: { url: 'https://one.example.com' } },
      },
    },
  });
  const report = await app.report();
  expect(report.incomplete).toEqual([]);
  expect(report).toMatchObject({ result: 'applies', objects: [{ name: '0.0.0.0/0' }] });
});

const LIST = 'data.netingress_cloud_endpoints.all.cloud_endpoints';

test('a list of endpoints is previewed if no agent is online', async () => {
  await app.emulator.reset();
  await app.synthesize({
    all: ruled({ netingress_endpoints: { all: {} } }, byCount('data.netingress_endpoints.all.endpoints')),
  });
  expect(await app.report()).toMatchObject({ result: 'applies' });
});
