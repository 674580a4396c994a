/** Renamed resources of provider configurations with a key of their own. */

import { findMoves } from '../../src/moves/find-moves';
import { listPlanAccounts } from '../../src/moves/plan-accounts';
import { movesFromStates } from '../../src/moves/read-instances';
import { movesFromPlan } from '../../src/moves/read-plan';
import { fromStates } from '../../src/objects/from-states';
import { parseConfiguration } from '../../src/terraform/configuration/configuration';
import type { JsonObject } from '../../src/values/json';
import { stateResource } from '../support/state-resource';

const SECOND = { alias: 'second', api_key: 'second-key' };

function movesOf(alias: string | undefined, provider: string | undefined, blocks: readonly object[]) {
  const place = { state: { stack: 'edge' }, ...(alias !== undefined && { alias }) };
  const inState = stateResource('netingress_domain.before', { id: 'rd_1', domain: 'app.example.com' }, place);
  const after = { domain: 'app.example.com', ...(provider !== undefined && { provider }) };
  const file = { provider: { netingress: blocks }, resource: { netingress_domain: { after } } };
  const stack = parseConfiguration('edge', '/app', [file as unknown as JsonObject]);
  const { moves, destroyed, created } = findMoves(movesFromStates(fromStates([inState], [stack]), [stack]));
  return moves.length > 0 ? 'moved' : `${destroyed.length} destroyed, ${created.length} created`;
}

test.each([
  ['both of the default one', undefined, undefined, [{}], 'moved'],
  ['both of the same other one', 'second', 'netingress.second', [{}, SECOND], 'moved'],
  ['from the other one to the default one', 'second', undefined, [{}, SECOND], '1 destroyed, 1 created'],
  ['from the default one to the other one', undefined, 'netingress.second', [{}, SECOND], '1 destroyed, 1 created'],
  ['to an alias with the same settings', undefined, 'netingress.second', [{}, { alias: 'second' }], 'moved'],
])('a domain of one name, %s', (_, alias, provider, blocks, expected) => {
  expect(movesOf(alias, provider, blocks)).toBe(expected);
});

const full_name = 'example.com/netingress/netingress';

const configure = (type: string, name: string, provider_config_key: string) => ({
  ...{ address: `${type}.${name}`, mode: 'managed', type, name, provider_config_key },
});

const change = (type: string, name: string, before: JsonObject | null, after: JsonObject | null) => ({
  ...{ address: `${type}.${name}`, mode: 'managed', type, name },
  change: { actions: [before ? (after ? 'no-op' : 'delete') : 'create'] as const, before, after, after_unknown: {} },
});

const aliased = (alias: string) => ({
  ...{ full_name, alias, expressions: { api_key: { references: [`var.${alias}`] } } },
});

test('of a provider block in a module a plan has the settings that are literals, and not those of variables', () => {
  const block = (module_address: string | undefined) => ({
    ...{ full_name, ...(module_address !== undefined && { module_address }) },
    expressions: {
      base_url: { constant_value: 'https://api.example.com' },
      api_key: { references: ['var.key'] },
      profile: { constant_value: null },
    },
  });
  const accountsOf = (module?: string) =>
    listPlanAccounts({
      configuration: { provider_config: { netingress: block(module) } },
      variables: { key: { value: 'the-key' } },
    } as never).map(({ settings, unknown }) => ({ settings, unknown }));
  const base_url = 'https://api.example.com';
  expect(accountsOf()).toEqual([{ settings: { base_url, api_key: 'the-key' }, unknown: [] }]);
  expect(accountsOf('module.edge')).toEqual([{ settings: { base_url }, unknown: ['api_key'] }]);
});

test.each([
  [['var.keys.eu', 'var.keys'], 'the-key'],
  [['var.keys.eu', 'var.key'], undefined],
])('the references %p of an argument give the value %p', (references, expected) => {
  const plan = {
    configuration: { provider_config: { netingress: { full_name, expressions: { api_key: { references } } } } },
    variables: { keys: { value: { eu: 'the-key' } }, key: { value: 'other' } },
  };
  expect(listPlanAccounts(plan as never).map(({ settings }) => settings.api_key)).toEqual([expected]);
});

/** The domain is configured under another address; `key` is the `provider_config_key` of its resource. */
function movesOfPlan(key: string, others: readonly string[]) {
  const values = { domain: 'app.example.com' };
  const provider_config = {
    netingress: { full_name },
    ...Object.fromEntries(others.map((name) => [name, aliased(name)])),
  };
  const resources = [configure('netingress_domain', 'after', key)];
  const resource_changes = [
    change('netingress_domain', 'before', { ...values, id: 'rd_1' }, null),
    change('netingress_domain', 'after', null, values),
  ];
  const plan = { configuration: { provider_config, root_module: { resources } }, resource_changes };
  const { moves, ambiguous, destroyed } = findMoves(movesFromPlan(plan, 'root'));
  return { moved: moves.length, ambiguous: ambiguous.length, destroyed: destroyed.length };
}

test('with several provider configurations equal names make no certain pair: a plan does not name that of what is no longer configured', () => {
  expect(movesOfPlan('netingress', [])).toEqual({ moved: 1, ambiguous: 0, destroyed: 0 });
  expect(movesOfPlan('netingress', ['second'])).toEqual({ moved: 0, ambiguous: 1, destroyed: 0 });
  expect(movesOfPlan('second', ['second'])).toEqual({ moved: 0, ambiguous: 1, destroyed: 0 });
});

/** A policy gets another address in two accounts. Its rules keep theirs, and name it. */
function movesOfPolicies(providers: readonly [string, string], ruleProviders = providers) {
  const names = ['a', 'b'] as const;
  const [policy, set] = ['netingress_ip_policy', 'netingress_ip_policy_rules'] as const;
  const provider_config = Object.fromEntries(['one', 'two'].map((alias) => [`netingress.${alias}`, aliased(alias)]));
  const resources = names.flatMap((name, index) => [
    configure(policy, `${name}_after`, `netingress.${providers[index]}`),
    configure(set, name, `netingress.${ruleProviders[index]}`),
  ]);
  const resource_changes = names.flatMap((name) => {
    const rules = { id: `ipp_${name}`, ip_policy_id: `ipp_${name}` };
    return [
      change(policy, `${name}_before`, { id: `ipp_${name}`, description: 'Office' }, null),
      change(policy, `${name}_after`, null, { description: 'Office' }),
      change(set, name, rules, rules),
    ];
  });
  const plan = { configuration: { provider_config, root_module: { resources } }, resource_changes };
  const { moves, ambiguous } = findMoves(movesFromPlan(plan, 'root'));
  return { moved: moves.map(({ from, to }) => `${from.id} ${to.place.address}`), ambiguous: ambiguous.length };
}

test('equal policies of two accounts are paired within the account of the rules that name them', () => {
  expect(movesOfPolicies(['one', 'two'])).toEqual({
    moved: ['ipp_a netingress_ip_policy.a_after', 'ipp_b netingress_ip_policy.b_after'],
    ambiguous: 0,
  });
  expect(movesOfPolicies(['two', 'one'], ['one', 'two']).moved).toEqual([
    'ipp_a netingress_ip_policy.b_after',
    'ipp_b netingress_ip_policy.a_after',
  ]);
  expect(movesOfPolicies(['one', 'one'])).toEqual({ moved: [], ambiguous: 1 });
});
