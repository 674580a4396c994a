/** Renamed resources of provider configurations with a key of their own. */

import type { StateResource } from '../../src/model/inventory';
import { findMoves } from '../../src/moves/find-moves';
import { movesFromStates } from '../../src/moves/read-instances';
import { movesFromPlan } from '../../src/moves/read-plan';
import { fromStates } from '../../src/objects/from-states';
import { parseConfiguration } from '../../src/terraform/configuration/configuration';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import type { JsonObject } from '../../src/values/json';

const SECOND = { alias: 'second', api_key: 'second-key' };

function movesOf(alias: string | undefined, provider: string | undefined, blocks: readonly object[]) {
  const values = { id: 'rd_1', domain: 'app.example.com' };
  const state: StateResource = {
    state: { stack: 'edge' },
    address: 'netingress_domain.before',
    type: 'netingress_domain',
    name: 'before',
    provider: PROVIDER_ADDRESS,
    values,
    sensitive: [],
    ...(alias !== undefined && { alias }),
  };
  const after = { domain: 'app.example.com', ...(provider !== undefined && { provider }) };
  const file = { provider: { netingress: blocks }, resource: { netingress_domain: { after } } };
  const stack = { ...parseConfiguration('edge', '/app', [file as unknown as JsonObject]) };
  const { moves, destroyed, created } = findMoves(movesFromStates(fromStates([state], [stack]), [stack]));
  return moves.length > 0 ? 'moved' : `${destroyed.length} destroyed, ${created.length} created`;
}

test.each([
  ['both of the default one', undefined, undefined, [{}], 'moved'],
  ['both of the same other one', 'second', 'netingress.second', [{}, SECOND], 'moved'],
  ['from the other one to the default one', 'second', undefined, [{}, SECOND], '1 destroyed, 1 created'],
  ['from the default one to the other one', undefined, 'netingress.second', [{}, SECOND], '1 destroyed, 1 created'],
  [
    'to an alias with the settings of the default one',
    undefined,
    'netingress.second',
    [{}, { alias: 'second' }],
    'moved',
  ],
])('a domain of one name, %s', (_, alias, provider, blocks, expected) => {
  expect(movesOf(alias, provider, blocks)).toBe(expected);
});

/** The domain is configured under another address; `key` is the `provider_config_key` of its resource. */
function movesOfPlan(key: string, others: readonly string[]) {
  const full = 'example.com/netingress/netingress';
  const configuration = {
    provider_config: Object.fromEntries(
      ['netingress', ...others].map((name) => [
        name,
        {
          full_name: full,
          ...(name !== 'netingress' && { alias: name, expressions: { api_key: { references: ['var.key'] } } }),
        },
      ]),
    ),
    root_module: {
      resources: [
        {
          ...{ address: 'netingress_domain.after', mode: 'managed', type: 'netingress_domain', name: 'after' },
          provider_config_key: key,
        },
      ],
    },
  };
  const values = { domain: 'app.example.com' };
  const change = { before: null, after: null, after_unknown: {} };
  const resource = { mode: 'managed', type: 'netingress_domain' };
  const plan = movesFromPlan(
    {
      configuration,
      resource_changes: [
        {
          ...{ ...resource, address: 'netingress_domain.before', name: 'before' },
          change: { ...change, actions: ['delete'], before: { ...values, id: 'rd_1' } },
        },
        {
          ...{ ...resource, address: 'netingress_domain.after', name: 'after' },
          change: { ...change, actions: ['create'], after: values },
        },
      ],
    },
    'root',
  );
  const { moves, ambiguous, destroyed } = findMoves(plan);
  return { moved: moves.length, ambiguous: ambiguous.length, destroyed: destroyed.length };
}

test('with several provider configurations no pair of a plan is certain: it does not name that of what is no longer configured', () => {
  expect(movesOfPlan('netingress', [])).toEqual({ moved: 1, ambiguous: 0, destroyed: 0 });
  expect(movesOfPlan('netingress', ['second'])).toEqual({ moved: 0, ambiguous: 1, destroyed: 0 });
  expect(movesOfPlan('second', ['second'])).toEqual({ moved: 0, ambiguous: 1, destroyed: 0 });
});

/** A policy gets another address in two accounts. Its rules keep theirs, and name it. */
function movesOfPolicies(providers: readonly [string, string], ruleProviders = providers) {
  const names = ['a', 'b'] as const;
  const configure = (type: string, name: string, provider: string | undefined) => ({
    ...{ address: `${type}.${name}`, mode: 'managed', type, name, provider_config_key: `netingress.${provider}` },
  });
  const change = (type: string, name: string, before: JsonObject | null, after: JsonObject | null) => ({
    ...{ address: `${type}.${name}`, mode: 'managed', type, name },
    change: { actions: [before ? (after ? 'no-op' : 'delete') : 'create'] as const, before, after, after_unknown: {} },
  });
  const [policy, set] = ['netingress_ip_policy', 'netingress_ip_policy_rules'];
  const plan = movesFromPlan(
    {
      configuration: {
        provider_config: Object.fromEntries(
          ['one', 'two'].map((alias) => [
            `netingress.${alias}`,
            {
              ...{ full_name: 'example.com/netingress/netingress', alias },
              expressions: { api_key: { references: [`var.${alias}`] } },
            },
          ]),
        ),
        root_module: {
          resources: names.flatMap((name, index) => [
            configure(policy, `${name}_after`, providers[index]),
            configure(set, name, ruleProviders[index]),
          ]),
        },
      },
      resource_changes: names.flatMap((name) => {
        const rules = { id: `ipp_${name}`, ip_policy_id: `ipp_${name}` };
        return [
          change(policy, `${name}_before`, { id: `ipp_${name}`, description: 'Office' }, null),
          change(policy, `${name}_after`, null, { description: 'Office' }),
          change(set, name, rules, rules),
        ];
      }),
    },
    'root',
  );
  const { moves, ambiguous } = findMoves(plan);
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
