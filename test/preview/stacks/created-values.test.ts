import { findCreatedValues } from '../../../src/preview/stacks/created-values';
import type { ConfiguredExpression, PlanJson, ResourceChange } from '../../../src/terraform/plan-json';
import { expression } from '../../support/expression';

const RANDOM = 'registry.terraform.io/hashicorp/random';

function created(type: string, after: object, unknown: object = {}, provider = ''): ResourceChange {
  const change = { actions: ['create'], before: null, after, after_unknown: { id: true, ...unknown } };
  return { address: `${type}.a`, mode: 'managed', type, name: 'a', provider_name: provider, change } as ResourceChange;
}
const octet = created('random_integer', {}, { result: true }, RANDOM);
const policy = created('netingress_ip_policy', {});
const SET = created('netingress_ip_policy_rules', { ip_policy_id: 'ipp_1' }, { rules: true });
const rule = (unknown: object) =>
  created('netingress_ip_policy_rule', { cidr: '10.0.0.0/8', action: 'allow' }, unknown);

function planOf(
  changes: readonly ResourceChange[],
  expressions: Readonly<Record<string, ConfiguredExpression>> = {},
  more: Partial<PlanJson> = {},
): PlanJson {
  const address = 'netingress_ip_policy_rule.a';
  const resource = { mode: 'managed', type: 'netingress_ip_policy_rule', name: 'a', address, expressions };
  return { resource_changes: changes, configuration: { root_module: { resources: [resource] } }, ...more };
}
const policyId = { ip_policy_id: { constant_value: expression('netingress_ip_policy.a.id') } };

test.each<[string, PlanJson, boolean, string[]]>([
  ['a network that may be random', planOf([octet, policy, rule({ cidr: true })]), false, ['rule.a.cidr']],
  ['a network that may be of a function', planOf([policy, rule({ cidr: true })]), true, ['rule.a.cidr']],
  ['a set that may be random', planOf([octet, SET]), false, ['rules.a.cidr', 'rules.a.action']],
  ['an unknown network without such a value', planOf([policy, rule({ cidr: true })]), false, []],
  ['a reference to a policy', planOf([octet, policy, rule({ ip_policy_id: true })], policyId), true, []],
  ['a description', planOf([octet, policy, rule({ description: true })]), true, []],
])('%s', (_, plan, callsFunctions, expected) => {
  const messages = expected.map((part) => expect.stringContaining(`Whether netingress_ip_policy_${part} depends`));
  expect(findCreatedValues(plan, { callsFunctions, hasReaders: true })).toEqual(messages);
});

const POLICY = 'netingress_ip_policy.a';

test.each<[string, ConfiguredExpression, boolean, number, boolean?]>([
  ['that may be random', { references: ['random_integer.a.result', 'random_integer.a'] }, true, 1],
  ['that nobody reads', { references: ['random_integer.a.result', 'random_integer.a'] }, false, 0],
  ['that is an id', { references: [`${POLICY}.id`, POLICY] }, true, 0],
  ['that is the id of an instance', { references: [`${POLICY}["b].c"].id`] }, true, 0],
  ['that is the id of an instance, in JSON', { constant_value: expression(`${POLICY}["10.0.0.0/8"].id`) }, true, 0],
  ['that is a member with the name id, in JSON', { constant_value: expression(`${POLICY}.metadata.id`) }, true, 1],
  ['of a description', { references: [`${POLICY}.description`, POLICY] }, true, 1],
  ['with an id, and perhaps a time', { references: [`${POLICY}.id`, POLICY] }, true, 1, true],
])('an output %s', (_, value, hasReaders, count, callsFunctions = false) => {
  const configuration = { root_module: { outputs: { a: { expression: value } } } };
  const output_changes = { a: { after_unknown: true as never } };
  const plan: PlanJson = { resource_changes: [octet], output_changes, configuration };
  expect(findCreatedValues(plan, { callsFunctions, hasReaders })).toHaveLength(count);
});
