/** `netingress_ip_policy_rules` with the real terraform binary: it deletes rules that it does not declare, as single rules cannot. */
import type { Emulator } from '../../src/emulator';
import { getKind } from '../../src/model/kinds';
import { findChanges } from '../../src/terraform/plan-json';
import { parseValidation } from '../../src/terraform/ui-json';
import type { JsonObject } from '../../src/values/json';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import { type Service, serviceAt } from '../support/acceptance/service';
import type { Resources, Workspace } from '../support/acceptance/workspace';
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
beforeEach(() => emulator.reset());
afterEach(() => workspace.forget());
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
  expect(await workspace.changes()).toEqual({});

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
  expect(findChanges(await workspace.plan())).toMatchObject([
    { address, change: { actions: ['update'], before: { admitted_ipv4_addresses: 2 ** 24 + 256 } } },
  ]);
  await workspace.applyPlanned();
  expect(liveRules()).toEqual(['allow 10.0.0.0/8', 'allow 203.0.113.7/32', 'deny 2001:db8::/32']);
  expect(await workspace.changes()).toEqual({});

  // Everything at once: another action, an update, a removal, a new rule.
  const second: Rules = {
    '10.0.0.0/8': { action: 'deny', description: 'net' },
    '2001:db8:0::/32': { action: 'allow', metadata: '{"a":1}' },
    '172.16.0.0/12': { action: 'allow' },
  };
  await workspace.configure(declared(second));
  await workspace.apply();
  expect(liveRules()).toEqual(['allow 172.16.0.0/12', 'allow 2001:db8::/32', 'deny 10.0.0.0/8']);
  expect(await workspace.changes()).toEqual({});

  // A rule that is created after the plan is kept; the next plan shows it.
  await workspace.configure(declared({ ...second, '192.0.2.0/24': { action: 'deny' } }));
  expect(await workspace.changes()).toEqual({ [address]: 'update' });
  await addByHand({ cidr: '198.51.100.1/32', action: 'deny' });
  expect(await workspace.ok('apply', '-no-color', 'plan.bin')).toContain('IP policy has rules that no plan has shown');
  expect(await workspace.changes()).toEqual({ [address]: 'update' });
  await workspace.applyPlanned();
  expect(liveRules()).not.toContain('deny 198.51.100.1/32');

  // Imported by the policy's id, with any notation in the configuration.
  const id = policyId();
  await workspace.ok('state', 'rm', address);
  expect((await workspace.terraform('import', '-no-color', address, idOf('10.0.0.0/8'))).stderr).toContain(
    'is not the id of an IP policy',
  );
  await workspace.ok('import', '-no-color', address, id);
  expect(await workspace.changes()).toEqual({});
  expect((await workspace.attributes(address))?.['admitted_ipv4_addresses']).toBe(2 ** 20);

  await workspace.ok('destroy', '-auto-approve', '-no-color', `-target=${address}`);
  expect(liveRules()).toEqual([]);
  expect(emulator.objects('ip_policy')).toHaveLength(1);
  // Gone with its policy.
  await workspace.apply();
  await service.remove(getKind('ip_policy'), id);
  expect(await workspace.changes()).toEqual({ 'netingress_ip_policy.office': 'create', [address]: 'create' });
});

test('validate rejects two keys of one network and a key that is not a network, and names them', async () => {
  await workspace.configure({
    netingress_ip_policy_rules: {
      two: { ip_policy_id: 'ipp_1', rules: { '10.0.0.1': { action: 'allow' }, '10.0.0.1/32': { action: 'deny' } } },
      bits: { ip_policy_id: 'ipp_1', rules: { '10.0.0.1/8': { action: 'permit' } } },
    },
  });
  const { stdout } = await workspace.terraform('validate', '-json');
  const details = parseValidation(stdout).map(({ detail }) => detail);
  expect(details.sort()).toEqual([
    expect.stringMatching(/^rules has the equal keys '10\.0\.0\.1' and '10\.0\.0\.1\/32'; expected only one/),
    expect.stringMatching(
      /^rules\["10\.0\.0\.1\/8"\] '10\.0\.0\.1\/8' has bits set beyond its mask \/8; expected the network/,
    ),
    expect.stringMatching(/^rules\["10\.0\.0\.1\/8"\]\.action is 'permit'; expected 'allow' or 'deny'/),
  ]);
});
