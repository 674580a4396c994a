/** `netingress_ip_policy_rules` with the real terraform binary: it deletes rules that it does not declare, as single rules cannot. */
import type { Emulator } from '../../src/emulator';
import { getKind } from '../../src/model/kinds';
import type { JsonObject } from '../../src/values/json';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import { type Service, serviceAt } from '../support/acceptance/service';
import { failureOf, type Resources, type Workspace } from '../support/acceptance/workspace';
import { expression } from '../support/expression';

const rule = getKind('ip_policy_rule');
const address = 'netingress_ip_policy_rules.office';

let account: AttachedAccount;
let emulator: Emulator;
let service: Service;
let workspace: Workspace;

beforeAll(async () => {
  account = await openAttachedAccount();
  ({ emulator, workspace } = account);
  service = serviceAt(account.url);
});
afterAll(() => account?.close());

type Rules = Readonly<Record<string, JsonObject | null>>;

const declared = (rules: Rules): Resources => ({
  netingress_ip_policy: { office: { description: 'office' } },
  netingress_ip_policy_rules: { office: { ip_policy_id: expression('netingress_ip_policy.office.id'), rules } },
});

/** The rules at the service: `allow 10.0.0.0/8`, sorted. */
const liveRules = (): string[] =>
  emulator
    .objects(rule.name)
    .map(({ action, cidr }) => `${String(action)} ${String(cidr)}`)
    .sort();

const idOf = (cidr: string): string =>
  String(emulator.objects(rule.name).find((each) => each['cidr'] === cidr)?.['id'] ?? '');

const policyId = (): string => String(emulator.objects('ip_policy')[0]?.['id']);

const addByHand = async (body: JsonObject): Promise<string> => {
  const { body: made } = await service.request('POST', rule.path, { ip_policy_id: policyId(), ...body });
  return String(made['id']);
};

test('keeps exactly the declared rules: representations, drift, changes of action, import and destroy', async () => {
  const first: Rules = {
    '10.0.0.0/8': { action: 'allow', description: 'net' },
    '203.0.113.7': { action: 'allow' },
    '2001:DB8::/32': { action: 'deny', metadata: '{}' },
    '192.0.2.0/24': null,
  };
  await workspace.configure(declared(first));
  await workspace.apply();
  expect(liveRules()).toEqual(['allow 10.0.0.0/8', 'allow 203.0.113.7/32', 'deny 2001:db8::/32']);

  // Other notations of the same networks, and no null element: the same rules.
  const respelt: Rules = {
    '10.0.0.0/8': { action: 'allow', description: 'net', metadata: '' },
    '203.0.113.7/32': { action: 'allow' },
    '2001:db8:0::/32': { action: 'deny', metadata: '{}' },
  };
  await workspace.configure(declared(respelt));
  expect(await workspace.changes()).toEqual({});

  // By hand: one added, one changed, one deleted.
  await addByHand({ cidr: '198.51.100.0/24', action: 'allow' });
  await service.patch(rule, idOf('10.0.0.0/8'), { description: 'changed by hand' });
  await service.remove(rule, idOf('203.0.113.7/32'));
  expect(await workspace.apply()).toEqual({ [address]: 'update' });
  expect(liveRules()).toEqual(['allow 10.0.0.0/8', 'allow 203.0.113.7/32', 'deny 2001:db8::/32']);

  // Another action, an update, a removal and a new rule at once; a rule that is created after the plan is kept.
  const second = declared({
    '10.0.0.0/8': { action: 'deny', description: 'net' },
    '2001:db8:0::/32': { action: 'allow', metadata: '{"a":1}' },
    '172.16.0.0/12': { action: 'allow' },
  });
  await workspace.configure(second);
  expect(await workspace.changes()).toEqual({ [address]: 'update' });
  await addByHand({ cidr: '198.51.100.1/32', action: 'deny' });
  expect(await workspace.ok('apply', '-no-color', 'plan.bin')).toContain('IP policy has rules that no plan has shown');
  const rules = ['allow 172.16.0.0/12', 'allow 2001:db8::/32', 'deny 10.0.0.0/8'];
  expect(liveRules()).toEqual([...rules, 'deny 198.51.100.1/32']);
  // The next plan shows it.
  expect(await workspace.apply()).toEqual({ [address]: 'update' });
  expect(liveRules()).toEqual(rules);

  // Imported by the policy's id.
  const id = policyId();
  const importAs = (setId: string) =>
    workspace.configure(second, {
      import: [
        { to: 'netingress_ip_policy.office', id },
        { to: address, id: setId },
      ],
    });
  await workspace.forget();
  await importAs(idOf('10.0.0.0/8'));
  expect(await failureOf(workspace, 'plan', '-no-color')).toContain('is not the id of an IP policy');
  await importAs(id);
  expect(await workspace.apply()).toEqual({ 'netingress_ip_policy.office': 'import', [address]: 'import' });
  expect((await workspace.attributes(address))?.['admitted_ipv4_addresses']).toBe(2 ** 20);

  // Gone with its policy.
  await service.remove(getKind('ip_policy'), id);
  expect(await workspace.apply()).toEqual({ 'netingress_ip_policy.office': 'create', [address]: 'create' });
  expect(liveRules()).toEqual(rules);
  await workspace.ok('destroy', '-auto-approve', '-no-color', `-target=${address}`);
  expect(liveRules()).toEqual([]);
  expect(emulator.objects('ip_policy')).toHaveLength(1);
});
