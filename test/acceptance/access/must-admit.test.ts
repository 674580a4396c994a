/** `must_admit` with the real terraform binary. */

import type { Emulator } from '../../../src/emulator';
import type { JsonObject } from '../../../src/values/json';
import { type AttachedAccount, openAttachedAccount } from '../../support/acceptance/provider-in-process';
import { failureOf, type Resources, type Workspace } from '../../support/acceptance/workspace';
import { writesOf } from '../../support/emulator/requests-of';
import { expression } from '../../support/expression';

const OFFICE = '203.0.113.0/24';
const SET = 'netingress_ip_policy_rules.office';
const RESTRICTION = 'netingress_ip_restriction.api';

let account: AttachedAccount;
let emulator: Emulator;
let workspace: Workspace;

beforeAll(async () => {
  account = await openAttachedAccount();
  ({ emulator, workspace } = account);
});
afterAll(() => account?.close());

const policy = { netingress_ip_policy: { office: { description: 'office' } } };

const ruleSet = (rules: Readonly<Record<string, unknown>>, more: JsonObject = {}): Resources => ({
  netingress_ip_policy_rules: {
    office: { ip_policy_id: expression('netingress_ip_policy.office.id'), rules, must_admit: [OFFICE], ...more },
  },
});

const allow = (...networks: string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(networks.map((network) => [network, { action: 'allow' }]));

const restriction = (more: JsonObject = {}): Resources => ({
  netingress_ip_restriction: {
    api: {
      type: 'api',
      enforced: true,
      ip_policy_ids: [expression(`${SET}.ip_policy_id`)],
      must_admit: [OFFICE],
      ...more,
    },
  },
});

const rulesAtService = (): string[] =>
  emulator
    .objects('ip_policy_rule')
    .map(({ action, cidr }) => `${String(action)} ${String(cidr)}`)
    .sort();

test('one apply creates policy, rules and restriction; a change of must_admit sends no write; a replacement by another policy is refused, unless create_before_destroy orders the restriction between them', async () => {
  await workspace.configure({ ...policy, ...ruleSet(allow(OFFICE)), ...restriction() });
  await workspace.apply();
  expect(emulator.objects('ip_restriction')).toMatchObject([{ enforced: true }]);
  expect(JSON.stringify(emulator.requests())).not.toContain('must_admit');

  await workspace.configure({
    ...policy,
    ...ruleSet(allow(OFFICE), { must_admit: ['203.0.113.0/24', '203.0.113.7'] }),
    ...restriction({ must_admit: ['203.0.113.9'] }),
  });
  const writes = await writesOf(emulator, async () => {
    expect(await workspace.apply()).toEqual({ [SET]: 'update', [RESTRICTION]: 'update' });
  });
  expect(writes).toEqual([]);

  const two = { netingress_ip_policy: { office: { description: 'office' }, second: { description: 'second' } } };
  const moved = (more: JsonObject): Resources =>
    ruleSet(allow(OFFICE), { ip_policy_id: expression('netingress_ip_policy.second.id'), ...more });
  await workspace.configure({ ...two, ...moved({}), ...restriction() });
  expect(await failureOf(workspace, 'apply', '-no-color', '-auto-approve')).toContain(
    'with a replacement, set create_before_destroy',
  );
  expect(rulesAtService()).toEqual([`allow ${OFFICE}`]);
  await workspace.configure({ ...two, ...moved({ lifecycle: { create_before_destroy: true } }), ...restriction() });
  await workspace.apply();
  expect(rulesAtService()).toEqual([`allow ${OFFICE}`]);
  await workspace.ok('destroy', '-no-color', '-auto-approve');
  expect([rulesAtService(), emulator.objects('ip_restriction')]).toEqual([[], []]);
});
