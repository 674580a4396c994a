import { join } from 'node:path';
import {
  Aspects,
  LocalBackend,
  S3Backend,
  TerraformHclModule,
  TerraformOutput,
  type TerraformStack,
  TerraformVariable,
} from 'cdktf';
import { IpPolicy, IpPolicyRule, IpRestriction, KubernetesOperator, NetingressProvider } from 'netingress';
import { withIngress } from '../../src/testing';
import { newFolder, removeFolders } from '../support/constructs/synth';
import { AccessStack, newApp, stackWith } from './stacks';

const ingress = withIngress();
const { deploy, plan, destroy } = ingress;

afterAll(removeFolders);

test('calls at once deploy a stack with its aspects, plan it without changes, and deploy another stack, which stays when the first is destroyed', async () => {
  const stack = new AccessStack();
  Aspects.of(stack).add({
    visit(node) {
      if (node instanceof IpPolicy) node.metadata = 'by an aspect';
    },
  });
  const operator = stackWith((own) => {
    new KubernetesOperator(own, 'operator', {
      enabledFeatures: ['ingress'],
      deployment: { name: 'o', namespace: 'n', version: '1', clusterName: 'c' },
    });
  });
  // One stack is deployed and then planned, in the order of the calls.
  const [deployed, planned] = await Promise.all([deploy(stack), plan(stack), deploy(operator)]);
  expect(Object.values(deployed.changes)).toEqual(['create', 'create', 'create']);
  expect(deployed.outputs).toEqual({ policy: deployed.attributes(stack.offices)['id'] });
  expect(deployed.attributes('netingress_ip_policy_rule.berlin')).toMatchObject({ cidr: '203.0.113.0/24' });
  expect(deployed.attributes(stack.offices)).toMatchObject({ metadata: 'by an aspect' });
  expect(() => deployed.attributes('netingress_ip_policy.other')).toThrow(
    /does not contain it. Objects in the state: netingress_ip_policy\.offices,/,
  );
  expect(planned).toHaveEmptyPlan();

  const destroyed = await destroy(stack);
  expect(destroyed.addresses).toEqual([]);
  expect(new Set(Object.values(destroyed.changes))).toEqual(new Set(['delete']));
  expect(ingress.emulator.objects('ip_policy')).toEqual([]);
  expect(ingress.emulator.objects('kubernetes_operator')).toHaveLength(1);
});

/** An {@link AccessStack} with more objects and a second provider. `changed` creates, updates, replaces and deletes. */
class ChangingStack extends AccessStack {
  constructor(readonly changed: boolean) {
    super(changed ? '198.51.100.0/24' : undefined);
    const baseUrl = 'https://api.example.com/behind/a/path';
    const provider = new NetingressProvider(this, 'second', { alias: 'second', baseUrl, apiKey: 'second-key' });
    const policies = ['one', 'two'].map((id) => new IpPolicy(this, id, { description: id, provider }));
    const ipPolicyId = policies[changed ? 1 : 0]?.id ?? '';
    new IpPolicyRule(this, 'moved', { ipPolicyId, cidr: '10.0.0.0/8', action: 'allow', provider });
    new IpPolicy(this, changed ? 'fresh' : 'gone');
    const secret = new TerraformVariable(this, 'secret', { type: 'string', sensitive: true });
    const names = new TerraformVariable(this, 'names', { type: 'list(string)' });
    const metadata = `${changed} \${${names.fqn}[1]}`;
    new IpPolicy(this, 'hidden', { description: secret.stringValue, metadata });
  }
}

test('a deployed stack uses its variables and API keys, admits what its rules admit, and emits events; a plan shows changes of the configuration and outside Terraform, but no sensitive value', async () => {
  const variables = { secret: 'hunter2', names: ['a', 'b'] };
  const stack = new ChangingStack(false);
  expect(ingress.trafficTo('dashboard')).toAdmit('192.0.2.1');
  const deployed = await deploy(stack, { variables });
  expect(deployed.attributes('netingress_ip_policy.hidden')).toMatchObject({
    description: 'hunter2',
    metadata: 'false b',
  });
  const credentialOf = (description: string): unknown =>
    deployed.events.find(({ object }) => object['description'] === description)?.principal?.credential?.id;
  expect(credentialOf('one')).toMatch(/^ak_/);
  expect(credentialOf('Offices')).toMatch(/^ak_/);
  expect(credentialOf('one')).not.toBe(credentialOf('Offices'));
  expect(deployed).toEmit('ip_policy_created.v0');
  expect(deployed).toEmit({ type: 'ip_policy_rule_created.v0', object: { cidr: '203.0.113.0/24', action: 'allow' } });
  expect(deployed).not.toEmit({ type: 'ip_policy_rule_created.v0', object: { action: 'deny' } });
  expect(deployed).toEmit({ type: 'ip_restriction_created.v0', principal: { source: 'API' } });

  expect(ingress.trafficTo('dashboard')).toAdmit('203.0.113.7');
  expect(ingress.trafficTo('dashboard')).not.toAdmit('192.0.2.1');
  expect(ingress.trafficTo('api')).toAdmit('192.0.2.1');
  expect(ingress.policy('Offices')).not.toAdmit('192.0.2.1');
  const { client } = ingress;
  const berlin = await client.ipPolicyRules.create({
    ip_policy_id: String(deployed.attributes(stack.offices)['id']),
    cidr: '203.0.113.128/25',
    action: 'deny',
  });
  expect(ingress.trafficTo('dashboard')).not.toAdmit('203.0.113.200');
  expect(ingress.trafficTo('dashboard').decide('203.0.113.200').reason).toBe("deny 203.0.113.128/25 of 'Offices'");
  await client.ipPolicyRules.delete(berlin.id);
  expect(ingress.trafficTo('dashboard')).toAdmit('203.0.113.200');

  new TerraformOutput(stack, 'fresh-output', { value: 'x' });
  const output = await plan(stack, { variables });
  expect([output.changes, output.outputs]).toEqual([[], ['fresh-output']]);
  expect(output).not.toHaveEmptyPlan();
  expect(output).toPlan({});

  await client.ipPolicies.delete(String(deployed.attributes('netingress_ip_policy.two')['id']));
  await client.ipRestrictions.update(String(deployed.attributes(stack.dashboard)['id']), { enforced: false });
  const changed = new ChangingStack(true);
  const planned = await plan(changed, { variables: { ...variables, secret: 'hunter3' } });
  expect(planned).toPlan({
    create: ['netingress_ip_policy.fresh', 'netingress_ip_policy.two'],
    update: [changed.berlin, changed.dashboard, 'netingress_ip_policy.hidden'],
    replace: ['netingress_ip_policy_rule.moved'],
    delete: ['netingress_ip_policy.gone'],
  });
  expect(planned).not.toHaveEmptyPlan();
  const differencesOf = (address: string) => planned.changes.find((change) => change.address === address)?.differences;
  expect(differencesOf('netingress_ip_policy_rule.berlin')).toEqual(['cidr: "203.0.113.0/24" -> "198.51.100.0/24"']);
  expect(differencesOf('netingress_ip_policy.hidden')).toEqual([
    'description: (sensitive value) -> (sensitive value)',
    'metadata: "false b" -> "true b"',
  ]);

  const again = await deploy(changed, { variables });
  expect(again).toEmit('ip_policy_rule_updated.v0');
  expect(again).not.toEmit('ip_restriction_created.v0');
  expect(ingress).toEmit('ip_restriction_created.v0');
});

test('a test starts with an empty service and without a state, although the one before left objects; a reference to another stack reads its state, also if the stacks have a backend', async () => {
  expect(ingress.events).toEqual([]);
  const app = newApp();
  const network = new AccessStack('203.0.113.0/24', app);
  new S3Backend(network, { bucket: 'states', key: 'network', region: 'eu-central-1' });
  const users = stackWith(
    (stack) => new IpRestriction(stack, 'api', { type: 'api', ipPolicyIds: [network.offices.id] }),
    app,
    'users',
  );
  new LocalBackend(users, { path: join(newFolder(), 'users.tfstate') });
  const { outputs, changes } = await deploy(network);
  expect(Object.values(changes)).toEqual(['create', 'create', 'create']);
  const deployed = await deploy(users);
  expect(deployed.attributes('netingress_ip_restriction.api')['ip_policy_ids']).toEqual([outputs['policy']]);
});

test('trafficTo() rejects an unknown type, which no restriction limits', () => {
  expect(() => ingress.trafficTo('apis' as 'api')).toThrow(
    "trafficTo('apis'): unknown type of IP restriction; expected one of dashboard, api, agent, endpoints; did you mean 'api'?",
  );
});

test('the error of a deployment contains the errors of Terraform', async () => {
  const { id } = await ingress.client.ipPolicies.create({});
  await ingress.client.ipRestrictions.create({ type: 'api', ip_policy_ids: [id] });
  const restriction = { type: 'api' as const, ipPolicyIds: [id] };
  const refused = stackWith((own) => new IpRestriction(own, 'other', restriction), newApp(), 'second');
  await expect(deploy(refused)).rejects.toMatchObject({
    name: 'TerraformError',
    message: expect.stringMatching(
      /^Cannot deploy the stack 'second': Terraform ended with status 1\.\n\n.*\(netingress_ip_restriction\.other\)\n[\s\S]*ERR_1802/,
    ),
    diagnostics: [expect.objectContaining({ severity: 'error', address: 'netingress_ip_restriction.other' })],
  });
});

test.each<[string, (stack: TerraformStack) => void, RegExp]>([
  [
    'an invalid property of a construct',
    (stack) => new IpPolicy(stack, 'long', { description: 'd'.repeat(256) }),
    /\[own\/long\] description: is 256 bytes long/,
  ],
  [
    'a reference to the state of another app',
    (stack) => {
      const elsewhere = stackWith(() => undefined, newApp(), 'elsewhere');
      new S3Backend(elsewhere, { bucket: 'b', key: 'k' }).getRemoteStateDataSource(stack, 'stranger', 'elsewhere');
    },
    /terraform_remote_state\.stranger does not refer to a stack of the same app \(backend 's3'\)/,
  ],
  [
    'a provider and a module that cannot be installed',
    (stack) => {
      stack.addOverride('terraform.required_providers.strange', { source: 'strange.invalid/none/strange' });
      stack.addOverride('resource.strange_thing.one', {});
      new TerraformHclModule(stack, 'inner', { source: join(newFolder(), 'none') });
    },
    /^Cannot deploy the stack 'own': `terraform init` failed to install module inner, strange\.invalid\/none\/strange\./,
  ],
])('%s rejects the deployment', async (_, build, says) => {
  await expect(deploy(stackWith(build))).rejects.toThrow(says);
});
