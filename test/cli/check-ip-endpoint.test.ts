/** `netingress check-ip --endpoint` with an account and with a synthesized configuration. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TerraformVariable } from 'cdktf';
import {
  act,
  CloudEndpoint,
  cel,
  Domain,
  IpPolicy,
  IpPolicyRule,
  NetingressProvider,
  rule,
  TrafficPolicy,
} from '../../src';
import { createClient } from '../../src/client';
import { createEmulator, type Emulator } from '../../src/emulator';
import { type RanInProcess, runInProcess } from '../support/cli/run-in-process';
import { newFolder, newStack, removeFolders, render } from '../support/constructs/synth';

let root: string;
let emulator: Emulator;
let url: string;

beforeAll(async () => {
  root = newFolder();
  emulator = createEmulator({ profile: 'ngrok' });
  ({ url } = await emulator.listen());
  await synthesize();
  await fillAccount();
});
afterAll(async () => {
  await emulator?.close();
  removeFolders();
});

/** Writes `cdktf.out` with a stack as CDKTF renders it. */
async function synthesize(): Promise<void> {
  const stack = newStack('ingress');
  new NetingressProvider(stack, 'netingress', { profile: 'ngrok' });
  const variable = new TerraformVariable(stack, 'network', { type: 'string' });
  const domain = new Domain(stack, 'domain', { domain: 'app.example.com' });
  const offices = new IpPolicy(stack, 'offices');
  new IpPolicyRule(stack, 'office', { ipPolicyId: offices.id, cidr: '203.0.113.0/24', action: 'allow' });
  const later = new IpPolicy(stack, 'later');
  new IpPolicyRule(stack, 'unknown', { ipPolicyId: later.id, cidr: variable.stringValue, action: 'allow' });
  const app = new CloudEndpoint(stack, 'app', {
    url: 'https://app.internal',
    trafficPolicy: TrafficPolicy.for('https').onHttpRequest(act.customResponse({ body: 'app' })),
  });
  new CloudEndpoint(stack, 'www', {
    url: `https://${domain.domain}`,
    trafficPolicy: TrafficPolicy.for('https').onHttpRequest(
      rule(cel`req.url.path.startsWith('/later')`).do(act.restrictIps({ enforce: true, ipPolicies: [later] })),
      rule(cel`req.url.path.startsWith('/admin')`).do(act.restrictIps({ enforce: true, ipPolicies: [offices] })),
      act.forwardInternal(app),
    ),
  });
  await mkdir(join(root, 'cdktf.out/stacks/ingress'), { recursive: true });
  await writeFile(join(root, 'cdktf.out/stacks/ingress/cdk.tf.json'), JSON.stringify(render(stack)));
  const synthesizedStackPath = 'stacks/ingress/cdk.tf.json';
  const stacks = { ingress: { name: 'ingress', workingDirectory: 'stacks/ingress', synthesizedStackPath } };
  await writeFile(join(root, 'cdktf.out/manifest.json'), JSON.stringify({ version: '0.21.0', stacks }));
}

async function fillAccount(): Promise<void> {
  const client = createClient({ baseUrl: url, apiKey: 'key', profile: 'ngrok' });
  const { id } = await client.ipPolicies.create({ description: 'offices' });
  await client.ipPolicyRules.create({ ip_policy_id: id, cidr: '203.0.113.0/24', action: 'allow' });
  const policy = {
    on_tcp_connect: [{ actions: [{ type: 'restrict-ips', config: { enforce: true, ip_policies: [id] } }] }],
    on_http_request: [
      { expressions: ["req.method == 'POST'"], actions: [{ type: 'deny' }] },
      { actions: [{ type: 'oauth', config: { provider: 'google' } }] },
      { actions: [{ type: 'custom-response', config: { body: 'hello' } }] },
    ],
  };
  await client.domains.create({ domain: 'www.example.com' });
  await client.cloudEndpoints.create({ url: 'https://www.example.com', traffic_policy: JSON.stringify(policy) });
}

const checkIp = (...args: string[]): Promise<RanInProcess> =>
  runInProcess(['check-ip', ...args], {
    cwd: root,
    env: { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'key', NETINGRESS_PROFILE: 'ngrok' },
  });

describe('in the account', () => {
  const endpoint = ['--endpoint', 'https://www.example.com/'];

  test('shows the deciding action, and actions that may refuse', async () => {
    const { status, stdout } = await checkIp('203.0.113.7', ...endpoint);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout:
        '203.0.113.7 is admitted by https://www.example.com/:\n' +
        '  admits: on_http_request[2].actions[0]: custom-response with status 200, unless oauth refuses\n',
    });
  });

  test('uses the rules of the IP policy', async () => {
    const { status, stdout } = await checkIp('198.51.100.1', ...endpoint);
    expect(status).toBe(0);
    expect(stdout).toContain('198.51.100.1 is denied by https://www.example.com/');
    expect(stdout).toContain('restrict-ips (none of 1 rules matches)');
  });

  test('uses method and headers', async () => {
    const { stdout } = await checkIp('203.0.113.7', ...endpoint, '--method', 'post', '--header', 'x-a: b', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      ip: '203.0.113.7',
      decision: 'denied',
      endpoint: 'https://www.example.com',
    });
  });

  test('is inconclusive if the decision depends on the request', async () => {
    const { status, stdout, stderr } = await checkIp('203.0.113.7', '--endpoint', 'https://www.example.com');
    expect(status).toBe(3);
    expect(stdout).toContain('The decision of https://www.example.com for 203.0.113.7 is unknown');
    expect(stderr).toContain("req.method == 'POST'");
  });

  test.each([
    [['--endpoint', 'https://other.example.com'], 'No cloud endpoint has the URL'],
    [['--endpoint', 'https://www.example.com', '--policy', 'offices'], 'either --policy'],
    [[], 'either --policy'],
    [[...endpoint, '--header', 'nonsense'], "expected 'name: value'"],
  ])('refuses %j', async (args, says) => {
    const { status, stderr } = await checkIp('203.0.113.7', ...args);
    expect(status).toBe(1);
    expect(stderr).toContain(says);
  });
});

describe('in a synthesized configuration', () => {
  const decide = (ip: string, path: string) => checkIp(ip, '--endpoint', `https://app.example.com${path}`, '--app');

  test('follows references to IP policies, domains and internal endpoints', async () => {
    expect((await decide('203.0.113.7', '/admin')).stdout).toContain('is admitted');
    expect((await decide('198.51.100.1', '/admin')).stdout).toContain('is denied');
    const { stdout } = await decide('198.51.100.1', '/');
    expect(stdout).toContain('to https://app.internal, on_http_request[0].actions[0]: custom-response');
  });

  test('is inconclusive where rules are known after apply', async () => {
    const { status, stderr } = await decide('203.0.113.7', '/later');
    expect(status).toBe(3);
    expect(stderr).toContain('Inconclusive');
  });
});
