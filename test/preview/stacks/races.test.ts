import { findRaces } from '../../../src/preview/stacks/races';
import type { PlanAction, PlanJson, ResourceChange } from '../../../src/terraform/plan-json';

function changed(mode: string, type: string, action: PlanAction): ResourceChange {
  const change = { actions: [action], before: null, after: {}, after_unknown: {} };
  return { address: `${mode === 'data' ? 'data.' : ''}${type}.a`, mode, type, name: 'a', change };
}

const rules = changed('data', 'netingress_ip_policy_rules', 'read');
const createdRule = changed('managed', 'netingress_ip_policy_rule', 'create');
const deletedRule = changed('managed', 'netingress_ip_policy_rule', 'delete');
const changedSet = changed('managed', 'netingress_ip_policy_rules', 'update');

test.each<[string, readonly ResourceChange[], boolean]>([
  ['a rule that is created', [rules, createdRule], true],
  ['a rule set that changes', [rules, changedSet], true],
  ['a rule that stays', [rules, changed('managed', 'netingress_ip_policy_rule', 'no-op')], false],
  ['another resource type', [rules, changed('managed', 'netingress_ip_policy', 'create')], false],
  ['another provider', [changed('data', 'aws_regions', 'read'), changed('managed', 'aws_instance', 'create')], false],
  ['an object that is read by its id', [changed('data', 'netingress_ip_policy_rule', 'read'), createdRule], false],
])('what an apply reads while it changes objects: %s', (_, changes, isRace) => {
  const plan: PlanJson = { resource_changes: changes };
  expect(findRaces(plan)).toEqual(isRace ? [expect.stringContaining('data.netingress_ip_policy_rules.a is read')] : []);
});

const inModule = (change: ResourceChange): ResourceChange => ({ ...change, address: `module.a[0].${change.address}` });

test.each<[string, readonly string[], readonly ResourceChange[], boolean]>([
  ['names every change', ['netingress_ip_policy_rule.a'], [createdRule], false],
  ['lacks a change', ['netingress_ip_policy_rule.a'], [createdRule, changedSet], true],
  ['names a deletion', ['netingress_ip_policy_rule.a'], [deletedRule], true],
  ['names the module', ['module.a'], [inModule(createdRule)], false],
  ['names another module', ['module.ab'], [inModule(createdRule)], true],
  ['names an instance', ['netingress_ip_policy_rule.a[0]'], [createdRule], false],
  ['names an attribute', ['netingress_ip_policy_rule.a.id'], [createdRule], false],
  ['names an instance of the module', ['module.a["x"]'], [inModule(createdRule)], false],
  ['names an output that needs the change', ['module.a["x"].needs'], [inModule(createdRule)], false],
  ['names an output that needs another object', ['module.a.other'], [inModule(createdRule)], true],
])('a list whose depends_on %s', (_, depends_on, changes, isRace) => {
  const list = { address: rules.address, mode: 'data', type: rules.type, name: rules.name, depends_on };
  const outputOf = (reference: string) => ({ expression: { references: [reference] } });
  const outputs = { needs: outputOf('netingress_ip_policy_rule.a'), other: outputOf('netingress_ip_policy.b') };
  const configuration = { root_module: { resources: [list], module_calls: { a: { module: { outputs } } } } };
  expect(findRaces({ resource_changes: [rules, ...changes], configuration })).toHaveLength(isRace ? 1 : 0);
});
