/** Policies as users write them, deployed with the real Terraform, and the addresses that they admit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import {
  act,
  CertificateAuthority,
  CloudEndpoint,
  Domain,
  IpPolicy,
  IpPolicyRule,
  NetingressProvider,
  TcpAddress,
  TrafficPolicy,
} from '../../../src';
import { type Ingress, matchers, startIngress } from '../../../src/testing';
import type { JsonObject } from '../../../src/values/json';
import { annotationsOf } from '../../support/constructs/annotations';
import { newFolder, problemsIn, removeFolders } from '../../support/constructs/synth';
import { connectApi } from '../../support/emulator/api';
import { testInCi } from '../../support/requirements';
import { type ExampleContext, POLICY_EXAMPLES } from '../../support/traffic-policies/examples';

expect.extend(matchers);

let ingress: Ingress;
let addresses: readonly string[];

beforeAll(async () => {
  ingress = await startIngress({ profile: 'ngrok' });
  // What others have created. Without the secret that it names, a policy may end a request with an error.
  const vault = await createByOthers('/vaults', { name: 'web' });
  await createByOthers('/vault_secrets', { vault_id: String(vault['id']), name: 'github', value: 'value' });
  await ingress.deploy(createStack());
  await createByOthers('/endpoints', { url: 'tcp://agent.internal:5432', type: 'ephemeral' });
  addresses = ingress.emulator.objects('tcp_address').map(({ addr }) => String(addr));
});
afterAll(async () => {
  await ingress?.close();
  removeFolders();
});

async function createByOthers(path: string, body: JsonObject): Promise<JsonObject> {
  const created = await connectApi(ingress.emulator).sendAsUser('POST', path, body, { source: 'API' });
  expect([created.status, created.body]).toEqual([201, expect.anything()]);
  return created.body as JsonObject;
}

const caPem = readFileSync(join(__dirname, '../../../examples/all-kinds/devices.ca.pem'), 'utf8');

function createContext(stack: TerraformStack): ExampleContext {
  const offices = new IpPolicy(stack, 'offices');
  new IpPolicyRule(stack, 'office', { ipPolicyId: offices.id, cidr: '203.0.113.0/24', action: 'allow' });
  const internal = (name: string, url = `https://${name}.internal`): CloudEndpoint =>
    new CloudEndpoint(stack, name, {
      url,
      trafficPolicy: url.startsWith('tcp')
        ? TrafficPolicy.for('tcp').onTcpConnect(act.forwardInternal('tcp://agent.internal:5432'))
        : TrafficPolicy.for('https').onHttpRequest(act.customResponse({ body: name })),
    });
  return {
    offices,
    devices: new CertificateAuthority(stack, 'devices', { caPem }),
    blue: internal('blue'),
    green: internal('green'),
    app: internal('app'),
    database: internal('db', 'tcp://db.internal:5432'),
  };
}

function createStack(): TerraformStack {
  const stack = new TerraformStack(new App({ outdir: newFolder() }), 'examples');
  new NetingressProvider(stack, 'netingress', { profile: 'ngrok' });
  const domain = new Domain(stack, 'domain', { domain: '*.example.com' });
  const context = createContext(stack);
  POLICY_EXAMPLES.forEach(({ policy, scheme = 'https' }, index) => {
    const address = scheme === 'tcp' ? new TcpAddress(stack, `address-${index}`) : undefined;
    new CloudEndpoint(stack, `example-${index}`, {
      url: address ? `tcp://${address.addr}` : `${scheme}://e${index}.example.com`,
      trafficPolicy: policy(context),
      dependsOn: [domain],
    });
  });
  return stack;
}

testInCi('the second plan of all policies is empty', async () => {
  expect((await ingress.plan(createStack())).changes).toEqual([]);
});

test('no policy has an error, and every warning is about a secret that no stack declares', () => {
  const stack = createStack();
  expect(problemsIn(stack)).toEqual([]);
  for (const warning of annotationsOf(stack)) expect(warning).toContain('which no stack declares');
});

const DECIDED = POLICY_EXAMPLES.map((example, index) => [example.title, example, index] as const).filter(
  ([, { expects }]) => expects.length > 0,
);

test.each(DECIDED)('%s decides its requests as expected', (_, { expects, scheme = 'https' }, index) => {
  for (const { ip = '203.0.113.7', path = '/', admitted, by = '', ...request } of expects) {
    // Only one example is for TCP, so there is one address.
    const url = scheme === 'tcp' ? `tcp://${addresses[0]}` : `${scheme}://e${index}.example.com${path}`;
    const decision = ingress.endpoint(url, request).decide(ip);
    expect({ ip, path, ...decision }).toEqual({ ip, path, admitted, reason: expect.stringContaining(by) });
  }
});
