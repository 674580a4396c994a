/** The addresses that rules admit, as plans of the real terraform binary show them. */

import { type AttachedAccount, openAttachedAccount } from '../../support/acceptance/provider-in-process';
import type { Resources, Workspace } from '../../support/acceptance/workspace';
import { expression } from '../../support/expression';

const NAMES = ['admits_every_address', 'admitted_ipv4_addresses', 'admitted_ipv6_addresses'] as const;

let account: AttachedAccount;
let workspace: Workspace;

beforeAll(async () => {
  account = await openAttachedAccount();
  ({ workspace } = account);
});
beforeEach(() => account.emulator.reset());
afterEach(() => workspace.forget());
afterAll(() => account?.close());

const POLICY: Resources = { netingress_ip_policy: { office: { description: 'office' } } };
const ID = expression('netingress_ip_policy.office.id');

const rule = (values: object): Resources => ({
  ...POLICY,
  netingress_ip_policy_rule: { one: { ip_policy_id: ID, action: 'allow', ...values } },
});
const ruleSet = (rules: object | string): Resources => ({
  ...POLICY,
  netingress_ip_policy_rules: { all: { ip_policy_id: ID, rules } },
});
const allow = { action: 'allow' };

/** The planned values by name; `unknown` for what is known after apply. */
async function planned(resources: Resources): Promise<unknown[]> {
  await workspace.configure(resources);
  const { resource_changes: changes = [] } = await workspace.plan();
  const found = changes.find(({ type }) => /^netingress_ip_policy_rules?$/.test(type));
  const names = found?.type === 'netingress_ip_policy_rule' ? NAMES.slice(0, 1) : NAMES;
  return names.map((name) => (found?.change.after_unknown[name] === true ? 'unknown' : found?.change.after?.[name]));
}

test('a plan shows the admission of a rule and of a set before they exist', async () => {
  const [openV4, openV6, mapped] = ['0.0.0.0/0', '::/0', '::ffff:0.0.0.0/96'];
  expect(await planned(rule({ cidr: '203.0.113.0/24' }))).toEqual([false]);
  expect(await planned(rule({ cidr: openV4 }))).toEqual([true]);
  expect(await planned(rule({ cidr: openV6 }))).toEqual([true]);
  expect(await planned(rule({ cidr: mapped }))).toEqual([true]);
  expect(await planned(rule({ cidr: openV4, action: 'deny' }))).toEqual([false]);
  expect(await planned(ruleSet({}))).toEqual([false, 0, '0']);
  const halves = { '0.0.0.0/1': allow, '128.0.0.0/1': allow, '::/0': allow };
  expect(await planned(ruleSet(halves))).toEqual([true, 4294967296, String(2n ** 128n)]);
  // Whether a network of mapped addresses contains the IPv4 addresses is not documented: it may admit them, and may not deny them.
  const ambiguous = { [mapped]: allow, '::ffff:192.0.2.0/120': { action: 'deny' } };
  expect(await planned(ruleSet(ambiguous))).toEqual([true, 4294967296, String(2n ** 32n - 256n)]);
  const denied = { ...halves, '::/0': null, '192.0.2.1': { action: 'deny' } };
  expect(await planned(ruleSet(denied))).toEqual([false, 4294967295, '0']);
});

test('it is known after apply exactly while a network or an action is', async () => {
  // A description tells nothing about addresses, and a value of another resource is known when that resource exists.
  const source = { terraform_data: { source: { input: '0.0.0.0/0' } } };
  const later = expression('terraform_data.source.output');
  expect(await planned({ ...rule({ cidr: later }), ...source })).toEqual(['unknown']);
  const described = { '203.0.113.0/24': { action: 'allow', description: later } };
  expect(await planned({ ...ruleSet(described), ...source })).toEqual([false, 256, '0']);
  const keyed = expression(`{ (terraform_data.source.output) = { action = "allow" } }`);
  expect(await planned({ ...ruleSet(keyed), ...source })).toEqual(NAMES.map(() => 'unknown'));
  await workspace.applyPlanned();
  expect(await planned({ ...ruleSet(keyed), ...source })).toEqual([true, 4294967296, '0']);
  expect(await workspace.changes()).toEqual({});
});
