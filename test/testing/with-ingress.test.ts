import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Aspects,
  LocalBackend,
  S3Backend,
  TerraformHclModule,
  TerraformOutput,
  TerraformStack,
  TerraformVariable,
} from 'cdktf';
import {
  IpPolicy,
  IpPolicyRule,
  IpRestriction,
  KubernetesOperator,
  NetingressProvider,
  TlsCertificate,
} from 'netingress';
import { withIngress } from '../../src/testing';
import { newFolder, removeFolders } from '../support/constructs/synth';
import { AccessStack, newApp, stackWith } from './stacks';

const ingress = withIngress();
const { deploy, plan, destroy } = ingress;

afterAll(removeFolders);

test('a stack is deployed, has an empty plan, and is destroyed', async () => {
  const stack = new AccessStack();
  const deployed = await deploy(stack);
  expect(Object.values(deployed.changes)).toEqual(['create', 'create', 'create']);
  expect(deployed.outputs).toEqual({ policy: deployed.attributes(stack.offices)['id'] });
  expect(deployed.attributes('netingress_ip_policy_rule.berlin')).toMatchObject({ cidr: '203.0.113.0/24' });
  expect(await plan(stack)).toHaveEmptyPlan();

  const destroyed = await destroy(stack);
  expect(destroyed.addresses).toEqual([]);
  expect(new Set(Object.values(destroyed.changes))).toEqual(new Set(['delete']));
  expect(ingress.emulator.objects('ip_policy')).toEqual([]);
  expect(() => deployed.attributes('netingress_ip_policy.other')).toThrow(
    /does not contain it. Objects in the state: netingress_ip_policy\.offices,/,
  );
});

test('a plan shows changes of the configuration and changes outside Terraform', async () => {
  const stack = new AccessStack();
  const deployed = await deploy(stack);
  const changed = new AccessStack('198.51.100.0/24');
  const planned = await plan(changed);
  expect(planned).toPlan({ update: [changed.berlin] });
  expect(planned).not.toHaveEmptyPlan();
  expect(planned.changes[0]?.differences).toEqual(['cidr: "203.0.113.0/24" -> "198.51.100.0/24"']);

  const { client } = ingress;
  await client.ipPolicyRules.delete(String(deployed.attributes(stack.berlin)['id']));
  const lacking = await plan(stack);
  expect(lacking).toPlan({ create: ['netingress_ip_policy_rule.berlin'] });
  expect(lacking).toPlan({ create: 1 });
  await deploy(stack);
  expect(await plan(stack)).toHaveEmptyPlan();
  await client.ipRestrictions.update(String(deployed.attributes(stack.dashboard)['id']), { enforced: false });
  expect(await plan(stack)).toPlan({ update: [stack.dashboard] });
});

test('a test starts with an empty service and without a state, although the one before left objects', async () => {
  expect(ingress.events).toEqual([]);
  expect(Object.values((await deploy(new AccessStack())).changes)).toEqual(['create', 'create', 'create']);
});

test('a plan shows a replacement, a removal and a new output', async () => {
  const before = stackWith((stack) => {
    const policy = new IpPolicy(stack, 'policy');
    new IpPolicyRule(stack, 'rule', { ipPolicyId: policy.id, cidr: '10.0.0.0/8', action: 'allow' });
    new IpPolicy(stack, 'gone');
  });
  await deploy(before);
  const after = stackWith((stack) => {
    new IpPolicy(stack, 'policy');
    const other = new IpPolicy(stack, 'other');
    new IpPolicyRule(stack, 'rule', { ipPolicyId: other.id, cidr: '10.0.0.0/8', action: 'allow' });
  });
  expect(await plan(after)).toPlan({
    create: ['netingress_ip_policy.other'],
    replace: ['netingress_ip_policy_rule.rule'],
    delete: ['netingress_ip_policy.gone'],
  });
  await deploy(after);
  new TerraformOutput(after, 'fresh', { value: 'x' });
  const output = await plan(after);
  expect([output.changes, output.outputs]).toEqual([[], ['fresh']]);
  expect(output).not.toHaveEmptyPlan();
  expect(output).toPlan({});
});

test('trafficTo() rejects an unknown type, which no restriction limits', () => {
  expect(() => ingress.trafficTo('apis' as 'api')).toThrow(
    "trafficTo('apis'): unknown type of IP restriction; expected one of dashboard, api, agent, endpoints; did you mean 'api'?",
  );
});

test('toAdmit evaluates the deployed rules, not the configured rules', async () => {
  const stack = new AccessStack();
  expect(ingress.trafficTo('dashboard')).toAdmit('192.0.2.1');
  await deploy(stack);
  expect(ingress.trafficTo('dashboard')).toAdmit('203.0.113.7');
  expect(ingress.trafficTo('dashboard')).not.toAdmit('192.0.2.1');
  expect(ingress.trafficTo('api')).toAdmit('192.0.2.1');
  expect(ingress.policy('Offices')).not.toAdmit('192.0.2.1');
  const berlin = await ingress.client.ipPolicyRules.create({
    ip_policy_id: String(ingress.emulator.objects('ip_policy')[0]?.['id']),
    cidr: '203.0.113.128/25',
    action: 'deny',
  });
  expect(ingress.trafficTo('dashboard')).not.toAdmit('203.0.113.200');
  expect(ingress.trafficTo('dashboard').decide('203.0.113.200').reason).toBe("deny 203.0.113.128/25 of 'Offices'");
  await ingress.client.ipPolicyRules.delete(berlin.id);
  expect(ingress.trafficTo('dashboard')).toAdmit('203.0.113.200');
});

test('a deployment has only its own events, the service all events of the test', async () => {
  const deployed = await deploy(new AccessStack());
  expect(deployed).toEmit('ip_policy_created.v0');
  expect(deployed).toEmit({ type: 'ip_policy_rule_created.v0', object: { cidr: '203.0.113.0/24', action: 'allow' } });
  expect(deployed).not.toEmit({ type: 'ip_policy_rule_created.v0', object: { action: 'deny' } });
  expect(deployed).toEmit({ type: 'ip_restriction_created.v0', principal: { source: 'API' } });
  const changed = await deploy(new AccessStack('198.51.100.0/24'));
  expect(changed).toEmit('ip_policy_rule_updated.v0');
  expect(changed).not.toEmit('ip_policy_created.v0');
  expect(ingress).toEmit('ip_policy_created.v0');
});

test('the error of a deployment contains the errors of Terraform', async () => {
  const policy = (stack: TerraformStack): IpPolicy => new IpPolicy(stack, 'policy');
  const restriction = (stack: TerraformStack, id: string): void => {
    new IpRestriction(stack, id, { type: 'api', ipPolicyIds: [policy(stack).id] });
  };
  await deploy(stackWith((stack) => restriction(stack, 'one'), newApp(), 'first'));
  const second = deploy(stackWith((stack) => restriction(stack, 'other'), newApp(), 'second'));
  await expect(second).rejects.toMatchObject({
    name: 'TerraformError',
    message: expect.stringMatching(
      /^Cannot deploy the stack 'second': Terraform ended with status 1\.\n\n.*\(netingress_ip_restriction\.other\)\n[\s\S]*ERR_1802/,
    ),
    diagnostics: [expect.objectContaining({ severity: 'error', address: 'netingress_ip_restriction.other' })],
  });
});

test('a validation error of a construct rejects the deployment', async () => {
  const stack = stackWith((own) => new IpPolicy(own, 'long', { description: 'd'.repeat(256) }));
  await expect(deploy(stack)).rejects.toThrow(/\[own\/long\] description: is 256 bytes long/);
});

test('variables are passed, their sensitive values are hidden in the differences of a plan, and a missing one is an error', async () => {
  const declared = (build: string): TerraformStack =>
    stackWith((stack) => {
      const secret = new TerraformVariable(stack, 'secret', { type: 'string', sensitive: true });
      const names = new TerraformVariable(stack, 'names', { type: 'list(string)' });
      new IpPolicy(stack, 'policy', { description: secret.stringValue, metadata: `${build} \${${names.fqn}[1]}` });
    });
  const variables = { secret: 'hunter2', names: ['a', 'b'] };
  const deployed = await deploy(declared('1'), { variables });
  expect(deployed.attributes('netingress_ip_policy.policy')).toMatchObject({ description: 'hunter2', metadata: '1 b' });
  const planned = await plan(declared('2'), { variables: { ...variables, secret: 'hunter3' } });
  expect(planned.changes[0]?.differences).toEqual([
    'description: (sensitive value) -> (sensitive value)',
    'metadata: "1 b" -> "2 b"',
  ]);
  await expect(plan(declared('1'))).rejects.toThrow('No value for required variable');
});

test('each provider configuration uses its own API key, and the emulator serves it whatever its base URL is', async () => {
  const stack = new TerraformStack(newApp(), 'aliases');
  const address = 'https://api.example.com/behind/a/path';
  new NetingressProvider(stack, 'one', { baseUrl: address, apiKey: 'first-key' });
  const other = new NetingressProvider(stack, 'two', { alias: 'two', baseUrl: address, apiKey: 'second-key' });
  new IpPolicy(stack, 'by-one', { description: 'one' });
  new IpPolicy(stack, 'by-two', { description: 'two', provider: other });
  const { events } = await deploy(stack);
  const credentialOf = (description: string): unknown =>
    events.find(({ object }) => object['description'] === description)?.principal?.credential?.id;
  expect(credentialOf('one')).toMatch(/^ak_/);
  expect(credentialOf('two')).toMatch(/^ak_/);
  expect(credentialOf('one')).not.toBe(credentialOf('two'));
});

test('a reference to another stack reads its state in the test, also if the stacks have a backend', async () => {
  const app = newApp();
  const network = new AccessStack('203.0.113.0/24', app, 'network');
  new S3Backend(network, { bucket: 'states', key: 'network', region: 'eu-central-1' });
  const users = stackWith(
    (stack) => new IpRestriction(stack, 'api', { type: 'api', ipPolicyIds: [network.offices.id] }),
    app,
    'users',
  );
  new LocalBackend(users, { path: join(newFolder(), 'users.tfstate') });
  const { outputs } = await deploy(network);
  const deployed = await deploy(users);
  expect(deployed.attributes('netingress_ip_restriction.api')['ip_policy_ids']).toEqual([outputs['policy']]);
  expect(await plan(users)).toHaveEmptyPlan();
});

test('a reference to an unknown state is an error', async () => {
  const stack = stackWith(() => undefined);
  new S3Backend(
    stackWith(() => undefined, newApp(), 'elsewhere'),
    { bucket: 'b', key: 'k' },
  ).getRemoteStateDataSource(stack, 'stranger', 'elsewhere');
  await expect(plan(stack)).rejects.toThrow(
    /terraform_remote_state\.stranger does not refer to a stack of the same app \(backend 's3'\)/,
  );
});

test('init installs a module', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'module'));
  writeFileSync(
    join(folder, 'module', 'main.tf'),
    'resource "terraform_data" "one" {\n  input = "from the module"\n}\n',
  );
  const stack = stackWith((own) => {
    new TerraformHclModule(own, 'inner', { source: join(folder, 'module') });
  });
  const deployed = await deploy(stack);
  expect(deployed.attributes('module.inner.terraform_data.one')).toMatchObject({ input: { value: 'from the module' } });
  expect(await plan(stack)).toHaveEmptyPlan();
});

test('a provider that cannot be installed is an error with advice', async () => {
  const stack = stackWith((own) => {
    own.addOverride('terraform.required_providers.strange', { source: 'strange.invalid/none/strange' });
    own.addOverride('resource.strange_thing.one', {});
  });
  await expect(deploy(stack)).rejects.toThrow(
    /^Cannot deploy the stack 'own': `terraform init` failed to install strange\.invalid\/none\/strange\./,
  );
});

test('a deployment and a plan of one stack, and deployments of others, may be started at the same time', async () => {
  const apps = [newApp(), newApp()];
  const make = (index: number): TerraformStack =>
    stackWith((stack) => new IpPolicy(stack, 'policy', { description: `${index}` }), apps[index % 2], `s${index % 2}`);
  await Promise.all([deploy(make(0)), deploy(make(1)), deploy(new AccessStack()), plan(new AccessStack())]);
  expect(ingress.emulator.objects('ip_policy')).toHaveLength(3);
});

test('aspects run, and certificate jobs finish at once', async () => {
  const stack = stackWith((own) => {
    new KubernetesOperator(own, 'operator', {
      enabledFeatures: ['ingress'],
      deployment: { name: 'o', namespace: 'n', version: '1', clusterName: 'c' },
    });
  });
  Aspects.of(stack).add({
    visit(node) {
      if (node instanceof KubernetesOperator) node.description = 'by an aspect';
    },
  });
  const deployed = await deploy(stack);
  expect(deployed.attributes('netingress_kubernetes_operator.operator')).toMatchObject({ description: 'by an aspect' });
  expect(TlsCertificate.tfResourceType).toBe('netingress_tls_certificate');
});
