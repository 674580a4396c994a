/**
 * `netingress access check --endpoint`: the requests that it judges, what a restriction leaves, and what an answer
 * names.
 */
import { createClient } from '../../../src/client';
import type { Json, JsonObject } from '../../../src/values/json';
import { useAccount } from '../../support/cli/command-line';

const cli = useAccount({ profile: 'ngrok' });
beforeEach(() => {
  cli.env['NETINGRESS_PROFILE'] = 'ngrok';
});

async function make(kind: string, values: JsonObject): Promise<string> {
  const client = createClient({ baseUrl: cli.url, apiKey: cli.emulator.apiKey, profile: 'ngrok' });
  try {
    return String((await client.create(kind, values))['id']);
  } finally {
    await client.close();
  }
}

const ok = { type: 'custom-response', config: { status_code: 200 } };
const deny = { type: 'deny' };

async function createEndpoint(url: string, rules: Json, more: Record<string, Json> = {}): Promise<void> {
  const host = new URL(url).hostname;
  if (!host.endsWith('.internal')) await make('domain', { domain: host });
  await make('cloud_endpoint', { url, traffic_policy: JSON.stringify({ on_http_request: rules }), ...more });
}

async function check(...args: string[]): Promise<readonly [status: number, output: string]> {
  const { status, stdout, stderr } = await cli.run(['access', 'check', ...args]);
  return [status, stdout === '' ? stderr : stdout];
}

const WWW = 'https://www.example.com';
const ERROR = 'the client gets an error, but its request reaches an upstream, or an action sends another one';

test('an address that the policy of an endpoint admits does not meet --must-admit if the restriction of endpoints denies it', async () => {
  await createEndpoint(WWW, [{ actions: [ok] }]);
  const policy = await make('ip_policy', { description: 'Offices' });
  await make('ip_policy_rule', { ip_policy_id: policy, cidr: '203.0.113.0/24', action: 'allow' });
  await make('ip_restriction', { type: 'endpoints', enforced: true, ip_policy_ids: [policy] });
  expect((await check('--endpoint', WWW, '--must-admit', '203.0.113.0/24'))[0]).toBe(0);
  const [status, output] = await check('--endpoint', WWW, '--must-admit', '198.51.100.0/24');
  expect([status, output]).toEqual([2, expect.stringContaining('does not admit 198.51.100.0/24')]);
  const answer = `198.51.100.7 is denied by ${WWW}.\n    the IP restriction of endpoints\n`;
  expect((await check('198.51.100.7', '--endpoint', WWW))[1]).toContain(answer);
  expect((await check('203.0.113.7', '--endpoint', WWW))[1]).not.toContain('the IP restriction of endpoints');
});

test('an endpoint that is reached although the client gets an error is partly admitted, with that as the reason', async () => {
  const request = { type: 'http-request', config: { url: 'https://other.example.com', method: 'GET' } };
  await createEndpoint(WWW, [{ actions: [request, deny] }]);
  expect((await check('203.0.113.7', '--endpoint', WWW))[1]).toContain(
    `203.0.113.7 is partly admitted by ${WWW}: ${ERROR}.`,
  );
});

test('an endpoint that only requests of some addresses reach, with an error, admits none', async () => {
  const sends = { type: 'http-request', config: { url: 'https://other.example.com', method: 'GET' } };
  const half = "inCidrRange(conn.client_ip, '203.0.113.0/25')";
  await createEndpoint(WWW, [{ expressions: [half], actions: [sends] }, { actions: [deny] }]);
  const [, output] = await check('203.0.113.0/24', '--endpoint', WWW, '--format', 'json');
  expect(JSON.parse(output)).toMatchObject({
    answers: [{ answer: 'partly', admitted: [], denied: ['203.0.113.128/25'], not_known: [], reasons: [ERROR] }],
  });
});

test('the answer names the actions of the traffic policy that decide, and none if the method would decide', async () => {
  const policy = await make('ip_policy', { description: 'Offices' });
  await make('ip_policy_rule', { ip_policy_id: policy, cidr: '203.0.113.0/25', action: 'allow' });
  await createEndpoint(WWW, [
    { actions: [{ type: 'restrict-ips', config: { enforce: true, ip_policies: [policy] } }] },
    { expressions: ['req.method == "PUT"'], actions: [deny] },
    { actions: [ok] },
  ]);
  const of = async (...args: string[]) => (await check(...args, '--endpoint', `${WWW}/`))[1];
  const restriction = 'on_http_request[0].actions[0]: restrict-ips';
  expect(await of('203.0.113.7', '--method', 'GET')).toContain('\n    on_http_request[2].actions[0]: custom-response');
  expect(await of('203.0.113.200', '--method', 'GET')).toContain(`\n    ${restriction} (no network allows it)\n`);
  const network = await of('203.0.113.0/24', '--method', 'PUT');
  expect(network).toContain(`\n    ${restriction}\n    on_http_request[1].actions[0]: deny\n`);
  expect(await of('203.0.113.7')).not.toContain('actions[0]');
});

test('the policy of an internal endpoint decides, although the account has no restriction of endpoints', async () => {
  const url = 'https://app.internal';
  await createEndpoint(url, [{ actions: [ok] }]);
  expect((await check('--endpoint', url, '--must-deny', '198.51.100.9'))[0]).toBe(2);
  expect((await check('198.51.100.9', '--endpoint', url))[1]).toContain('198.51.100.9 is admitted');
});

test('without a header a condition about it is undecided, and a header may be given twice', async () => {
  const withKey = '"x-key" in req.headers && "1" in req.headers["x-key"]';
  await createEndpoint(WWW, [{ expressions: [withKey], actions: [ok] }, { actions: [deny] }]);
  const of = async (...args: string[]): Promise<number> =>
    (await check('--endpoint', `${WWW}/admin`, '--must-deny', '198.51.100.7', ...args))[0];
  expect(await of()).toBe(3);
  expect(await of('--header', 'x-key: 1')).toBe(2);
  expect(await of('--header', 'x-key: 1', '--header', 'X-Key: 2')).toBe(2);
  expect(await of('--header', 'x-key: 2')).toBe(0);
});
