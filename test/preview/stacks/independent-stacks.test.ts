/** Two stacks of which none depends on the other: where their order decides, no gate is decided. */
import type { JsonObject } from '../../../src/values/json';
import { expression } from '../../support/expression';
import { appForAll } from '../../support/preview/app';
import { testInCi, testRows } from '../../support/requirements';

const app = appForAll();
let office: string;
let guests: string;

beforeAll(async () => {
  office = (await app.create('/ip_policies', { description: 'Office' })).id;
  guests = (await app.create('/ip_policies', { description: 'Guests' })).id;
  await app.create('/ip_restrictions', { type: 'dashboard', enforced: true, ip_policy_ids: [office] });
});

const rule = (ip_policy_id: string, action = 'deny') => ({ cidr: '198.51.100.0/24', action, ip_policy_id });
const rules = (policy: string, action?: string) => ({ netingress_ip_policy_rule: { own: rule(policy, action) } });
const own = (description: string) => ({ netingress_ip_policy: { own: { description } } });
/** A stack without a resource would be no valid configuration. */
const reading = (data: JsonObject): JsonObject => ({
  data,
  resource: { netingress_domain: { own: { domain: 'second.example.com' } } },
});
const list = { netingress_ip_policy_rules: { all: {} } };
const imported = (id: string, description: string): JsonObject => ({
  import: [{ to: 'netingress_ip_policy.own', id }],
  resource: own(description),
});
const inOwnPolicy = { ...own('A'), ...rules(expression('netingress_ip_policy.own.id')) };

const cases: readonly [string, () => readonly [JsonObject, JsonObject], string | undefined][] = [
  ['one object that both change', () => [imported(office, 'A'), imported(office, 'B')], 'are one object'],
  ['one object that neither changes', () => [imported(office, 'Office'), imported(office, 'Office')], undefined],
  [
    'a list of what the other changes',
    () => [{ resource: rules(office) }, reading(list)],
    'data.netingress_ip_policy_rules.all reads',
  ],
  ['a list of another kind', () => [{ resource: own('A') }, reading(list)], undefined],
  [
    'an object that the other changes, by its id',
    () => [imported(office, 'A'), reading({ netingress_ip_policy: { one: { id: office } } })],
    'data.netingress_ip_policy.one reads',
  ],
  [
    'an object that the other leaves alone',
    () => [imported(office, 'A'), reading({ netingress_ip_policy: { one: { id: guests } } })],
    undefined,
  ],
  ['one network in policies of their own', () => [{ resource: inOwnPolicy }, { resource: inOwnPolicy }], undefined],
  [
    'what the other changes, with a dependency',
    () => [{ resource: rules(office) }, { ...reading(list), dependsOn: ['first'] }],
    undefined,
  ],
];

testRows(cases, { plain: 3 })('%s', async (_, make, expected) => {
  const [first, second] = make();
  await app.synthesize({ first, second });
  const report = await app.report('--no-new-access');
  const found = report.incomplete.filter((text) => text.includes('Neither of the stacks first and second depends'));
  expect(found).toEqual(
    expected === undefined
      ? []
      : ['first', 'second'].map((name) => expect.stringMatching(`^Stack ${name}: .*${expected}`)),
  );
  expect(report.gates).toMatchObject([{ result: expected === undefined ? 'passed' : 'not_decided' }]);
});

testInCi('a network that passes from one stack to the other: the gate for new access is not decided', async () => {
  await app.synthesize({ first: { resource: rules(office) }, second: { resource: own('B') } });
  await app.deploy('first');
  await app.synthesize({ first: { resource: own('A') }, second: { resource: rules(office) } });
  const report = await app.report('--no-new-access');
  expect(report.gates).toMatchObject([{ result: 'not_decided' }]);
});
