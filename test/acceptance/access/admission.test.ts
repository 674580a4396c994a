/** The addresses that rules admit, as plans of the real terraform binary show them. */

import type { Emulator } from '../../../src/emulator';
import { type AttachedAccount, openAttachedAccount } from '../../support/acceptance/provider-in-process';
import { serviceAt } from '../../support/acceptance/service';
import type { Resources, Workspace } from '../../support/acceptance/workspace';
import { testInCi } from '../../support/requirements';

jest.setTimeout(180_000);

const tf = (expression: string): string => `\${${expression}}`;
const NAMES = ['admits_every_address', 'admitted_ipv4_addresses', 'admitted_ipv6_addresses'] as const;

let account: AttachedAccount;
let emulator: Emulator;
let workspace: Workspace;
let url: string;

beforeAll(async () => {
  account = await openAttachedAccount();
  ({ emulator, url, workspace } = account);
});
beforeEach(() => emulator.reset());
afterEach(() => workspace.forget());
afterAll(() => account?.close());

const POLICY: Resources = { netingress_ip_policy: { office: { description: 'office' } } };
const ID = tf('netingress_ip_policy.office.id');

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
  const [openV4, openV6] = ['0.0.0.0/0', '::/0'];
  expect(await planned(rule({ cidr: '203.0.113.0/24' }))).toEqual([false]);
  expect(await planned(rule({ cidr: openV4 }))).toEqual([true]);
  expect(await planned(rule({ cidr: openV6 }))).toEqual([true]);
  expect(await planned(rule({ cidr: openV4, action: 'deny' }))).toEqual([false]);
  expect(await planned(ruleSet({}))).toEqual([false, 0, '0']);
  const halves = { '0.0.0.0/1': allow, '128.0.0.0/1': allow, '::/0': allow };
  expect(await planned(ruleSet(halves))).toEqual([true, 4294967296, String(2n ** 128n)]);
  const denied = { ...halves, '::/0': null, '192.0.2.1': { action: 'deny' } };
  expect(await planned(ruleSet(denied))).toEqual([false, 4294967295, '0']);
});

test('it is known after apply exactly while a network or an action is', async () => {
  // A description tells nothing about addresses, and a value of another resource is known when that resource exists.
  const source = { terraform_data: { source: { input: '0.0.0.0/0' } } };
  const later = tf('terraform_data.source.output');
  expect(await planned({ ...rule({ cidr: later }), ...source })).toEqual(['unknown']);
  const described = { '203.0.113.0/24': { action: 'allow', description: later } };
  expect(await planned({ ...ruleSet(described), ...source })).toEqual([false, 256, '0']);
  const keyed = tf(`{ (terraform_data.source.output) = { action = "allow" } }`);
  expect(await planned({ ...ruleSet(keyed), ...source })).toEqual(NAMES.map(() => 'unknown'));
  await workspace.applyPlanned();
  expect(await planned({ ...ruleSet(keyed), ...source })).toEqual([true, 4294967296, '0']);
  expect(await workspace.changes()).toEqual({});
});

testInCi('it follows a change, a change made elsewhere and an import, without a further diff or request', async () => {
  await workspace.configure({ ...ruleSet({ '203.0.113.0/24': allow }) });
  await workspace.apply();
  expect(await workspace.changes()).toEqual({});
  expect(JSON.stringify(emulator.requests())).not.toContain('admit');

  const changed = { '203.0.113.0/24': { action: 'allow', description: 'office' } };
  expect(await planned(ruleSet(changed))).toEqual([false, 256, '0']);
  await workspace.applyPlanned();
  const id = String(emulator.objects('ip_policy')[0]?.['id']);
  await serviceAt(url).request('POST', '/ip_policy_rules', {
    ip_policy_id: id,
    cidr: '198.51.100.0/25',
    action: 'allow',
  });
  await workspace.ok('apply', '-refresh-only', '-auto-approve', '-no-color');
  expect((await workspace.attributes('netingress_ip_policy_rules.all'))?.['admitted_ipv4_addresses']).toBe(384);
  expect(await workspace.changes()).toEqual({ 'netingress_ip_policy_rules.all': 'update' });
  await workspace.applyPlanned();

  await workspace.forget();
  await workspace.configure(ruleSet(changed));
  await workspace.ok('import', '-no-color', 'netingress_ip_policy.office', id);
  await workspace.ok('import', '-no-color', 'netingress_ip_policy_rules.all', id);
  expect(await workspace.changes()).toEqual({});
  expect((await workspace.attributes('netingress_ip_policy_rules.all'))?.['admitted_ipv4_addresses']).toBe(256);
});

testInCi('a single rule is refreshed, updated and imported with its admission', async () => {
  await workspace.configure(rule({ cidr: '203.0.113.0/24' }));
  await workspace.apply();
  expect(await workspace.changes()).toEqual({});
  expect(await planned(rule({ cidr: '203.0.113.0/25' }))).toEqual([false]);
  await workspace.applyPlanned();
  expect(await workspace.changes()).toEqual({});
  const [{ id, ip_policy: policy }] = emulator.objects('ip_policy_rule') as [{ id: string; ip_policy: { id: string } }];
  await workspace.forget();
  await workspace.ok('import', '-no-color', 'netingress_ip_policy.office', policy.id);
  await workspace.ok('import', '-no-color', 'netingress_ip_policy_rule.one', id);
  expect(await workspace.changes()).toEqual({});
  expect((await workspace.attributes('netingress_ip_policy_rule.one'))?.['admits_every_address']).toBe(false);
});
