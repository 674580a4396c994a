/** The addresses that rules admit, as one plan of the real terraform binary shows them before the rules exist. */

import type { ResourceChange } from '../../../src/terraform/plan-json';
import { type AttachedAccount, openAttachedAccount } from '../../support/acceptance/provider-in-process';
import { expression } from '../../support/expression';

const NAMES = ['admits_every_address', 'admitted_ipv4_addresses', 'admitted_ipv6_addresses'] as const;
const UNKNOWN = NAMES.map(() => 'unknown');

/** A value of another resource, known when that resource exists. */
const LATER = expression('terraform_data.source.output');

const [OPEN_V4, OPEN_V6, MAPPED] = ['0.0.0.0/0', '::/0', '::ffff:0.0.0.0/96'];
const allow = { action: 'allow' };
const halves = { '0.0.0.0/1': allow, '128.0.0.0/1': allow, '::/0': allow };

/** Single rules, and whether they admit every address. */
const RULES: Readonly<Record<string, readonly [cidr: string, action: string, planned: unknown]>> = {
  network: ['203.0.113.0/24', 'allow', false],
  ipv4: [OPEN_V4, 'allow', true],
  ipv6: [OPEN_V6, 'allow', true],
  mapped: [MAPPED, 'allow', true],
  denied: [OPEN_V4, 'deny', false],
  unknown_network: [LATER, 'allow', 'unknown'],
};

/** Sets, and what they admit, in the order of {@link NAMES}. */
const SETS: Readonly<Record<string, readonly [rules: object | string, planned: readonly unknown[]]>> = {
  empty: [{}, [false, 0, '0']],
  halves: [halves, [true, 4294967296, String(2n ** 128n)]],
  // Whether a network of mapped addresses contains the IPv4 addresses is not documented: it may admit them, and may not deny them.
  ambiguous: [
    { [MAPPED]: allow, '::ffff:192.0.2.0/120': { action: 'deny' } },
    [true, 4294967296, String(2n ** 32n - 256n)],
  ],
  without_one: [{ ...halves, '::/0': null, '192.0.2.1': { action: 'deny' } }, [false, 4294967295, '0']],
  // A description tells nothing about addresses.
  unknown_description: [{ '203.0.113.0/24': { action: 'allow', description: LATER } }, [false, 256, '0']],
  unknown_network: [expression('{ (terraform_data.source.output) = { action = "allow" } }'), UNKNOWN],
};

const type = (isSet: boolean): string => `netingress_ip_policy_rule${isSet ? 's' : ''}`;

let account: AttachedAccount;
let changes: readonly ResourceChange[];

beforeAll(async () => {
  account = await openAttachedAccount();
  const policyOf = (name: string): string => expression(`netingress_ip_policy.${name}.id`);
  const rules = Object.entries(RULES).map(([name, [cidr, action]]) => {
    const policy = `rule_${name}`;
    return { policy, block: [name, { ip_policy_id: policyOf(policy), cidr, action }] as const };
  });
  const sets = Object.entries(SETS).map(([name, [rules]]) => {
    const policy = `set_${name}`;
    return { policy, block: [name, { ip_policy_id: policyOf(policy), rules }] as const };
  });
  await account.workspace.configure({
    terraform_data: { source: { input: OPEN_V4 } },
    netingress_ip_policy: Object.fromEntries([...rules, ...sets].map(({ policy }) => [policy, {}])),
    [type(false)]: Object.fromEntries(rules.map(({ block }) => block)),
    [type(true)]: Object.fromEntries(sets.map(({ block }) => block)),
  });
  ({ resource_changes: changes = [] } = await account.workspace.plan());
});
afterAll(() => account?.close());

/** The planned values by name; `unknown` for what is known after apply. */
function planned(isSet: boolean, name: string): unknown[] {
  const change = changes.find(({ address }) => address === `${type(isSet)}.${name}`)?.change;
  const names = isSet ? NAMES : NAMES.slice(0, 1);
  return names.map((each) => (change?.after_unknown[each] === true ? 'unknown' : change?.after?.[each]));
}

test('a plan shows the admission of a rule and of a set, unless a network or an action is known after apply', () => {
  const singles = Object.entries(RULES).map(([name, [, , expected]]) => [name, [expected]]);
  expect(Object.keys(RULES).map((name) => [name, planned(false, name)])).toEqual(singles);
  const sets = Object.entries(SETS).map(([name, [, expected]]) => [name, expected]);
  expect(Object.keys(SETS).map((name) => [name, planned(true, name)])).toEqual(sets);
});

test('what was unknown is stored by the apply, and nothing is planned then', async () => {
  const { workspace } = account;
  await workspace.applyPlanned();
  const state = await workspace.attributes(`${type(true)}.unknown_network`);
  expect(NAMES.map((name) => state?.[name])).toEqual([true, 4294967296, '0']);
  expect(await workspace.changes()).toEqual({});
});
