/** Traffic policies of all topics, deployed with the real Terraform: accepted, planned empty, in any representation. */
import { App, TerraformStack } from 'cdktf';
import { stringify } from 'yaml';
import { CloudEndpoint, Domain, IpPolicy, NetingressProvider, TrafficPolicy } from '../../../src';
import { parsePolicyText } from '../../../src/model/traffic-policy/parse';
import { type Ingress, startIngress } from '../../../src/testing';
import { newFolder, removeFolders } from '../../support/constructs/synth';
import { VALID_POLICIES, type ValidPolicy } from '../../support/traffic-policies/valid';

jest.setTimeout(180_000);

let ingress: Ingress;
beforeAll(async () => {
  ingress = await startIngress({ profile: 'ngrok' });
});
afterAll(async () => {
  await ingress?.close();
  removeFolders();
});

const textOf = ({ policy }: ValidPolicy): string => (typeof policy === 'string' ? policy : JSON.stringify(policy));

/** A stack with an endpoint for each policy; `represent` writes its text. */
function createStack(represent: (text: string) => string): TerraformStack {
  const stack = new TerraformStack(new App({ outdir: newFolder() }), 'policies');
  new NetingressProvider(stack, 'netingress', { profile: 'ngrok' });
  const domain = new Domain(stack, 'domain', { domain: '*.example.com' });
  const policy = new IpPolicy(stack, 'policy');
  VALID_POLICIES.forEach((each, index) => {
    const { scheme = 'https', isInternal = scheme === 'tcp' } = each;
    const host = isInternal ? `p${index}.internal` : `p${index}.example.com`;
    new CloudEndpoint(stack, `endpoint-${index}`, {
      url: `${scheme}://${host}${scheme === 'tcp' ? ':5432' : ''}`,
      // Only an existing IP policy is accepted.
      trafficPolicy: TrafficPolicy.fromText(
        represent(textOf(each)).replace('ipp_2abcdefghijklmnopqrstuvwxyz', policy.id),
      ),
      dependsOn: [domain],
    });
  });
  return stack;
}

/** YAML as JSON with other white space, and JSON as YAML with other order of members. */
function representOtherwise(text: string): string {
  const parsed = parsePolicyText(text);
  if ('problem' in parsed) throw new Error(parsed.problem);
  const reversed = Object.fromEntries(Object.entries(parsed.document).reverse());
  return text.trimStart().startsWith('{') ? stringify(reversed) : JSON.stringify(reversed, null, 4);
}

test('are accepted, and no plan shows a change', async () => {
  await ingress.deploy(createStack((text) => text));
  const stored = ingress.emulator.objects('cloud_endpoint').map((endpoint) => endpoint['traffic_policy']);
  expect(stored).toHaveLength(VALID_POLICIES.length);
  // The service has the text of the user.
  for (const each of VALID_POLICIES.slice(0, 5)) expect(stored).toContain(textOf(each));
  expect((await ingress.plan(createStack((text) => text))).changes).toEqual([]);
  expect((await ingress.plan(createStack(representOtherwise))).changes).toEqual([]);
});
