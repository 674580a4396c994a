/** What Terraform calls before an action runs: validation in a process without configuration, and plans without effects. */
import { createClient } from '../../../src/client';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { ACTIONS, actionType } from '../../../src/model/actions';
import { createProvider } from '../../../src/provider/create-provider';
import type { ActionEvent, Provider } from '../../../src/provider/protocol/provider';
import { type CtyValue, type ObjectValue, objectValue, UNKNOWN } from '../../../src/values/cty-value';
import { configOfSchema } from '../../support/provider/values';

let emulator: Emulator;
let provider: Provider;

beforeEach(() => {
  emulator = createEmulator();
  provider = createProvider({
    environment: { NETINGRESS_BASE_URL: 'http://127.0.0.1', NETINGRESS_API_KEY: emulator.apiKey },
    connect: ({ baseUrl, apiKey }) =>
      createClient({ baseUrl, apiKey, fetch: (request) => emulator.fetch(request), maxRequestsPerMinute: 0 }),
  });
});
afterEach(() => emulator.close());

const configure = (settings: Record<string, CtyValue> = {}) =>
  provider.configure({ config: configOfSchema(provider.schema.provider, settings) });

/** A configuration whose arguments all have the value. */
function configOf(type: string, value: CtyValue): ObjectValue {
  return objectValue((provider.schema.actions[type]?.attributes ?? []).map(({ name }) => [name, value]));
}

const TYPES = ACTIONS.map(actionType);

test.each(TYPES)('%s is validated and planned with unknown values, and nothing is requested', async (type) => {
  const config = configOf(type, UNKNOWN);
  expect((await provider.validate({ mode: 'action', type, config, writeOnlyAllowed: true })).diagnostics).toEqual([]);
  await configure();
  // A plan for a destroy plans actions that are not invoked afterwards.
  for (const deferralAllowed of [false, true])
    expect(await provider.planAction({ type, config, deferralAllowed })).toEqual({ diagnostics: [] });
  expect(emulator.requests()).toEqual([]);
});

test.each(TYPES)(
  '%s is deferred while the settings of the provider are unknown, but only if Terraform allows it',
  async (type) => {
    const config = configOf(type, UNKNOWN);
    await configure({ base_url: UNKNOWN });
    expect(await provider.planAction({ type, config, deferralAllowed: true })).toEqual({
      diagnostics: [],
      deferred: 'provider_config_unknown',
    });
    const { diagnostics, deferred } = await provider.planAction({ type, config, deferralAllowed: false });
    expect([diagnostics.map(({ severity }) => severity), deferred]).toEqual([['error'], undefined]);
  },
);

test.each(TYPES)('%s that is invoked by a provider without configuration ends with one error', async (type) => {
  const events: ActionEvent[] = [];
  for await (const event of provider.invokeAction({ type, config: configOf(type, null) })) events.push(event);
  expect(events).toEqual([{ diagnostics: [expect.objectContaining({ severity: 'error' })] }]);
});

/** Values that are known after apply, and are invalid; each would do something else than its configuration says. */
const INVALID: readonly (readonly [string, Readonly<Record<string, CtyValue>>, readonly string[]])[] = [
  ['netingress_verify_access', { ip_policy_ids: ['ipp_1'], must_deny: ['203.0.113.7/24'] }, ['must_deny']],
  ['netingress_verify_access', { ip_policy_ids: ['ipp_1'], must_deny: [], must_admit: [] }, []],
  ['netingress_verify_access', { ip_policy_ids: [null], must_deny: ['::1'] }, ['ip_policy_ids']],
];

test.each(INVALID)('%s with %j is refused by the invocation, and nothing is requested', async (type, values, path) => {
  await configure();
  const config = objectValue([...Object.entries(configOf(type, null)), ...Object.entries(values)]);
  const events: ActionEvent[] = [];
  for await (const event of provider.invokeAction({ type, config })) events.push(event);
  const error = path.length > 0 ? { severity: 'error', path } : { severity: 'error' };
  expect(events).toEqual([{ diagnostics: expect.arrayContaining([expect.objectContaining(error)]) }]);
  expect(emulator.requests()).toEqual([]);
});

test.each(TYPES)(
  '%s has no computed attribute, and no sensitive or write-only one: a plan file contains the configuration',
  (type) => {
    const { attributes = [] } = provider.schema.actions[type] ?? {};
    const wrong = attributes.filter(({ computed, sensitive, writeOnly }) => computed || sensitive || writeOnly);
    expect(wrong).toEqual([]);
  },
);
