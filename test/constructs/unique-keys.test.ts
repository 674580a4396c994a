/** Two resources of one stack of which the service accepts only one. */
import { TerraformCount, type TerraformElement, TerraformStack, TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';
import * as netingress from '../../src';
import { IpPolicy, IpPolicyRule, IpRestriction, NetingressProvider } from '../../src';
import type { Kind } from '../../src/model/kind';
import { pascalCase } from '../../src/model/naming';
import { minimalConfig } from '../support/acceptance/samples';
import { newStack, propsOf, removeFolders } from '../support/constructs/synth';
import { SPEC_KINDS } from '../support/kinds';

afterEach(removeFolders);

const UNIQUE = SPEC_KINDS.filter(({ naturalKey }) => naturalKey?.unique);

type ElementClass = new (scope: Construct, id: string, props: unknown) => TerraformElement;

function create(kind: Kind, stack: TerraformStack, id: string, object: number): void {
  const { [pascalCase(kind.name)]: constructClass } = netingress as unknown as Record<string, ElementClass | undefined>;
  if (!constructClass) throw new Error(`netingress exports no class for ${kind.name}`);
  new constructClass(stack, id, propsOf(kind.attributes, minimalConfig(kind, { object })));
}

/** The core has problems of its own with a stack without a provider. */
function duplicatesIn(stack: TerraformStack): string[] {
  return stack.node.validate().filter((problem) => problem.includes('equal in'));
}

test.each(UNIQUE.map((kind) => [kind.name, kind] as const))(
  'a second %s with the natural key of another is an error at synth',
  (_, kind) => {
    const stack = newStack();
    create(kind, stack, 'one', 0);
    create(kind, stack, 'different', 1);
    expect(duplicatesIn(stack)).toEqual([]);
    create(kind, stack, 'again', 0);
    expect(duplicatesIn(stack)).toEqual([
      expect.stringMatching(
        new RegExp(`: equal in stack/one, stack/again; expected one ${kind.title} with these values\\.`),
      ),
    ]);
  },
);

describe('rules', () => {
  const allow = { action: 'allow' } as const;

  test('of one network in two notations are one rule', () => {
    const stack = newStack();
    const policy = new IpPolicy(stack, 'policy');
    new IpPolicyRule(stack, 'one', { ...allow, ipPolicyId: policy.id, cidr: '2001:db8::/32' });
    new IpPolicyRule(stack, 'two', { action: 'deny', ipPolicyId: policy.id, cidr: '2001:DB8:0::/32' });
    expect(duplicatesIn(stack)).toEqual([
      expect.stringMatching(/^ipPolicyId and cidr: equal in stack\/one, stack\/two;/),
    ]);
  });

  test('of one network in two policies are two', () => {
    const stack = newStack();
    for (const id of ['a', 'b']) {
      const policy = new IpPolicy(stack, id);
      new IpPolicyRule(stack, `${id}-rule`, { ...allow, ipPolicyId: policy.id, cidr: '192.0.2.0/24' });
    }
    expect(duplicatesIn(stack)).toEqual([]);
  });

  test('of one variable are one, and of two variables may be two', () => {
    const stack = newStack();
    const [one, two] = ['one', 'two'].map((id) => new TerraformVariable(stack, id, { type: 'string' }).stringValue);
    new IpPolicyRule(stack, 'a', { ...allow, ipPolicyId: 'ipp_1', cidr: one as string });
    new IpPolicyRule(stack, 'b', { ...allow, ipPolicyId: 'ipp_1', cidr: two as string });
    expect(duplicatesIn(stack)).toEqual([]);
    new IpPolicyRule(stack, 'c', { ...allow, ipPolicyId: 'ipp_1', cidr: one as string });
    expect(duplicatesIn(stack)).toEqual([expect.stringContaining('stack/a, stack/c')]);
  });

  test('10,000 are compared without a walk through the stack for each', () => {
    const stack = newStack();
    for (let n = 0; n < 10_000; n++) {
      const cidr = `10.${n >> 8}.${n & 255}.0/24`;
      new IpPolicyRule(stack, `r${n}`, { ...allow, ipPolicyId: 'ipp_1', cidr });
    }
    const findAll = jest.spyOn(stack.node, 'findAll');
    expect(duplicatesIn(stack)).toEqual([]);
    // One walk for each resource would take minutes.
    expect(findAll.mock.calls.length).toBeLessThan(10);
  });
});

describe('two restrictions of one type are accepted if they may be for two accounts, or one may not exist:', () => {
  const api = { type: 'api', ipPolicyIds: ['ipp_1'] } as const;

  test('with another alias of the provider', () => {
    const stack = newStack();
    const standard = new NetingressProvider(stack, 'standard');
    new IpRestriction(stack, 'one', api);
    for (const alias of ['two', 'three'])
      new IpRestriction(stack, alias, { ...api, provider: new NetingressProvider(stack, `of-${alias}`, { alias }) });
    expect(duplicatesIn(stack)).toEqual([]);
    new IpRestriction(stack, 'again', { ...api, provider: standard });
    expect(duplicatesIn(stack)).toEqual([expect.stringMatching(/^type: equal in stack\/one, stack\/again;/)]);
  });

  test('in another stack', () => {
    const stack = newStack();
    const other = new TerraformStack(stack.node.root, 'other');
    new IpRestriction(stack, 'one', api);
    new IpRestriction(other, 'two', api);
    expect([...duplicatesIn(stack), ...duplicatesIn(other)]).toEqual([]);
  });

  test('with count', () => {
    const stack = newStack();
    new IpRestriction(stack, 'one', { ...api, count: TerraformCount.of(0) });
    new IpRestriction(stack, 'two', api);
    expect(duplicatesIn(stack)).toEqual([]);
  });

  test('with an override of the type', () => {
    const stack = newStack();
    new IpRestriction(stack, 'one', api).addOverride('type', 'agent');
    new IpRestriction(stack, 'two', api);
    expect(duplicatesIn(stack)).toEqual([]);
  });
});
