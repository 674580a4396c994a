/** Each policy finds its violation, and nothing else, in a configuration (aspect) and in its real plan (Rego). */
import type { TerraformStack } from 'cdktf';
import { IpPolicy, IpPolicyRule, IpPolicyRules } from '../../src';
import { createEmulator } from '../../src/emulator';
import type { JsonObject } from '../../src/model/json';
import { SECURITY_POLICIES, SECURITY_POLICY_IDS, type SecurityPolicyId } from '../../src/policies/policies';
import { picker } from '../fuzz';
import { createAttachedWorkspace } from '../support/acceptance/provider-in-process';
import type { Workspace } from '../support/acceptance/workspace';
import { newStack, removeFolders } from '../support/constructs/synth';
import { POLICY_CASES, type PolicyCase } from '../support/policies/cases';
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

jest.setTimeout(300_000);

afterAll(removeFolders);

function stackOf({ build, name }: PolicyCase): TerraformStack {
  const stack = newStack();
  build(stack, name);
  return stack;
}

const expected = ({ violates, name }: PolicyCase): string[] => violates.map((policy) => `${policy} ${name}`).sort();

test.each(POLICY_CASES.map((each) => [each.name, each] as const))('the aspect judges %s', (_, each) => {
  expect(judgeByAspect(stackOf(each))).toEqual(expected(each));
});

test('every policy has a configuration that violates it, and one that does not', () => {
  const ids = SECURITY_POLICY_IDS.filter((id) => SECURITY_POLICIES[id].aspect);
  expect(ids.filter((id) => !POLICY_CASES.some(({ violates }) => violates.includes(id)))).toEqual([]);
  expect(ids.filter((id) => POLICY_CASES.every(({ violates }) => violates.includes(id)))).toEqual([]);
});

describeWith('checkov', 'checkov', () => {
  let emulator: ReturnType<typeof createEmulator>;
  let workspace: Workspace;

  beforeAll(async () => {
    emulator = createEmulator();
    const { url } = await emulator.listen();
    workspace = await createAttachedWorkspace(url);
  });
  afterAll(async () => {
    await workspace?.remove();
    await emulator?.close();
  });

  test('judges the plan of each configuration', async () => {
    await planStacks(workspace, POLICY_CASES.map(stackOf));
    const byCheckov = judgeByCheckov(workspace, await workspace.ok('show', '-json', 'plan.bin'));
    const inCheckov = (text: string): boolean =>
      SECURITY_POLICIES[text.split(' ')[0] as SecurityPolicyId].notInCheckov === undefined;
    expect(byCheckov).toEqual(POLICY_CASES.flatMap(expected).filter(inCheckov).sort());
  });
});

describeWith(['CAMPAIGN=full', 'go'], 'Rego', () => {
  let emulator: ReturnType<typeof createEmulator>;
  let workspace: Workspace;
  let opa: Opa;

  beforeAll(async () => {
    opa = buildOpa();
    emulator = createEmulator();
    const { url } = await emulator.listen();
    workspace = await createAttachedWorkspace(url);
  });
  afterAll(async () => {
    await workspace?.remove();
    await emulator?.close();
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
      ['address_limit rule', 'description rule', 'no_open_network rule', 'no_wide_network rule'],
    ]);
    expect(found.flat().filter(({ decided }) => decided)).toEqual([]);
  });

  test('finds a destroyed and a replaced object of a protected type, and not another one', async () => {
    await workspace.configure({
      netingress_tcp_address: { a: { description: 'a' }, b: { description: 'b', region: 'us' } },
      netingress_ip_policy: { p: { description: 'p' } },
    });
    await workspace.apply();
    await workspace.configure({ netingress_tcp_address: { b: { description: 'b', region: 'eu' } } });
    const plan = await workspace.plan();
    expect(judgeByRego(opa, [plan])[0]?.map(toText)).toEqual(['protected a', 'protected b']);
    expect(judgeByRego(opa, [plan], { protected_types: ['netingress_domain'] })).toEqual([[]]);
    await workspace.ok('destroy', '-auto-approve', '-no-color');
  });

  test('follows the data of a team, and reports a name that it does not know', async () => {
    const stack = newStack();
    const policy = new IpPolicy(stack, 'p');
    new IpPolicyRule(stack, 'wide', { ipPolicyId: policy.id, cidr: '10.0.0.0/15', action: 'allow', description: 'd' });
    const plans = await planStacks(workspace, [stack]);
    const judge = (config: JsonObject): string[] => (judgeByRego(opa, plans, config)[0] ?? []).map(toText).sort();
    expect(judge({})).toEqual(['description p', 'no_wide_network wide']);
    expect(judge({ limits: { ipv4_prefix: 15 } })).toEqual(['description p']);
    expect(judge({ limits: { ipv4_addresses: 131071 }, policies: ['address_limit'] })).toEqual(['address_limit wide']);
    expect(judge({ exceptions: { description: ['netingress_ip_policy.p'] } })).toEqual(['no_wide_network wide']);
    expect(judge({ policies: ['audit_trail'], audit_trail: true })).toEqual(['audit_trail plan']);
    const wrong = { limit: {}, policies: ['open'], limits: { ipv5: 1 }, exceptions: { closed: [] } };
    const messages = judgeByRego(opa, plans, wrong)[0]?.map(({ msg, decided }) => [msg, decided]);
    expect(messages?.sort()).toEqual([
      ["data.netingress_config has the unknown limit 'ipv5'.", false],
      ["data.netingress_config has the unknown member 'limit'.", false],
      ["data.netingress_config names the unknown policy 'closed'.", false],
      ["data.netingress_config names the unknown policy 'open'.", false],
    ]);
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
      [
        ['address_limit', false],
        ['no_open_network', false],
      ],
    ]);
  });
});
