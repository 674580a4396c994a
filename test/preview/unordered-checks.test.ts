/**
 * The copy applies in one of the orders that Terraform may choose. To save previews, one may have several cases: one
 * for each type of restriction.
 */
import type { JsonObject } from '../../src/values/json';
import { type AllKinds, merged } from '../support/acceptance/all-kinds';
import { expression } from '../support/expression';
import { appForEach } from '../support/preview/app';
import { testInCi } from '../support/requirements';

const app = appForEach();

const [OFFICE, HQ, DEPOT] = ['203.0.113.0/24', '198.51.100.0/24', '192.0.2.0/24'];
const [SHOP, PLANT] = ['10.1.0.0/16', '10.2.0.0/16'];
const [IN_OFFICE, IN_HQ, IN_DEPOT, IN_SHOP] = ['203.0.113.7', '198.51.100.7', '192.0.2.7', '10.1.0.7'];

/** The networks of each list of a restriction. */
type Lists = Readonly<Record<string, readonly string[]>>;

interface Restricted {
  readonly lists: Lists;
  readonly mustAdmit?: readonly string[];
  /** `create_before_destroy` of the lists; true by default. */
  readonly flag?: boolean;
}

/** A restriction of the type that refers to its lists through their rules. */
function restrict(type: string, { lists, mustAdmit = [IN_OFFICE], flag = true }: Restricted): AllKinds {
  const lifecycle = flag ? { lifecycle: { create_before_destroy: true } } : {};
  const entries = Object.entries(lists).map(([name, networks]) => [`${type}_${name}`, networks] as const);
  const rules = entries.map(([name, networks]): [string, JsonObject] => [
    name,
    {
      ip_policy_id: expression(`netingress_ip_policy.${name}.id`),
      rules: Object.fromEntries(networks.map((network) => [network, { action: 'allow' }])),
      ...(networks.includes(OFFICE) && { must_admit: [IN_OFFICE] }),
      ...lifecycle,
    },
  ]);
  const ip_policy_ids = entries.map(([name]) => expression(`netingress_ip_policy_rules.${name}.ip_policy_id`));
  return {
    netingress_ip_policy: Object.fromEntries(entries.map(([name]) => [name, { description: name, ...lifecycle }])),
    netingress_ip_policy_rules: Object.fromEntries(rules),
    netingress_ip_restriction: { [type]: { type, enforced: true, must_admit: mustAdmit, ip_policy_ids } },
  };
}

const restrictAll = (restricted: Readonly<Record<string, Restricted>>): AllKinds =>
  merged(...Object.entries(restricted).map(([type, of]) => restrict(type, of)));

/**
 * A restriction beside the rule that it needs. Without an edge it waits for two other objects, so that the copy creates
 * the rule first.
 */
function besideRule(policy: string, depends_on: readonly string[]): AllKinds {
  const enforced = { type: 'agent', enforced: true, must_admit: [IN_OFFICE, IN_HQ] };
  return {
    netingress_ip_policy: { first: { description: 'First' }, second: { depends_on: ['netingress_ip_policy.first'] } },
    netingress_ip_policy_rule: { home: { ip_policy_id: policy, cidr: HQ, action: 'allow' } },
    netingress_ip_restriction: { agent: { ...enforced, ip_policy_ids: [policy], depends_on } },
  };
}

/** A policy outside of Terraform that admits the office. */
async function createOffices(): Promise<string> {
  const { id } = await app.create('/ip_policies', { description: 'Offices' });
  await app.create('/ip_policy_rules', { ip_policy_id: id, cidr: OFFICE, action: 'allow' });
  return id;
}

test('a restriction that another order would refuse is not decided', async () => {
  await app.synthesize({ all: { resource: besideRule(await createOffices(), ['netingress_ip_policy.second']) } });
  const report = await app.report('--must-admit', IN_HQ);
  expect(report).toMatchObject({ refusals: [], exit_status: 3, gates: [{ result: 'not_decided' }] });
  expect(report.incomplete).toEqual([
    expect.stringMatching(
      /^Stack all: netingress_ip_restriction\.agent may be refused by its must_admit: it would deny 198\.51\.100\.7, because no allow rule matches\. .* add depends_on, or deploy in two steps\.$/,
    ),
  ]);
});

testInCi('a restriction that waits for its rule, or of renamed, joined or divided lists, applies', async () => {
  const mustAdmit = [IN_OFFICE, IN_SHOP];
  const before = restrictAll({
    api: { lists: { office: [OFFICE] } },
    dashboard: { lists: { hq: [HQ], office: [OFFICE] } },
    endpoints: { lists: { hq: [HQ], a: [OFFICE], b: [DEPOT], both: [SHOP, PLANT] }, mustAdmit },
  });
  await app.synthesize({ all: { resource: before } });
  await app.deploy('all');
  const changed = restrictAll({
    api: { lists: { berlin: [OFFICE] } },
    dashboard: { lists: { hq: [HQ], berlin: [OFFICE] } },
    endpoints: { lists: { hq: [HQ], joined: [OFFICE, DEPOT], c: [SHOP], d: [PLANT] }, mustAdmit },
  });
  const beside = besideRule(await createOffices(), ['netingress_ip_policy_rule.home']);
  await app.synthesize({ all: { resource: merged(changed, beside) } });
  expect(await app.report('--must-admit', OFFICE, '--no-new-access')).toMatchObject({
    ...{ refusals: [], incomplete: [], exit_status: 0 },
    gates: [{ result: 'passed' }, { result: 'passed' }],
  });
  await app.deploy('all');
});

testInCi('a restriction that denies in each order is refused once, with its reason', async () => {
  const mustAdmit = [IN_OFFICE, IN_DEPOT];
  const before = restrictAll({
    api: { lists: { office: [OFFICE] }, flag: false },
    dashboard: { lists: { hq: [HQ], office: [OFFICE], depot: [DEPOT] }, mustAdmit },
  });
  await app.synthesize({ all: { resource: before } });
  await app.deploy('all');
  const offices = await createOffices();
  const { id: empty } = await app.create('/ip_policies', { description: 'Empty' });
  const changed = restrictAll({
    // A renamed list without create_before_destroy.
    api: { lists: { berlin: [OFFICE] }, flag: false },
    // Only the list `depot` admitted the second address.
    dashboard: { lists: { hq: [HQ], berlin: [OFFICE] }, mustAdmit },
  });
  const created = {
    netingress_ip_restriction: {
      agent: { type: 'agent', enforced: true, ip_policy_ids: [offices], must_admit: ['192.0.2.1'] },
      endpoints: { type: 'endpoints', enforced: true, ip_policy_ids: [empty] },
    },
  };
  await app.synthesize({ all: { resource: merged(changed, created) } });
  const report = await app.report('--must-deny', IN_OFFICE);
  expect(report).toMatchObject({ exit_status: 2, result: 'refused', incomplete: [] });
  expect(report.refusals.map(({ address, message }) => [address, message])).toEqual([
    // Terraform does not name a resource that is not configured any more.
    [null, expect.stringContaining('Required addresses would be denied')],
    ['netingress_ip_restriction.agent', expect.stringContaining('would deny 192.0.2.1')],
    ['netingress_ip_restriction.dashboard', expect.stringContaining(`would deny ${IN_DEPOT}`)],
    ['netingress_ip_restriction.endpoints', expect.stringContaining('would deny every address')],
  ]);
});
