/** `netingress_ip_policy_rules` and an enforced restriction with the real terraform binary: one history of one account. */
import { getKind } from '../../src/model/kinds';
import type { JsonObject } from '../../src/values/json';
import { useAttachedAccount } from '../support/acceptance/provider-in-process';
import { serviceAt } from '../support/acceptance/service';
import { failureOf, type Resources } from '../support/acceptance/workspace';
import { expression } from '../support/expression';

const rule = getKind('ip_policy_rule');
const SET = 'netingress_ip_policy_rules.office';
const [POLICY, RESTRICTION] = ['netingress_ip_policy.office', 'netingress_ip_restriction.api'];
const OFFICE = '203.0.113.0/24';

const account = useAttachedAccount();

interface Declared {
  readonly policy?: string;
  /** Further attributes of the set of rules. */
  readonly set?: JsonObject;
  /** Further attributes of the restriction. */
  readonly restriction?: JsonObject;
}

/**
 * The policies `office` and `second`, a set of rules of `policy`, which is one of them, and an enforced restriction that
 * names the policy of the set.
 */
function declared(rules: JsonObject, { policy = 'office', set = {}, restriction = {} }: Declared = {}): Resources {
  const ip_policy_id = expression(`netingress_ip_policy.${policy}.id`);
  return {
    netingress_ip_policy: { office: { description: 'office' }, second: { description: 'second' } },
    netingress_ip_policy_rules: {
      office: { ip_policy_id, rules: { [OFFICE]: { action: 'allow' }, ...rules }, ...set },
    },
    netingress_ip_restriction: {
      api: { type: 'api', enforced: true, ip_policy_ids: [expression(`${SET}.ip_policy_id`)], ...restriction },
    },
  };
}

/** The rules at the service: `allow 10.0.0.0/8`, sorted. */
const liveRules = (): string[] =>
  account.emulator
    .objects(rule.name)
    .map(({ action, cidr }) => `${String(action)} ${String(cidr)}`)
    .sort();

test('an apply leaves the declared rules of a set and those that no plan has shown, also after changes by hand; an import leaves them; its replacement beside a restriction with must_admit is refused, unless create_before_destroy orders it', async () => {
  const { emulator, workspace, url } = account;
  const service = serviceAt(url);
  const idOf = (cidr: string): string =>
    String(emulator.objects(rule.name).find((each) => each['cidr'] === cidr)?.['id']);
  const addByHand = async (cidr: string, action: string): Promise<void> => {
    const ip_policy_id = (await workspace.attributes(POLICY))?.['id'];
    await service.request('POST', rule.path, { ip_policy_id, cidr, action });
  };
  await workspace.configure(
    declared({
      '10.0.0.0/8': { action: 'allow', description: 'net' },
      '198.51.100.7': { action: 'allow' },
      '2001:DB8::/32': { action: 'deny', metadata: '{}' },
      '192.0.2.0/24': null,
    }),
  );
  await workspace.apply();
  expect(liveRules()).toEqual(['allow 10.0.0.0/8', 'allow 198.51.100.7/32', `allow ${OFFICE}`, 'deny 2001:db8::/32']);

  // By hand, one rule is added, one changed and one deleted.
  await addByHand('198.51.100.0/24', 'allow');
  await service.patch(rule, idOf('10.0.0.0/8'), { description: 'changed by hand' });
  await service.remove(rule, idOf('198.51.100.7/32'));
  // The configuration changes an action and a rule's metadata, removes a rule and adds one.
  const second = {
    '10.0.0.0/8': { action: 'deny', description: 'net' },
    '2001:db8:0::/32': { action: 'allow', metadata: '{"a":1}' },
    '172.16.0.0/12': { action: 'allow' },
  };
  await workspace.configure(declared(second));
  expect(await workspace.changes()).toEqual({ [SET]: 'update' });
  // A rule that is created after the plan is kept.
  await addByHand('198.51.100.1/32', 'deny');
  expect(await workspace.ok('apply', '-no-color', 'plan.bin')).toContain('IP policy has rules that no plan has shown');
  const rules = ['allow 172.16.0.0/12', 'allow 2001:db8::/32', `allow ${OFFICE}`, 'deny 10.0.0.0/8'];
  expect(liveRules()).toEqual([...rules, 'deny 198.51.100.1/32']);

  await service.remove(rule, idOf('198.51.100.1/32'));
  const state = await workspace.allAttributes();
  const addresses = [POLICY, 'netingress_ip_policy.second', SET, RESTRICTION];
  const imports = addresses.map((to) => ({ to, id: String(state.get(to)?.['id']) }));
  await workspace.forget();
  await workspace.configure(declared(second), { import: imports });
  expect(await workspace.apply()).toEqual(Object.fromEntries(addresses.map((address) => [address, 'import'])));
  expect((await workspace.attributes(SET))?.['admitted_ipv4_addresses']).toBe(2 ** 20 + 2 ** 8);

  const must_admit = [OFFICE, '203.0.113.7'];
  const replaced = { policy: 'second', restriction: { must_admit } };
  await workspace.configure(declared(second, { ...replaced, set: { must_admit } }));
  const refused = await failureOf(workspace, 'apply', '-no-color', '-auto-approve');
  for (const remedy of [
    'Add lifecycle { create_before_destroy = true } to the netingress_ip_policy_rules and apply again',
    'create the new object here, change the reference there, and delete the old object here last',
  ])
    expect(refused).toContain(remedy);
  expect(liveRules()).toEqual(rules);
  const lifecycle = { create_before_destroy: true };
  await workspace.configure(declared(second, { ...replaced, set: { must_admit, lifecycle } }));
  await workspace.apply();
  expect([liveRules(), emulator.objects('ip_restriction')]).toMatchObject([rules, [{ enforced: true, type: 'api' }]]);
  expect(JSON.stringify(emulator.requests())).not.toContain('must_admit');
});
