import { findOrderedByChance } from '../../../src/preview/stacks/independent-stacks';
import type { PreviewStack } from '../../../src/preview/stacks/prepare-stack';
import { PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import type { PlanAction, PlanJson, ResourceChange } from '../../../src/terraform/plan-json';
import type { JsonObject } from '../../../src/values/json';

const [OFFICE, GUESTS] = ['ipp_111111111111111111111111111', 'ipp_222222222222222222222222222'];

interface Read {
  readonly type: string;
  readonly id?: string;
}

/** A plan with these changes; with `read` its configuration has a data source. */
function planOf(changes: readonly ResourceChange[], read?: Read): PlanJson {
  const data = read && {
    ...{ mode: 'data', type: read.type, name: 'read', address: `data.${read.type}.read` },
    ...(read.id !== undefined && { expressions: { id: { constant_value: read.id } } }),
  };
  return { resource_changes: changes, configuration: { root_module: { resources: data ? [data] : [] } } };
}

function change(kind: string, action: PlanAction, before: JsonObject | null, after: JsonObject): ResourceChange {
  const type = `netingress_${kind}`;
  const unknown = before === null ? { id: true } : {};
  return {
    ...{ address: `${type}.own`, mode: 'managed', type, name: 'own', provider_name: PROVIDER_ADDRESS },
    change: { actions: [action], before, after, after_unknown: unknown },
  };
}

const office = { id: OFFICE, description: 'Office' };
const update = (description: string) => planOf([change('ip_policy', 'update', office, { ...office, description })]);
const kept = planOf([change('ip_policy', 'no-op', office, office)]);
const rule = (ip_policy_id: string | null) =>
  change('ip_policy_rule', 'create', null, { ip_policy_id, cidr: '198.51.100.0/24', action: 'deny' });
const created = change('ip_policy', 'create', null, { description: 'A' });
const LIST = { type: 'netingress_ip_policy_rules' };
const readPolicy = (id: string) => planOf([], { type: 'netingress_ip_policy', id });

interface More {
  readonly dependencies?: readonly string[];
  readonly accounts?: readonly (readonly number[])[];
}

test.each<[string, PlanJson, PlanJson, string | undefined, More?]>([
  ['one object that both change', update('A'), update('B'), 'netingress_ip_policy.own .* are one object'],
  ['one object that neither changes', kept, kept, undefined],
  ['a list of what the other changes', planOf([rule(OFFICE)]), planOf([], LIST), 'ip_policy_rules.read reads'],
  ['a list of another kind', planOf([created]), planOf([], LIST), undefined],
  ['an object that the other changes, by its id', update('A'), readPolicy(OFFICE), 'ip_policy.read reads'],
  ['an object that the other leaves alone', update('A'), readPolicy(GUESTS), undefined],
  ['one network in policies of their own', planOf([created, rule(null)]), planOf([created, rule(null)]), undefined],
  ['a list, with a dependency', planOf([rule(OFFICE)]), planOf([], LIST), undefined, { dependencies: ['first'] }],
  ['a list of another account', planOf([rule(OFFICE)]), planOf([], LIST), undefined, { accounts: [[0], [1]] }],
])('%s', (_, first, second, expected, { dependencies = [], accounts = [[], []] } = {}) => {
  const stack = (name: string, of: readonly string[]): PreviewStack => ({
    ...{ name, folder: `/app/${name}`, displayFolder: name, dependencies: of, configuration: {} },
  });
  const found = findOrderedByChance([
    { stack: stack('first', []), plan: first, accounts: accounts[0] ?? [] },
    { stack: stack('second', dependencies), plan: second, accounts: accounts[1] ?? [] },
  ]);
  const text = `^Neither of the stacks first and second depends on the other, and their order decides: .*${expected}`;
  expect([...found]).toEqual(
    expected === undefined ? [] : ['first', 'second'].map((name) => [name, [expect.stringMatching(text)]]),
  );
});
