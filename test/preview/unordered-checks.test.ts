/** `must_admit` is checked when a restriction is written. The copy applies in one of the orders that Terraform may choose. */
import { expression } from '../support/expression';
import { appForEach } from '../support/preview/app';
import { testRows } from '../support/requirements';

const app = appForEach();

/** Without an edge the restriction waits for two other objects, so that the copy creates the rule first. */
const configure = (policy: string, dependsOn: readonly string[]) => ({
  resource: {
    netingress_ip_policy: { first: { description: 'First' }, second: { depends_on: ['netingress_ip_policy.first'] } },
    netingress_ip_policy_rule: { home: { ip_policy_id: policy, cidr: '198.51.100.0/24', action: 'allow' } },
    netingress_ip_restriction: {
      api: {
        type: 'api',
        enforced: true,
        must_admit: ['203.0.113.7', '198.51.100.7'],
        ip_policy_ids: [policy],
        depends_on: dependsOn,
      },
    },
  },
});

test('a restriction that another order would refuse is not decided, and one that waits for the rule is', async () => {
  const { id } = await app.create('/ip_policies', { description: 'Offices' });
  await app.create('/ip_policy_rules', { ip_policy_id: id, cidr: '203.0.113.0/24', action: 'allow' });
  await app.synthesize({ all: configure(id, ['netingress_ip_policy.second']) });
  const unordered = await app.report('--must-admit', '198.51.100.7');
  expect(unordered).toMatchObject({ refusals: [], exit_status: 3, gates: [{ result: 'not_decided' }] });
  expect(unordered.incomplete).toEqual([
    expect.stringMatching(
      /^Stack all: netingress_ip_restriction\.api may be refused by its must_admit: it would deny 198\.51\.100\.7, because no allow rule matches\. .* add depends_on, or deploy in two steps\.$/,
    ),
  ]);
  await app.synthesize({ all: configure(id, ['netingress_ip_policy_rule.home']) });
  expect(await app.report('--must-admit', '198.51.100.7')).toMatchObject({
    incomplete: [],
    exit_status: 0,
    gates: [{ result: 'passed' }],
  });
});

test.each([
  ['that must_admit refuses', { must_admit: ['192.0.2.1'] }, 'would deny 192.0.2.1'],
  ['that admits no address', {}, 'would deny every address'],
])('a restriction %s in every order is refused, and the reason stands once', async (_, guard, reason) => {
  const { id } = await app.create('/ip_policies', { description: 'Offices' });
  const api = { type: 'api', enforced: true, ip_policy_ids: [id], ...guard };
  if ('must_admit' in guard)
    await app.create('/ip_policy_rules', { ip_policy_id: id, cidr: '203.0.113.0/24', action: 'allow' });
  await app.synthesize({ all: { resource: { netingress_ip_restriction: { api } } } });
  const report = await app.report('--must-deny', '203.0.113.7');
  expect(report).toMatchObject({ exit_status: 2, result: 'refused', incomplete: [] });
  expect(report.refusals).toEqual([expect.objectContaining({ message: expect.stringContaining(reason) })]);
});

const [OFFICE, HQ, DEPOT] = ['203.0.113.0/24', '198.51.100.0/24', '192.0.2.0/24'];

describe('a renamed list that must_admit of an enforced restriction needs', () => {
  const configureLists = (
    lists: Readonly<Record<string, readonly string[]>>,
    { flag = true, mustAdmit = ['203.0.113.7'] } = {},
  ) => {
    const lifecycle = flag ? { lifecycle: { create_before_destroy: true } } : {};
    const entries = Object.entries(lists);
    return {
      resource: {
        netingress_ip_policy: Object.fromEntries(entries.map(([name]) => [name, { description: name, ...lifecycle }])),
        netingress_ip_policy_rules: Object.fromEntries(
          entries.map(([name, networks]) => [
            name,
            {
              ip_policy_id: expression(`netingress_ip_policy.${name}.id`),
              rules: Object.fromEntries(networks.map((network) => [network, { action: 'allow' }])),
              ...(networks.includes(OFFICE) && { must_admit: ['203.0.113.7'] }),
              ...lifecycle,
            },
          ]),
        ),
        netingress_ip_restriction: {
          api: {
            type: 'api',
            enforced: true,
            must_admit: mustAdmit,
            ip_policy_ids: entries.map(([name]) => expression(`netingress_ip_policy_rules.${name}.ip_policy_id`)),
          },
        },
      },
    };
  };
  const list = (name: string, flag: boolean) => configureLists({ [name]: [OFFICE] }, { flag });

  test('is decided if its state has create_before_destroy: it is deleted after the restriction is changed', async () => {
    await app.synthesize({ all: list('office', true) });
    await app.deploy('all');
    await app.synthesize({ all: list('berlin', true) });
    expect(await app.report('--must-admit', '203.0.113.7')).toMatchObject({
      refusals: [],
      incomplete: [],
      exit_status: 0,
      gates: [{ result: 'passed' }],
    });
    await app.deploy('all');
  });

  test('is refused without it, as the apply is', async () => {
    await app.synthesize({ all: list('office', false) });
    await app.deploy('all');
    await app.synthesize({ all: list('berlin', false) });
    expect(await app.report('--must-admit', '203.0.113.7')).toMatchObject({ exit_status: 2, result: 'refused' });
    await expect(app.deploy('all')).rejects.toThrow('Required addresses would be denied');
  });

  const LISTS = [
    ['one of two lists is renamed', { hq: [HQ], office: [OFFICE] }, { hq: [HQ], berlin: [OFFICE] }],
    ['two lists become one', { hq: [HQ], a: [OFFICE], b: [DEPOT] }, { hq: [HQ], both: [OFFICE, DEPOT] }],
    ['one list becomes two', { hq: [HQ], both: [OFFICE, DEPOT] }, { hq: [HQ], a: [OFFICE], b: [DEPOT] }],
  ] as const;
  testRows(LISTS, { plain: 1 })('%s beside a list that stays: decided', async (_, before, after) => {
    await app.synthesize({ all: configureLists(before) });
    await app.deploy('all');
    await app.synthesize({ all: configureLists(after) });
    expect(await app.report('--must-admit', OFFICE, '--no-new-access')).toMatchObject({
      refusals: [],
      incomplete: [],
      exit_status: 0,
      gates: [{ result: 'passed' }, { result: 'passed' }],
    });
    await app.deploy('all');
  });

  test('an address that only the removed one of two lists admitted: refused', async () => {
    const both = { hq: [HQ], office: [OFFICE], depot: [DEPOT] };
    const mustAdmit = ['203.0.113.7', '192.0.2.7'];
    await app.synthesize({ all: configureLists(both, { mustAdmit }) });
    await app.deploy('all');
    await app.synthesize({ all: configureLists({ hq: [HQ], berlin: [OFFICE] }, { mustAdmit }) });
    const report = await app.report();
    expect(report).toMatchObject({ exit_status: 2, result: 'refused', incomplete: [] });
    expect(report.refusals).toEqual([
      expect.objectContaining({ message: expect.stringContaining('would deny 192.0.2.7') }),
    ]);
  });
});
