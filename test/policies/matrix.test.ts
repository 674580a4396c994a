/** Each policy finds its violation, and nothing else, in a configuration (aspect) and in its real plan (Rego). */
import { App, Aspects, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { ApiKey, EventSubscription, IpPolicy, IpPolicyRule, IpPolicyRules, SecurityPolicies } from '../../src';
import { auditEventTypes } from '../../src/model/events/event-groups';
import type { Json, JsonObject } from '../../src/model/json';
import { SECURITY_POLICIES, SECURITY_POLICY_IDS, type SecurityPolicyId } from '../../src/policies/policies';
import { picker } from '../fuzz';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import type { Workspace } from '../support/acceptance/workspace';
import { newFolder, newStack, removeFolders } from '../support/constructs/synth';
import { expression } from '../support/expression';
import { eventDestinationId, POLICY_CASES, type PolicyCase } from '../support/policies/cases';
import {
  buildOpa,
  judgeByAspect,
  judgeByCheckov,
  judgeByRego,
  type Opa,
  planStacks,
  toText,
} from '../support/policies/judge';
import { LATER, randomStack } from '../support/policies/random-stack';
import { describeWith } from '../support/requirements';

afterAll(removeFolders);

function stackOf({ build, name }: PolicyCase): TerraformStack {
  const stack = newStack();
  build(stack, name);
  return stack;
}

/** Values of `data.netingress_config`, and what is wrong with each. */
const WRONG_CONFIGURATIONS: readonly (readonly [config: Json, problem: RegExp])[] = [
  [null, /^data\.netingress_config has the type null; expected object\.$/],
  [false, /^data\.netingress_config has the type boolean;/],
  ['no_grant', /^data\.netingress_config has the type string;/],
  [[{ audit_trail: true }], /^data\.netingress_config has the type array;/],
  [
    { limit: {} },
    /^data\.netingress_config has the unknown member 'limit'; expected audit_trail, exceptions, limits, policies, protected_types\.$/,
  ],
  [{ policies: 'no_grant' }, /^data\.netingress_config\.policies has the type string; expected array\.$/],
  [{ policies: null }, /\.policies has the type null;/],
  [{ policies: [] }, /\.policies is empty; expected at least one of address_limit, audit_trail, /],
  [{ policies: ['open'] }, /\.policies has the unknown name 'open'; expected address_limit, audit_trail, /],
  [{ limits: ['ipv4_prefix'] }, /\.limits has the type array; expected object\.$/],
  [{ audit_trail: 'yes' }, /\.audit_trail has the type string; expected boolean\.$/],
  [{ protected_types: 'netingress_domain' }, /\.protected_types has the type string; expected array\.$/],
  [{ exceptions: ['netingress_ip_policy.plain'] }, /\.exceptions has the type array; expected object\.$/],
  [{ exceptions: { no_grants: [] } }, /\.exceptions has the unknown name 'no_grants'; expected address_limit, /],
  [
    { exceptions: { description: 'netingress_ip_policy.plain' } },
    /\.exceptions\.description is ".*"; expected an array of/,
  ],
  [{ exceptions: { description: [1] } }, /\.exceptions\.description is \[1\]; expected an array of addresses\.$/],
  [
    { limits: { ipv5_prefix: 1 } },
    /\.limits has the unknown name 'ipv5_prefix'; expected ipv4_addresses, ipv4_prefix, /,
  ],
  [
    { limits: { ipv4_prefix: null } },
    /\.limits\.ipv4_prefix is null; expected an integer from 0 to 32, or a string of it\.$/,
  ],
  [{ limits: { ipv4_prefix: 33 } }, /\.limits\.ipv4_prefix is 33; expected an integer from 0 to 32,/],
  [{ limits: { ipv4_prefix: 15.5 } }, /\.limits\.ipv4_prefix is 15\.5;/],
  [{ limits: { ipv6_prefix: -1 } }, /\.limits\.ipv6_prefix is -1; expected an integer from 0 to 128,/],
  [{ limits: { ipv4_addresses: true } }, /\.limits\.ipv4_addresses is true;/],
  [{ limits: { ipv6_addresses: '2^64' } }, /\.limits\.ipv6_addresses is "2\^64"; expected an integer from 0 to 3402/],
  [
    { protected_types: ['netingress_domains'] },
    /\.protected_types has the unknown name 'netingress_domains'; expected /,
  ],
  [{ protected_types: [null] }, /\.protected_types has the unknown name 'null';/],
];

const expected = ({ violates, name }: PolicyCase): string[] => violates.map((policy) => `${policy} ${name}`).sort();

test.each(POLICY_CASES.map((each) => [each.name, each] as const))('the aspect judges %s', (_, each) => {
  expect(judgeByAspect(stackOf(each))).toEqual(expected(each));
});

test('the aspect fails the synthesis of an app when it is added to each of its stacks, as in the guide', () => {
  const app = new App({ outdir: newFolder(), skipValidation: true });
  new TerraformStack(app, 'empty');
  new IpPolicy(new TerraformStack(new Construct(app, 'team'), 'one'), 'policy');
  for (const stack of app.node.findAll().filter(TerraformStack.isStack))
    Aspects.of(stack).add(new SecurityPolicies({ policies: ['description'] }));
  expect(() => app.synth()).toThrow('[team/one/policy] description: is not set');
});

test.each([
  [[], 'policies: is empty'],
  [['protected'], "policies: 'protected' can judge only a plan"],
])('the aspect refuses the policies %j, by which it would check nothing', (policies, problem) => {
  expect(() => new SecurityPolicies({ policies: policies as never })).toThrow(problem);
});

test('every policy has a configuration that violates it, and one that does not', () => {
  const ids = SECURITY_POLICY_IDS.filter((id) => SECURITY_POLICIES[id].aspect);
  expect(ids.filter((id) => !POLICY_CASES.some(({ violates }) => violates.includes(id)))).toEqual([]);
  expect(ids.filter((id) => POLICY_CASES.every(({ violates }) => violates.includes(id)))).toEqual([]);
});

test('the aspect judges the target of a move, and not the resource that was moved', () => {
  const stack = newStack();
  const description = 'd';
  const trail = (name: string, types: readonly string[]): EventSubscription =>
    new EventSubscription(stack, name, {
      description,
      sources: types.map((type) => ({ type })),
      destinationIds: [eventDestinationId],
    });
  trail('old_trail', auditEventTypes()).moveTo('trail');
  trail('trail', auditEventTypes().slice(1)).addMoveTarget('trail');
  new ApiKey(stack, 'old_key', { description }).moveTo('key');
  new ApiKey(stack, 'key', { description }).addMoveTarget('key');
  expect(judgeByAspect(stack)).toEqual(['audit_trail trail', 'credential_owner key', 'sealed_token key']);
});

test.each([
  ['ipv4Prefix', 33, '33', '32'],
  ['ipv4Prefix', 16.5, '16.5', '32'],
  ['ipv6Prefix', -1, '-1', '128'],
  ['ipv4Addresses', Number.NaN, 'NaN', '4294967296'],
  ['ipv6Addresses', '2^64', '2^64', '340282366920938463463374607431768211456'],
  ['ipv6Addresses', '340282366920938463463374607431768211457', undefined, '340282366920938463463374607431768211456'],
  ['ipv6Addresses', 2 ** 64, '18446744073709552000', '340282366920938463463374607431768211456'],
])('the aspect refuses the limit %s = %s', (name, value, shown, largest) => {
  expect(() => new SecurityPolicies({ limits: { [name]: value } as never })).toThrow(
    new Error(`limits.${name}: '${shown ?? value}' is not a limit; expected an integer from 0 to ${largest}`),
  );
});

test('the aspect refuses a limit with another name', () => {
  expect(() => new SecurityPolicies({ limits: { ipv4prefix: 24 } as never })).toThrow(
    "limits: 'ipv4prefix' is not a limit; expected ipv4Prefix, ipv6Prefix, ipv4Addresses, ipv6Addresses",
  );
});

test('the aspect compares a number of IPv6 addresses exactly', () => {
  const judge = (ipv6Addresses: string): string[] => {
    const stack = newStack();
    const policy = new IpPolicy(stack, 'p', { description: 'd' });
    const rules = { '2001:db8::/32': { action: 'allow', description: 'd' } };
    new IpPolicyRules(stack, 'set', { ipPolicyId: policy.id, rules });
    return judgeByAspect(stack, { limits: { ipv6Addresses } });
  };
  expect(judge(String(2n ** 96n))).toEqual([]);
  expect(judge(String(2n ** 96n - 1n))).toEqual(['address_limit set']);
});

describeWith('checkov', 'checkov', () => {
  test('judges the plan of each configuration', async () => {
    const { workspace, close } = await openAttachedAccount();
    try {
      await planStacks(workspace, POLICY_CASES.map(stackOf));
      const byCheckov = judgeByCheckov(workspace, await workspace.ok('show', '-json', 'plan.bin'));
      const inCheckov = (text: string): boolean =>
        SECURITY_POLICIES[text.split(' ')[0] as SecurityPolicyId].notInCheckov === undefined;
      expect(byCheckov).toEqual(POLICY_CASES.flatMap(expected).filter(inCheckov).sort());
    } finally {
      await close();
    }
  });
});

describeWith(['CAMPAIGN=full', 'go'], 'Rego', () => {
  let account: AttachedAccount;
  let workspace: Workspace;
  let opa: Opa;

  beforeAll(async () => {
    opa = buildOpa();
    account = await openAttachedAccount();
    ({ workspace } = account);
  });
  afterAll(async () => {
    await account?.close();
    opa?.remove();
  });

  test('judges the plan of each configuration', async () => {
    const plans = await planStacks(workspace, POLICY_CASES.map(stackOf));
    const found = judgeByRego(opa, plans);
    expect(found.map((findings) => [...new Set(findings.map(toText))].sort())).toEqual(POLICY_CASES.map(expected));
    expect(found.flat().filter(({ decided }) => !decided)).toEqual([]);
  });

  test('agrees with the aspect about random stacks, except about what is known after apply', async () => {
    const pick = picker(333);
    const stacks = [...Array(500).keys()].map((index) => randomStack(pick, index));
    const byAspect = stacks.map(({ stack }) => judgeByAspect(stack));
    const later = { terraform_data: { later: { input: 'bind:b.example.com' } } };
    const plans = await planStacks(
      workspace,
      stacks.map(({ stack }) => stack),
      later,
    );
    const byRego = judgeByRego(opa, plans);
    const isOpenFinding = (text: string): boolean => text.startsWith('no_open_network ');
    let undecided = 0;
    stacks.forEach(({ openPolicies, openResources }, index) => {
      const found = byRego[index] ?? [];
      undecided += found.filter(({ decided }) => !decided).length;
      const rego = [...new Set(found.filter(({ decided }) => decided).map(toText))].sort();
      const aspect = byAspect[index] ?? [];
      expect([index, rego.filter((text) => !isOpenFinding(text))]).toEqual([
        index,
        aspect.filter((text) => !isOpenFinding(text)),
      ]);
      // The aspect adds up the rules of all resources of a policy, and ignores deny rules.
      const open = (names: readonly string[]): string[] => names.map((name) => `no_open_network ${name}`).sort();
      expect([index, rego.filter(isOpenFinding), aspect.filter(isOpenFinding)]).toEqual([
        index,
        open(openResources),
        open(openPolicies),
      ]);
    });
    expect(undecided).toBeGreaterThan(50);
    const policies = new Set(byRego.flat().map(({ policy }) => policy));
    expect(policies.size).toBeGreaterThan(9);
  });

  test('has an entry for what is known after apply, also of a network, and none where it decides nothing', async () => {
    const [set, rule] = [newStack(), newStack()];
    const policy = new IpPolicy(set, 'policy', { description: 'p' });
    const rules = `\${{ (terraform_data.later.output) = { action = "allow", description = "d" } }}`;
    new IpPolicyRules(set, 'set', { ipPolicyId: policy.id, rules: rules as never });
    new IpPolicyRule(rule, 'rule', { ipPolicyId: policy.id, cidr: LATER, action: 'allow', description: LATER });
    const later = { terraform_data: { later: { input: '203.0.113.0/24' } } };
    const found = judgeByRego(opa, await planStacks(workspace, [set, rule], later));
    expect(found.map((findings) => [...new Set(findings.map(toText))].sort())).toEqual([
      ['address_limit set', 'description set', 'no_grant set', 'no_open_network set', 'no_wide_network set'],
      ['description rule', 'no_open_network rule', 'no_wide_network rule'],
    ]);
    expect(found.flat().filter(({ decided }) => decided)).toEqual([]);
  });

  test('has an entry for a trail whose destinations are known only after apply, unless it is complete without', async () => {
    const later = { terraform_data: { later: { input: 'x' } } };
    const [alone, incomplete, complete] = [newStack(), newStack(), newStack()];
    const add = (stack: TerraformStack, name: string, types: readonly string[], destinationIds: unknown): void => {
      const sources = types.map((type) => ({ type }));
      new EventSubscription(stack, name, { description: 'd', sources, destinationIds } as never);
    };
    const unknown = expression(`terraform_data.later.output == "x" ? ["${eventDestinationId}"] : []`);
    add(alone, 'alone', auditEventTypes(), unknown);
    add(incomplete, 'incomplete', auditEventTypes().slice(1), unknown);
    add(complete, 'first', auditEventTypes(), unknown);
    add(complete, 'second', auditEventTypes(), [eventDestinationId]);
    const found = judgeByRego(opa, await planStacks(workspace, [alone, incomplete, complete], later));
    expect(found.map((findings) => findings.map((finding) => [toText(finding), finding.decided]))).toEqual([
      [['audit_trail alone', false]],
      [['audit_trail incomplete', true]],
      [],
    ]);
  });

  test('finds a destroyed and a replaced object of a protected type, and not a moved or another one', async () => {
    await workspace.configure({
      netingress_tcp_address: { a: { description: 'a' }, b: { description: 'b', region: 'us' } },
      netingress_ip_policy: { p: { description: 'p' } },
    });
    await workspace.apply();
    await workspace.configure({ netingress_tcp_address: { b: { description: 'b', region: 'eu' } } });
    const plan = await workspace.plan();
    expect(judgeByRego(opa, [plan])[0]?.map(toText)).toEqual(['protected a', 'protected b']);
    expect(judgeByRego(opa, [plan], { protected_types: ['netingress_domain'] })).toEqual([[]]);
    const addresses = { c: { description: 'a' }, b: { description: 'b', region: 'us' } };
    const moved = [{ from: 'netingress_tcp_address.a', to: 'netingress_tcp_address.c' }];
    await workspace.configure({ netingress_tcp_address: addresses }, { moved });
    expect(judgeByRego(opa, [await workspace.plan()])).toEqual([[]]);
    await workspace.ok('destroy', '-auto-approve', '-no-color');
  });

  test('follows the data of a team', async () => {
    const stack = newStack();
    const policy = new IpPolicy(stack, 'p');
    const rules = { '10.0.0.0/15': { action: 'allow', description: 'd' } };
    new IpPolicyRules(stack, 'wide', { ipPolicyId: policy.id, rules });
    const plans = await planStacks(workspace, [stack]);
    const judge = (config: JsonObject): string[] => (judgeByRego(opa, plans, config)[0] ?? []).map(toText).sort();
    expect(judge({})).toEqual(['description p', 'no_wide_network wide']);
    expect(judge({ limits: { ipv4_prefix: 15 } })).toEqual(['description p']);
    expect(judge({ limits: { ipv4_prefix: '15' } })).toEqual(['description p']);
    expect(judge({ limits: { ipv4_addresses: 131071 }, policies: ['address_limit'] })).toEqual(['address_limit wide']);
    expect(judge({ exceptions: { description: ['netingress_ip_policy.p'] } })).toEqual(['no_wide_network wide']);
    expect(judge({ policies: ['audit_trail'], audit_trail: true })).toEqual(['audit_trail plan']);
  });

  test('prints a number of addresses with all digits, although conftest reads the numbers of a plan as floats', () => {
    const query = '[data.netingress.rules.digits(n) | n := [4.294967296e+09, "5192296858534827628530496329220096"][_]]';
    expect(opa.evaluate(query, {})).toEqual(['4294967296', '5192296858534827628530496329220096']);
  });

  test('compares a number of IPv6 addresses exactly', async () => {
    const stack = newStack();
    const policy = new IpPolicy(stack, 'p6', { description: 'd' });
    const rules = { '2001:db8::/32': { action: 'allow', description: 'd' } };
    new IpPolicyRules(stack, 'set6', { ipPolicyId: policy.id, rules });
    const plans = await planStacks(workspace, [stack]);
    const judge = (limit: bigint): string[] =>
      (judgeByRego(opa, plans, { limits: { ipv6_addresses: String(limit) } })[0] ?? []).map(toText);
    expect(judge(2n ** 96n)).toEqual([]);
    expect(judge(2n ** 96n - 1n)).toEqual(['address_limit set6']);
  });

  test('reports what is wrong with the data of a team, and judges by the defaults then', async () => {
    const stack = newStack();
    const policy = new IpPolicy(stack, 'plain');
    new IpPolicyRule(stack, 'open', { ipPolicyId: policy.id, cidr: '10.0.0.0/15', action: 'allow', description: 'd' });
    const plans = await planStacks(workspace, [stack]);
    const byDefault = ['description plain', 'no_wide_network open'];
    for (const [config, problem] of WRONG_CONFIGURATIONS) {
      const found = judgeByRego(opa, plans, config)[0] ?? [];
      const [problems, others] = [true, false].map((is) =>
        found.filter((finding) => (finding.policy === 'config') === is),
      );
      expect(problems?.map(({ msg, severity, decided }) => [msg, severity, decided])).toEqual([
        [expect.stringMatching(problem), 'error', false],
      ]);
      expect([config, others?.map(toText).sort()]).toEqual([config, byDefault]);
    }
  });

  test('refuses what is not a complete plan, and a plan without the attributes that it reads', async () => {
    const stack = newStack();
    POLICY_CASES.find(({ violates }) => violates.length === 0)?.build(stack, 'clean');
    const [plan] = await planStacks(workspace, [stack]);
    const state = { format_version: '1.0', values: {} };
    const old = JSON.parse(JSON.stringify(plan).replaceAll('"admits_every_address"', '"other"')) as JsonObject;
    const found = judgeByRego(opa, [plan, state, {}, { ...plan, errored: true }, { ...plan, complete: false }, old]);
    expect(found.map((findings) => findings.map(({ policy, decided }) => [policy, decided]).sort())).toEqual([
      [],
      ...[1, 2, 3, 4].map(() => [['plan', false]]),
      [['no_open_network', false]],
    ]);
  });
});
