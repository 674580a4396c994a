import {
  Aspects,
  type IResolvable,
  type ListTerraformIterator,
  TerraformIterator,
  type TerraformStack,
  TerraformVariable,
  Token,
} from 'cdktf';
import { Construct } from 'constructs';
import {
  IpAllowList,
  IpPolicy,
  IpPolicyRule,
  IpPolicyRules,
  NoOpenPolicies,
  OwnershipMetadata,
  RequireDescription,
} from '../../../src';
import { annotationsOf } from '../../support/constructs/annotations';
import { bodiesOf, newFolder, newStack, removeFolders, render, runTerraform } from '../../support/constructs/synth';
import { expression } from '../../support/expression';

afterEach(removeFolders);

describe('OwnershipMetadata', () => {
  const owner = 'platform';

  function metadataIn(stack: TerraformStack): Record<string, unknown> {
    const policies = Object.entries(render(stack).resource['netingress_ip_policy'] ?? {});
    return Object.fromEntries(policies.map(([name, { metadata }]) => [name, metadata]));
  }

  test('is added to the metadata of policies and of the rules of a list, which keep their members', () => {
    const stack = newStack();
    new IpPolicy(stack, 'plain');
    new IpPolicy(stack, 'json', { metadata: '{"cost": 1, "owner": "shop"}' });
    const list = new IpAllowList(stack, 'list', {
      allow: ['192.0.2.1', { name: 'n', cidrs: ['192.0.2.3'], metadata: '{"a":1}' }],
    });
    Aspects.of(stack).add(new OwnershipMetadata({ owner, additional: { repository: 'r' } }));
    const ours = { owner, stack: 'stack', repository: 'r' };
    const { plain, json } = metadataIn(stack);
    expect([plain, json].map((text) => JSON.parse(text as string) as unknown)).toEqual([
      ours,
      { ...ours, cost: 1, owner: 'shop' },
    ]);
    const [rules] = bodiesOf<{ rules: Record<string, { metadata: string }> }>(stack, 'ip_policy_rules');
    expect(Object.values(rules?.rules ?? {}).map(({ metadata }) => JSON.parse(metadata) as unknown)).toEqual([
      ours,
      { ...ours, a: 1 },
    ]);
    expect(list.policy.metadataInput).toBe(JSON.stringify(ours));
    expect(annotationsOf(stack)).toEqual([]);
  });

  test('is added to the rules of a list, also for networks that are tokens', () => {
    const stack = newStack();
    const several = new TerraformVariable(stack, 'several', { type: 'list(string)', default: ['192.0.2.3'] });
    const list = new IpAllowList(stack, 'list', { allow: ['192.0.2.1'] });
    list.allow({ name: 'later', cidrs: Token.asList(several.value), metadata: '{"a":1}' });
    list.deny({ name: 'text', cidrs: ['192.0.2.5'], metadata: 'text' });
    Aspects.of(stack).add(new OwnershipMetadata({ owner }));
    expect(annotationsOf(stack)).toEqual([
      'list/rules: The metadata of rule 192.0.2.5/32 is not a JSON object, so the ownership members are not added to it.',
    ]);
    const ours = { owner, stack: 'stack' };
    const [rules] = bodiesOf<{ rules: string }>(stack, 'ip_policy_rules');
    const expression = rules?.rules.slice(2, -1).replace('var.several', '["192.0.2.3"]') ?? '';
    const evaluated = runTerraform(newFolder(), ['console'], `jsonencode(${expression})\n`);
    expect(JSON.parse(JSON.parse(evaluated) as string)).toEqual({
      '192.0.2.1/32': { action: 'allow', metadata: JSON.stringify(ours) },
      '192.0.2.3': { action: 'allow', description: 'later', metadata: JSON.stringify({ ...ours, a: 1 }) },
      '192.0.2.5/32': { action: 'deny', description: 'text', metadata: 'text' },
    });
  });

  test('warns about rules that are known after apply', () => {
    const stack = newStack();
    const known = { action: 'allow' };
    new IpPolicyRules(stack, 'whole', { ipPolicyId: 'ipp_1', rules: new TerraformVariable(stack, 'v', {}).value });
    new IpPolicyRules(stack, 'one', {
      ipPolicyId: 'ipp_2',
      rules: { '192.0.2.1': known, '192.0.2.3': new TerraformVariable(stack, 'w', {}).value as IResolvable },
    });
    new IpAllowList(stack, 'list', { allow: ['192.0.2.1'] }).rules.rules = { '192.0.2.5': known };
    Aspects.of(stack).add(new OwnershipMetadata({ owner }));
    const warning = 'Some rules are known only after apply, so the ownership members are not added to their metadata.';
    expect(annotationsOf(stack)).toEqual([`whole: ${warning}`, `one: ${warning}`]);
    const metadata = JSON.stringify({ owner, stack: 'stack' });
    const rendered = Object.entries(render(stack).resource['netingress_ip_policy_rules'] ?? {});
    const rulesOf = (id: string): unknown => rendered.find(([name]) => name.startsWith(id))?.[1]['rules'];
    expect(['whole', 'one', 'list'].map(rulesOf)).toEqual([
      expression('var.v'),
      { '192.0.2.1': { ...known, metadata }, '192.0.2.3': expression('var.w') },
      { '192.0.2.5': { ...known, metadata } },
    ]);
  });

  test('warns about metadata that it cannot extend, and leaves out what is excluded', () => {
    const stack = newStack();
    const variable = new TerraformVariable(stack, 'v', { type: 'string' });
    new IpPolicy(stack, 'text', { metadata: 'owned by shop' });
    new IpPolicy(stack, 'list', { metadata: '[1]' });
    new IpPolicy(stack, 'later', { metadata: variable.stringValue });
    const apart = new Construct(stack, 'apart');
    new IpPolicy(apart, 'policy');
    Aspects.of(stack).add(new OwnershipMetadata({ owner, exclude: [apart] }));
    expect(annotationsOf(stack)).toEqual([
      'text: The metadata is not a JSON object, so the ownership members are not added to it.',
      'list: The metadata is not a JSON object, so the ownership members are not added to it.',
      'later: The metadata is known only after apply, so the ownership members are not added to it.',
    ]);
    expect(metadataIn(stack)).toMatchObject({ text: 'owned by shop', list: '[1]' });
    expect(Object.entries(metadataIn(stack)).find(([name]) => name.startsWith('apart'))?.[1]).toBeUndefined();
  });

  test.each([
    [4096, []],
    [4097, ['big: metadata: is 4097 bytes long with the ownership members; expected at most 4096 bytes of UTF-8']],
  ])('metadata that has %d bytes with the ownership members has the errors %j', (bytes, errors) => {
    const stack = newStack();
    const around = Buffer.byteLength(JSON.stringify({ owner, stack: 'stack', x: '' }));
    new IpPolicy(stack, 'big', { metadata: JSON.stringify({ x: 'x'.repeat(bytes - around) }) });
    Aspects.of(stack).add(new OwnershipMetadata({ owner }));
    expect(annotationsOf(stack, 'error')).toEqual(errors);
  });
});

describe('RequireDescription', () => {
  test('reports a policy and a rule of a set without a description as errors, and no excluded object', () => {
    const stack = newStack();
    new IpPolicyRules(stack, 'rules', {
      ipPolicyId: new IpPolicy(stack, 'policy', { description: ' ' }).id,
      rules: {
        '192.0.2.1': { action: 'allow' },
        '192.0.2.3': { action: 'allow', description: 'x' },
        '192.0.2.5': null,
      },
    });
    const apart = new IpPolicy(stack, 'apart');
    new IpPolicyRule(stack, 'fine', { ipPolicyId: apart.id, cidr: '192.0.2.1', action: 'deny', description: 'Fine' });
    Aspects.of(stack).add(new RequireDescription({ exclude: [apart] }));
    expect(annotationsOf(stack, 'error')).toEqual([
      'policy: description: is not set; expected the purpose of the object',
      'rules: rules: 192.0.2.1 have no description; expected the owner of each network',
    ]);
  });

  test('checks the rules of a list, also for networks that are tokens', () => {
    const stack = newStack();
    const one = new TerraformVariable(stack, 'one', { type: 'string' }).stringValue;
    const several = Token.asList(new TerraformVariable(stack, 'several', { type: 'list(string)' }).value);
    const list = new IpAllowList(stack, 'list', { description: 'Fine', allow: ['192.0.2.1'] });
    list.allow([one]).deny(several).allow(several, 'Fine');
    Aspects.of(stack).add(new RequireDescription());
    expect(annotationsOf(stack, 'error')).toEqual([
      `list/rules: rules: 192.0.2.1/32, ${expression('var.one')}, ${expression('var.several')} have no description; expected the owner of each network`,
    ]);
  });
});

describe('NoOpenPolicies', () => {
  const allow = 'allow';

  test('finds policies whose rules together allow every address', () => {
    const stack = newStack();
    const [halves, closed] = [new IpPolicy(stack, 'halves').id, new IpPolicy(stack, 'closed').id];
    new IpPolicyRule(stack, 'low', { ipPolicyId: halves, cidr: '0.0.0.0/1', action: allow });
    new IpPolicyRule(stack, 'high', { ipPolicyId: halves, cidr: '128.0.0.0/1', action: allow });
    new IpPolicyRule(stack, 'half', { ipPolicyId: closed, cidr: '0.0.0.0/1', action: allow });
    new IpPolicyRule(stack, 'all', { ipPolicyId: closed, cidr: '::/0', action: 'deny' });
    new IpPolicyRules(stack, 'rules', {
      ipPolicyId: new IpPolicy(stack, 'both').id,
      rules: { '0.0.0.0/0': { action: allow }, '::/0': { action: allow }, '203.0.113.0/24': { action: 'deny' } },
    });
    new IpAllowList(stack, 'public', { allow: ['0.0.0.0/0'], suppressWarnings: ['open'] });
    const list = new IpAllowList(stack, 'excepted', { allow: ['0.0.0.0/0'], suppressWarnings: ['open'] });
    Aspects.of(stack).add(new NoOpenPolicies({ exclude: [list] }));
    const problem = (families: string): string =>
      `The rules of the policy allow every ${families} address; expected only known networks.`;
    const lists = [`rules: ${problem('IPv4 and IPv6')}`, `public/rules: ${problem('IPv4')}`];
    // A second synthesis adds no duplicates.
    for (let count = 0; count < 2; count += 1)
      expect(annotationsOf(stack, 'error')).toEqual([`low: ${problem('IPv4')}`, ...lists]);
  });

  test('checks the known rules of a list with tokens', () => {
    const stack = newStack();
    const several = new TerraformVariable(stack, 'several', { type: 'list(string)' });
    new IpAllowList(stack, 'list', { allow: ['0.0.0.0/0', Token.asList(several.value)], suppressWarnings: ['open'] });
    Aspects.of(stack).add(new NoOpenPolicies());
    expect(annotationsOf(stack, 'error')).toEqual([expect.stringMatching(/^list\/rules: .* allow every IPv4 address/)]);
  });

  test('combines repeated rules of one iterator, but not of two', () => {
    const stack = newStack();
    const [one, two] = [TerraformIterator.fromList(['ipp_1']), TerraformIterator.fromList(['ipp_2'])];
    const half = (id: string, cidr: string, forEach: ListTerraformIterator): unknown =>
      new IpPolicyRule(stack, id, { forEach, ipPolicyId: forEach.value as string, cidr, action: allow });
    half('low', '0.0.0.0/1', one);
    half('high', '128.0.0.0/1', two);
    Aspects.of(stack).add(new NoOpenPolicies());
    expect(annotationsOf(stack, 'error')).toEqual([]);
    half('high-too', '128.0.0.0/1', one);
    expect(annotationsOf(stack, 'error')).toEqual([expect.stringMatching(/^low: The rules of the policy allow every/)]);
  });

  test('checks only the scope that it was added to', () => {
    const stack = newStack();
    const [inside, outside] = [new Construct(stack, 'inside'), new Construct(stack, 'outside')];
    for (const scope of [inside, outside])
      new IpAllowList(scope, 'list', { allow: ['::/0'], suppressWarnings: ['open'] });
    Aspects.of(inside).add(new NoOpenPolicies());
    expect(annotationsOf(stack, 'error')).toEqual([expect.stringMatching(/^inside\/list\/rules: /)]);
  });
});
