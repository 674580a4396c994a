/**
 * `IpPolicyRules`: rendering, validation of keys, and exclusive ownership of a policy's rules. The last test is about
 * data sources.
 */
import {
  App,
  Lazy,
  type ListTerraformIterator,
  TerraformCount,
  TerraformIterator,
  TerraformStack,
  TerraformVariable,
  Testing,
} from 'cdktf';
import { Construct } from 'constructs';
import { DataNetingressIpPolicy, IpPolicy, IpPolicyRule, IpPolicyRules } from '../../src/constructs';
import { newFolder, newStack, problemsIn, removeFolders, render } from '../support/constructs/synth';
import { expression } from '../support/expression';

afterEach(removeFolders);

test('renders rules by key with null elements, and has references to single rules', () => {
  const stack = newStack();
  const rules = new IpPolicyRules(stack, 'rules', {
    ipPolicyId: new IpPolicy(stack, 'policy').id,
    rules: { '10.0.0.0/8': { action: 'allow', description: 'net' }, '2001:DB8::/32': null },
  });
  new IpPolicy(stack, 'other', { description: rules.rules.get('10.0.0.0/8').action });
  const { resource } = render(stack);
  expect(resource['netingress_ip_policy_rules']?.['rules']).toMatchObject({
    ip_policy_id: expression('netingress_ip_policy.policy.id'),
    rules: { '10.0.0.0/8': { action: 'allow', description: 'net' }, '2001:DB8::/32': null },
  });
  expect(resource['netingress_ip_policy']?.['other']).toMatchObject({
    description: expression('netingress_ip_policy_rules.rules.rules["10.0.0.0/8"].action'),
  });
  expect(problemsIn(stack)).toEqual([]);
});

test('reports invalid and equal keys, and unknown properties of a rule', () => {
  const stack = newStack();
  new IpPolicyRules(stack, 'rules', {
    ipPolicyId: 'ipp_1',
    rules: {
      '10.0.0.1': { action: 'allow' },
      '10.0.0.1/32': { action: 'deny' },
      '10.0.0.1/8': { action: 'allow' },
      '11.0.0.0/8': { action: 'allow', desciption: 'x' } as { action: string },
      [new IpPolicy(stack, 'key').id]: { action: 'allow', note: 'x' } as { action: string },
    },
  });
  expect(problemsIn(stack)).toEqual([
    "stack/rules: rules: has the equal keys '10.0.0.1' and '10.0.0.1/32'; expected only one of them",
    expect.stringMatching(
      /^stack\/rules: rules\["10\.0\.0\.1\/8"\]: '10\.0\.0\.1\/8' has bits set beyond its mask \/8; expected/,
    ),
    expect.stringMatching(
      /^stack\/rules: rules\["11\.0\.0\.0\/8"\]\.desciption: is not a property;.*did you mean 'description'/,
    ),
    expect.stringMatching(/^stack\/rules: rules\["known after apply"\]\.note: is not a property;/),
  ]);
});

describe('two owners of the rules of a policy', () => {
  const rule = { cidr: '10.0.0.0/8', action: 'allow' } as const;

  function twoStacks(): readonly [first: TerraformStack, second: TerraformStack] {
    const app = new App({ outdir: newFolder() });
    return [new TerraformStack(app, 'first'), new TerraformStack(app, 'second')];
  }

  const addSet = (stack: TerraformStack, ipPolicyId: string, id = 'set') =>
    new IpPolicyRules(stack, id, { ipPolicyId, rules: {} });
  const addRule = (stack: TerraformStack, ipPolicyId: string, id = 'other') =>
    new IpPolicyRule(stack, id, { ...rule, ipPolicyId });

  /** The id as the first owner has it, and as the second one does if that differs. */
  type Ids = readonly [first: string, second?: string];

  test.each<[string, idsOf: (first: TerraformStack) => Ids, other: 'set' | 'rule']>([
    ['a set and a rule, by reference', (first) => [new IpPolicy(first, 'policy').id], 'rule'],
    [
      'a set and a rule, by literals of which one is produced at synth',
      () => ['ipp_1', Lazy.stringValue({ produce: () => 'ipp_1' })],
      'rule',
    ],
    [
      'a set and a rule in the stacks before and after that of the policy',
      ({ node }) => [new IpPolicy(new TerraformStack(node.root, 'third'), 'policy').id],
      'rule',
    ],
    ['two sets', () => ['ipp_1'], 'set'],
  ])('rejects %s of one policy, in two stacks and in one', (_, idsOf, other) => {
    const make = (one: TerraformStack, two: TerraformStack): void => {
      const [id, otherId = id] = idsOf(one);
      addSet(one, id);
      if (other === 'set') addSet(two, otherId, 'other');
      else addRule(two, otherId);
    };
    const [first, second] = twoStacks();
    make(first, second);
    const message = /^first\/set: ipPolicyId: the policy is also managed by second\/other; expected a single owner/;
    expect(problemsIn(first)).toEqual([expect.stringMatching(message)]);
    for (const stack of [first, second]) stack.prepareStack();
    expect(problemsIn(first)).toEqual([expect.stringMatching(message)]);
    expect(() => Testing.synth(first, true)).toThrow(/the policy is also managed by second\/other/);
    const [only] = twoStacks();
    make(only, only);
    const problems = problemsIn(only);
    expect(problems[0]).toMatch(/^first\/set: .* also managed by first\/other; expected a single owner/);
    expect(problems).toHaveLength(other === 'set' ? 2 : 1);
  });

  test('the same reference in two stacks means two policies', () => {
    const [first, second] = twoStacks();
    for (const stack of [first, second]) {
      const policy = new IpPolicy(stack, 'policy');
      const variable = new TerraformVariable(stack, 'id', { type: 'string' });
      const declare = (id: string, ipPolicyId: string): unknown =>
        stack === first ? addSet(stack, ipPolicyId, id) : addRule(stack, ipPolicyId, id);
      declare('of-policy', policy.id);
      declare('of-variable', variable.stringValue);
      declare('of-expression', expression('var.id'));
      declare('of-local', expression('local.id'));
    }
    expect([problemsIn(first), problemsIn(second)]).toEqual([
      [expect.stringMatching(/first\/of-variable: .* first\/of-expression;/), expect.anything()],
      [],
    ]);
  });
});

test('rejects a second owner of the policies of a repeated set only if both repeat by the same iterator', () => {
  const stack = newStack();
  const [one, two] = [TerraformIterator.fromList(['ipp_1']), TerraformIterator.fromList(['ipp_2'])];
  const set = (id: string, forEach: ListTerraformIterator): unknown =>
    new IpPolicyRules(stack, id, { forEach, ipPolicyId: forEach.value as string, rules: {} });
  set('one', one);
  set('two', two);
  const ipPolicyId = `ipp_${expression('count.index')}`;
  for (const count of [2, 3])
    new IpPolicyRules(stack, `count-${count}`, { count: TerraformCount.of(count), ipPolicyId, rules: {} });
  expect(problemsIn(stack)).toEqual([]);
  const rule = { cidr: '10.0.0.0/8', action: 'allow' };
  new IpPolicyRule(stack, 'single', { ...rule, forEach: one, ipPolicyId: one.value as string });
  expect(problemsIn(stack)).toEqual([
    expect.stringMatching(
      /^stack\/one: ipPolicyId: the policy is also managed by stack\/single; expected a single owner/,
    ),
  ]);
});

test('a second synthesis finds what was added since the first, also before the set that was there', () => {
  const stack = newStack();
  const early = new Construct(stack, 'early');
  new IpPolicyRules(stack, 'late', { ipPolicyId: 'ipp_1', rules: {} });
  expect(problemsIn(stack)).toEqual([]);
  new IpPolicyRules(early, 'set', { ipPolicyId: 'ipp_2', rules: {} });
  new IpPolicyRule(early, 'single', { ipPolicyId: 'ipp_2', cidr: '10.0.0.0/8', action: 'allow' });
  expect(problemsIn(stack)).toEqual([
    expect.stringMatching(/^stack\/early\/set: ipPolicyId: the policy is also managed by stack\/early\/single;/),
  ]);
});

test('a data source with two lookup keys is an error', () => {
  const stack = newStack();
  new DataNetingressIpPolicy(stack, 'both', { description: 'office', id: 'ipp_1' });
  expect(problemsIn(stack)).toEqual([
    'stack/both: description: is set together with id; expected exactly one of: id, or description',
  ]);
});
