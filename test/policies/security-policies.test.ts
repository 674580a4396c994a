/**
 * What the aspect `SecurityPolicies` finds in the stacks of `POLICY_CASES`, in apps and in moved resources; its limits.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Aspects, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { ApiKey, EventSubscription, IpPolicy, IpPolicyRules, SecurityPolicies } from '../../src';
import { auditEventTypes } from '../../src/model/events/event-groups';
import { RESOURCE_POLICIES } from '../../src/policies/check';
import { SECURITY_POLICY_IDS } from '../../src/policies/policies';
import { newFolder, newStack, removeFolders } from '../support/constructs/synth';
import { eventDestinationId, POLICY_CASES, type PolicyCase } from './cases';
import { judgeByAspect } from './judge-by-aspect';

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

test('the aspect fails the synthesis of an app when it is added to each of its stacks, as in the guide', () => {
  // The stack has no provider, which CDKTF's own validation would report instead.
  const app = new App({ outdir: newFolder(), skipValidation: true });
  new TerraformStack(app, 'empty');
  new IpPolicy(new TerraformStack(new Construct(app, 'team'), 'one'), 'policy');
  for (const stack of app.node.findAll().filter(TerraformStack.isStack))
    Aspects.of(stack).add(new SecurityPolicies({ policies: ['description'] }));
  expect(() => app.synth()).toThrow('[team/one/policy] description: is not set');
});

test.each([
  [[], 'policies: is empty'],
  [['protected'], "policies: 'protected' is not a policy; expected no_open_network, "],
])('the aspect refuses the policies %j, by which it would check nothing', (policies, problem) => {
  expect(() => new SecurityPolicies({ policies: policies as never })).toThrow(problem);
});

test('every policy is violated by some of the cases, and not by all', () => {
  expect(SECURITY_POLICY_IDS.filter((id) => !POLICY_CASES.some(({ violates }) => violates.includes(id)))).toEqual([]);
  expect(SECURITY_POLICY_IDS.filter((id) => POLICY_CASES.every(({ violates }) => violates.includes(id)))).toEqual([]);
});

test('the table of the guide has every policy, with its severity', () => {
  const guide = readFileSync(join(__dirname, '../../docs/guides/policies.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `(\w+)` \| .* \| (error|warning)\b.* \|$/gm)].map(([, id, severity]) => [
    id,
    severity,
  ]);
  expect(rows).toEqual(SECURITY_POLICY_IDS.map((id) => [id, RESOURCE_POLICIES[id]?.severity ?? 'error']));
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

const noLimit = (shown: string, largest: bigint): string =>
  `'${shown}' is not a limit; expected an integer from 0 to ${largest}`;
const rounded = (shown: string): string => `the number ${shown} may be rounded; expected a string of decimal digits`;

test.each<[string, number | string, string]>([
  ['ipv4Prefix', 33, noLimit('33', 32n)],
  ['ipv4Prefix', 16.5, noLimit('16.5', 32n)],
  ['ipv6Prefix', -1, noLimit('-1', 128n)],
  ['ipv6Addresses', '2^64', noLimit('2^64', 2n ** 128n)],
  ['ipv4Addresses', Number.NaN, noLimit('NaN', 2n ** 32n)],
  ['ipv6Addresses', String(2n ** 128n + 1n), noLimit(String(2n ** 128n + 1n), 2n ** 128n)],
  ['ipv4Addresses', 1e20, noLimit('100000000000000000000', 2n ** 32n)],
  ['ipv6Addresses', 2 ** 64, rounded('18446744073709552000')],
  ['ipv6Addresses', 2 ** 70, rounded('1.1805916207174113e+21')],
])('the aspect refuses the limit %s = %s', (name, value, problem) => {
  expect(() => new SecurityPolicies({ limits: { [name]: value } as never })).toThrow(
    new Error(`limits.${name}: ${problem}`),
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
