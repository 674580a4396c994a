import { fromStates } from '../../src/objects/from-states';
import { separateOtherAccounts } from '../../src/objects/other-accounts';
import { parseConfiguration } from '../../src/terraform/configuration/configuration';
import type { JsonObject } from '../../src/values/json';
import { createInventory } from '../support/account';
import { stateResource } from '../support/state-resource';

const SECOND = { alias: 'second', api_key: 'other-key' };

/** The stack `a` configures a resource, which is also in the state of a file. `compared` counts these two. */
const separate = (
  type: string,
  resource: JsonObject,
  providers: readonly JsonObject[],
  found: readonly string[] = [],
) => {
  const file = { provider: { netingress: providers }, resource: { [type]: { x: resource } } };
  const stacks = [parseConfiguration('a', '/a', [file]), parseConfiguration('b', '/b', [])];
  const inState = fromStates([stateResource(`${type}.x`, { id: 'ipp_1' }, { state: { file: 's' } })], stacks);
  const objects = { ip_policy: found.map((id) => ({ id, values: {} })) };
  const separated = separateOtherAccounts(stacks, inState, createInventory(objects));
  return {
    compared: [...separated.inState.map(({ id }) => id), ...separated.stacks.flatMap(({ resources }) => resources)]
      .length,
    unchecked: separated.unchecked.map(({ address, source, provider }) => `${address} (${source}) ${provider}`),
  };
};

const [POLICY, BY_SECOND] = ['netingress_ip_policy', { provider: 'netingress.second' }] as const;
const OTHER = ['netingress_ip_policy.x (s) netingress.second'];

test.each<[string, string, JsonObject, readonly JsonObject[], readonly string[], number, readonly string[]]>([
  ['of the default configuration', POLICY, {}, [{}, SECOND], [], 2, []],
  ['of another key', POLICY, BY_SECOND, [{}, SECOND], [], 0, OTHER],
  ['of another key for the same account', POLICY, BY_SECOND, [{}, SECOND], ['ipp_1'], 2, []],
  ['of the settings of the default one', POLICY, BY_SECOND, [{}, { alias: 'second' }], [], 2, []],
  ['of another provider with an alias', 'aws_vpc', { provider: 'aws.west' }, [{}], [], 1, []],
])(
  'a resource %s is compared unless it may be of another account',
  (_, type, resource, providers, found, compared, unchecked) => {
    expect(separate(type, resource, providers, found)).toEqual({ compared, unchecked });
  },
);

test.each([
  ['have one address: prod is compared, too', ['https://a.example', 'https://a.example'], ['stage', 'prod']],
  ['have two addresses: prod is not compared', ['https://a.example', 'https://b.example'], ['stage']],
])('the account has the policy of stage only, and the provider blocks of both stacks %s', (_, urls, compared) => {
  const stacks = ['stage', 'prod'].map((name, index) =>
    parseConfiguration(name, `/${name}`, [{ provider: { netingress: [{ base_url: urls[index] as string }] } }]),
  );
  const resources = ['stage', 'prod'].map((stack) =>
    stateResource('netingress_ip_policy.x', { id: `ipp_${stack}` }, { state: { stack } }),
  );
  const account = createInventory({ ip_policy: [{ id: 'ipp_stage', values: {} }] });
  const { inState } = separateOtherAccounts(stacks, fromStates(resources, stacks), account);
  expect(inState.map(({ place }) => place.stack)).toEqual(compared);
});
