/**
 * `create_before_destroy` in the synthesized configuration: kinds that others can name have it, unless that would
 * double something.
 */
import {
  TerraformDataSource,
  TerraformHclModule,
  TerraformLocal,
  TerraformResource,
  type TerraformStack,
  TerraformVariable,
  Token,
} from 'cdktf';
import {
  CertificateAuthority,
  Domain,
  EventDestination,
  EventSubscription,
  IpAllowList,
  IpPolicy,
  IpPolicyRule,
  IpPolicyRules,
  IpRestriction,
  NetingressProvider,
  SshCertificateAuthority,
  TcpAddress,
  TlsCertificate,
  Vault,
} from '../../src';
import { annotationsOf } from '../support/constructs/annotations';
import { newStack, removeFolders, render, stackWith } from '../support/constructs/synth';
import { expression } from '../support/expression';

afterAll(removeFolders);

const makeStack = (): TerraformStack => stackWith(undefined, { profile: 'ngrok' });

function lifecyclesIn(stack: TerraformStack): Record<string, unknown> {
  const types = Object.entries(render(stack).resource).filter(([type]) => type.startsWith('netingress_'));
  const named = types.flatMap(([, resources]) => Object.entries(resources));
  return Object.fromEntries(named.map(([name, body]) => [name, body['lifecycle']]));
}

function obstaclesIn(stack: TerraformStack): string[] {
  stack.node.validate();
  return annotationsOf(stack, 'info');
}

const FIRST = { create_before_destroy: true };
const DATA = 'terraform_data';
const makeData = (stack: TerraformStack, id = 'nets'): TerraformResource =>
  new TerraformResource(stack, id, { terraformResourceType: DATA });

test('a kind that others can name is created first, named or not, with what belongs to it; one that only names others, or with a unique name, is not', () => {
  const stack = makeStack();
  const pem = Token.asString(new TerraformVariable(stack, 'pem', { type: 'string' }).value);
  const policy = new IpPolicy(stack, 'policy');
  new IpPolicyRule(stack, 'rule', { ipPolicyId: policy.id, cidr: '10.0.0.0/8', action: 'allow' });
  new IpPolicyRules(stack, 'set', { ipPolicyId: new IpPolicy(stack, 'other').id, rules: {} });
  new IpRestriction(stack, 'restriction', { type: 'api', ipPolicyIds: [policy.id] });
  const { id } = new EventDestination(stack, 'destination', { format: 'json', target: { debug: {} } } as never);
  new EventSubscription(stack, 'subscription', { destinationIds: [id] });
  const certificate = new TlsCertificate(stack, 'certificate', { certificatePem: pem, privateKeyPem: pem });
  new Domain(stack, 'domain', { domain: 'app.example.com', certificateId: certificate.id });
  new CertificateAuthority(stack, 'authority', { caPem: pem });
  new SshCertificateAuthority(stack, 'ssh', {});
  new TcpAddress(stack, 'address', {});
  new Vault(stack, 'vault', { name: 'v' });
  const first = ['policy', 'rule', 'other', 'set', 'destination', 'certificate', 'authority', 'ssh', 'address'];
  const others = ['restriction', 'subscription', 'domain', 'vault'];
  expect(lifecyclesIn(stack)).toEqual(
    Object.fromEntries([...first.map((name) => [name, FIRST]), ...others.map((name) => [name, undefined])]),
  );
  expect(obstaclesIn(stack)).toEqual([]);
});

test('the lifecycle of the app wins, as a prop and as an override, and its other members stay', () => {
  const stack = makeStack();
  new IpPolicy(stack, 'never', { lifecycle: { createBeforeDestroy: false } });
  new IpPolicy(stack, 'kept', { lifecycle: { preventDestroy: true } });
  new IpPolicy(stack, 'overridden').addOverride('lifecycle.create_before_destroy', false);
  const expected = {
    never: { create_before_destroy: false },
    kept: { create_before_destroy: true, prevent_destroy: true },
    overridden: { create_before_destroy: false },
  };
  // Two syntheses: the second must not take what the first has written for the lifecycle of the app.
  for (let count = 0; count < 2; count += 1) expect(lifecyclesIn(stack)).toEqual(expected);
});

test.each<[string, string, unknown, unknown]>([
  ['null', 'lifecycle', null, null],
  ['undefined', 'lifecycle', undefined, undefined],
  ['a list of blocks', 'lifecycle', [{ prevent_destroy: true }], [{ prevent_destroy: true }]],
  ['no order', 'lifecycle.create_before_destroy', undefined, {}],
  ['an order of null', 'lifecycle.create_before_destroy', null, { create_before_destroy: null }],
])('an override with %s is written as it is', (_, path, value, expected) => {
  const stack = makeStack();
  new IpPolicy(stack, 'policy').addOverride(path, value);
  expect(lifecyclesIn(stack)).toEqual({ policy: expected });
});

test('what toTerraform() returns can be printed, with the order and the metadata', () => {
  const policy = new IpPolicy(makeStack(), 'policy', { lifecycle: { preventDestroy: true } });
  expect(JSON.parse(JSON.stringify(policy.toTerraform()))).toMatchObject({
    resource: {
      netingress_ip_policy: {
        policy: { lifecycle: { ...FIRST, prevent_destroy: true }, '//': { metadata: { path: 'stack/policy' } } },
      },
    },
  });
});

test.each(['.//.note', './/', '.lifecycle.prevent_destroy'])('an override of the stack at %s is written', (path) => {
  const stack = makeStack();
  new IpPolicy(stack, 'policy');
  stack.addOverride(`resource.netingress_ip_policy.policy${path}`, 'hi');
  expect(JSON.stringify(stack.toTerraform())).toContain('"hi"');
});

test.each<[string, string, (stack: TerraformStack) => string]>([
  ['a resource of another provider', 'stack/nets', (stack) => makeData(stack).getStringAttribute('output')],
  [
    'an expression in a text',
    'stack/nets',
    (stack) => {
      makeData(stack);
      return expression('terraform_data.nets.output');
    },
  ],
  [
    'a local',
    'stack/nets',
    (stack) => new TerraformLocal(stack, 'l', makeData(stack).getStringAttribute('output')).asString,
  ],
  [
    'a data source that depends on one',
    'stack/nets',
    (stack) => {
      const config = { terraformResourceType: 'aws_nat_gateway', dependsOn: [makeData(stack)] };
      return new TerraformDataSource(stack, 'd', config).getStringAttribute('public_ip');
    },
  ],
  [
    'the output of a module',
    'module.m',
    (stack) => new TerraformHclModule(stack, 'm', { source: 'example.org/team/m/aws' }).getString('cidr'),
  ],
  [
    'a resource that only an override declares',
    'aws_eip.e',
    (stack) => {
      stack.addOverride('resource.aws_eip.e', {});
      return expression('aws_eip.e.public_ip');
    },
  ],
])('a rule that refers to %s is left alone, which an annotation says', (_, name, makeCidr) => {
  const stack = makeStack();
  const policy = new IpPolicy(stack, 'policy');
  const make = (id: string, cidr: string): IpPolicyRule =>
    new IpPolicyRule(stack, id, { ipPolicyId: policy.id, cidr, action: 'allow' });
  const cidr = makeCidr(stack);
  make('first', cidr);
  make('second', cidr);
  make('plain', '10.0.0.0/8');
  expect(lifecyclesIn(stack)).toEqual({ policy: FIRST, first: undefined, second: undefined, plain: FIRST });
  expect(obstaclesIn(stack)).toEqual([
    expect.stringMatching(new RegExp(`^first: This resource and 1 others refer to ${name}, which Terraform would`)),
  ]);
});

test('a token of a map or of a list is searched, too', () => {
  const stack = makeStack();
  const data = makeData(stack);
  const rules = Token.asAnyMap(data.interpolationForAttribute('output'));
  new IpPolicyRules(stack, 'set', { ipPolicyId: 'ipp_1', rules });
  const mustAdmit = Token.asList(data.interpolationForAttribute('output'));
  new IpPolicyRules(stack, 'listed', { ipPolicyId: 'ipp_3', rules: {}, mustAdmit });
  expect(lifecyclesIn(stack)).toEqual({ set: undefined, listed: undefined });
});

test('an allow list of networks that another resource has keeps its policy created first', () => {
  const stack = makeStack();
  new IpAllowList(stack, 'list', { allow: [makeData(stack).getStringAttribute('output')] });
  expect(Object.values(lifecyclesIn(stack))).toEqual([FIRST, undefined]);
  expect(obstaclesIn(stack)).toEqual([expect.stringMatching(/^list\/rules: This resource refers to stack\/nets, /)]);
});

test('what refers to a unique name is left alone, and so is what refers to a resource that is left alone', () => {
  const stack = makeStack();
  const domain = new Domain(stack, 'domain', { domain: 'app.example.com' });
  const policy = new IpPolicy(stack, 'policy', { description: domain.cnameTarget });
  new IpPolicyRule(stack, 'rule', { ipPolicyId: policy.id, cidr: '10.0.0.0/8', action: 'allow' });
  expect(lifecyclesIn(stack)).toEqual({ domain: undefined, policy: undefined, rule: undefined });
  expect(obstaclesIn(stack)).toEqual([
    expect.stringContaining('policy: This resource and 1 others refer to stack/domain, of which the service accepts'),
  ]);
});

test('a resource of another provider that is created first, too, is no obstacle', () => {
  const stack = makeStack();
  const data = makeData(stack);
  data.lifecycle = { createBeforeDestroy: true };
  new IpPolicy(stack, 'policy', { description: data.getStringAttribute('output') });
  expect(lifecyclesIn(stack)).toEqual({ policy: FIRST });
});

test('a policy that the app destroys first keeps its rules destroyed first, without an annotation', () => {
  const stack = makeStack();
  const policy = new IpPolicy(stack, 'policy', { lifecycle: { createBeforeDestroy: false } });
  new IpPolicyRule(stack, 'rule', { ipPolicyId: policy.id, cidr: '10.0.0.0/8', action: 'allow' });
  expect(lifecyclesIn(stack)).toEqual({ policy: { create_before_destroy: false }, rule: undefined });
  expect(obstaclesIn(stack)).toEqual([]);
});

test('a provider block is an obstacle if it refers to a resource of another provider', () => {
  const stack = newStack();
  new NetingressProvider(stack, 'netingress', { apiKey: makeData(stack, 'key').getStringAttribute('output') });
  new IpPolicy(stack, 'policy');
  expect(lifecyclesIn(stack)).toEqual({ policy: undefined });
});

test('each synthesis decides again', () => {
  const stack = makeStack();
  const policy = new IpPolicy(stack, 'policy', { description: makeData(stack).getStringAttribute('output') });
  expect(lifecyclesIn(stack)).toEqual({ policy: undefined });
  policy.description = 'office';
  expect(lifecyclesIn(stack)).toEqual({ policy: FIRST });
  policy.dependsOn = ['terraform_data.nets'];
  expect(lifecyclesIn(stack)).toEqual({ policy: undefined });
});
