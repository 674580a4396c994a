/** The rule set against an emulator in this process: requests, lost responses, interruptions. */
import { getKind } from '../../../src/model/kinds';
import { createObject } from '../../../src/provider/resources/object/write';
import { ruleSetResource } from '../../../src/provider/resources/rule-set';
import { planValues } from '../../../src/provider/state/plan-values';
import { type CtyValue, type ObjectValue, objectValue, UNKNOWN } from '../../../src/values/cty-value';
import { campaignSize } from '../../fuzz';
import { createTestService, errorResponse, type TestService } from '../../support/provider/service';
import { configOf } from '../../support/provider/values';

let service: TestService;
let policyId: string;

beforeEach(async () => {
  service = createTestService();
  policyId = (await service.session.client.create('ip_policy', {})).id;
});
afterEach(() => service.close());

type Rule = readonly [action: string, description?: string, metadata?: string];
type Rules = Readonly<Record<string, Rule | null>>;

const element = ([action, description, metadata]: Rule): ObjectValue =>
  objectValue([
    ['action', action],
    ['description', description ?? null],
    ['metadata', metadata ?? null],
  ]);

const value = (rules: Rules | CtyValue): ObjectValue =>
  objectValue([
    ['id', policyId],
    ['ip_policy_id', policyId],
    [
      'rules',
      typeof rules === 'object' && rules !== null && !Array.isArray(rules)
        ? objectValue(
            Object.entries(rules as Rules).map(([key, rule]): [string, CtyValue] => [key, rule && element(rule)]),
          )
        : (rules as CtyValue),
    ],
    ['grants', null],
    ['must_admit', null],
    ['admits_every_address', null],
    ['admitted_ipv4_addresses', null],
    ['admitted_ipv6_addresses', null],
  ]);

const none = new Uint8Array();
const create = (rules: Rules) =>
  ruleSetResource.create(service.session, { planned: value(rules), config: value(rules), private: none });
const update = (before: Rules, rules: Rules) =>
  ruleSetResource.update(service.session, {
    planned: value(rules),
    config: value(rules),
    prior: value(before),
    private: none,
  });
const read = (rules: Rules) => ruleSetResource.read(service.session, { current: value(rules), private: none });
const plan = (config: ObjectValue, prior: ObjectValue | null) =>
  ruleSetResource.plan({
    type: ruleSetResource.type,
    config,
    prior,
    proposed: config,
    priorPrivate: none,
  });

const rulesOf = (state: ObjectValue | null): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries((state?.['rules'] ?? {}) as ObjectValue).map(([key, rule]) => [
      key,
      rule && (rule as ObjectValue)['action'],
    ]),
  );
const liveRules = (): Record<string, unknown> =>
  Object.fromEntries(service.emulator.objects('ip_policy_rule').map(({ cidr, action }) => [String(cidr), action]));

describe('plan', () => {
  test('returns the prior map whole when all rules mean the same', () => {
    const prior = value({ '10.0.0.1/32': ['allow', ''], '2001:db8::/32': ['deny'] });
    const config = value({ '2001:DB8::/32': ['deny'], '10.0.0.1': ['allow'], '11.0.0.0/8': null });
    expect(plan(config, prior).planned).toEqual(prior);
  });

  test('takes the keys of the configuration when anything differs', () => {
    const { planned, requiresReplace } = plan(value({ '10.0.0.1': ['deny'] }), value({ '10.0.0.1/32': ['allow'] }));
    expect([rulesOf(planned), requiresReplace]).toEqual([{ '10.0.0.1': 'deny' }, []]);
  });

  test('keeps an unknown map one unknown value, and an unknown element unknown', () => {
    expect(plan(value(UNKNOWN), value({})).planned?.['rules']).toBe(UNKNOWN);
    const config = value({ '10.0.0.0/8': ['allow'] });
    (config['rules'] as ObjectValue)['11.0.0.0/8'] = UNKNOWN;
    expect(plan(config, null).planned).toMatchObject({ rules: { '11.0.0.0/8': UNKNOWN } });
  });

  test('replaces for another policy', () => {
    const config = { ...value({}), ip_policy_id: 'ipp_other' };
    expect(plan(objectValue(Object.entries(config)), value({})).requiresReplace).toEqual([['ip_policy_id']]);
  });
});

test('many rules take one request for each page of the list and for each change, and one for the restrictions before a deletion', async () => {
  const count = campaignSize(300, 5_000);
  const pages = count / 100;
  const rules: Record<string, readonly [string]> = {};
  for (let n = 0; n < count; n++) rules[`10.${n >> 8}.${n & 255}.0/24`] = ['allow'];
  const other = await service.session.client.create('ip_policy', {});
  await service.session.client.create('ip_policy_rule', {
    ip_policy_id: other.id,
    cidr: '10.0.0.0/24',
    action: 'deny',
  });
  const created = await service.requestsOf(async () => expect((await create(rules)).diagnostics).toEqual([]));
  expect(created).toHaveLength(1 + count);
  const listed = await service.requestsOf(async () =>
    expect(Object.keys(rulesOf((await read(rules)).state))).toHaveLength(count),
  );
  expect(listed).toHaveLength(pages);
  const { '10.0.0.0/24': _, ...fewer } = rules;
  const updated = await service.requestsOf(async () => {
    const response = await update(rules, { ...fewer, '192.0.2.0/24': ['deny'] });
    expect([response.diagnostics, Object.keys(rulesOf(response.state)).length]).toEqual([[], count]);
  });
  const writes = updated.map((request) => request.split(' ')[0]).filter((method) => method !== 'GET');
  expect([updated.length, writes]).toEqual([pages + 3, ['POST', 'DELETE']]);
});

test('a service that refuses the filter is listed whole, and is not asked twice for a filter', async () => {
  await create({ '10.0.0.0/8': ['allow'] });
  const other = await service.session.client.create('ip_policy', {});
  await service.session.client.create('ip_policy_rule', { ip_policy_id: other.id, cidr: '11.0.0.0/8', action: 'deny' });
  let filters = 0;
  service.intervene(({ url }) => {
    if (!url.includes('filter=')) return undefined;
    filters += 1;
    return errorResponse(400, 'ERR_250', 'No filters here.');
  });
  for (let n = 0; n < 2; n++)
    expect(rulesOf((await read({ '10.0.0.0/8': ['allow'] })).state)).toEqual({ '10.0.0.0/8': 'allow' });
  expect(filters).toBe(1);
});

test('a read keeps the representation of the state, shows drift, and keeps null elements', async () => {
  await create({ '10.0.0.1': ['allow'] });
  await service.session.client.create('ip_policy_rule', { ip_policy_id: policyId, cidr: '11.0.0.0/8', action: 'deny' });
  const { state } = await read({ '10.0.0.1': ['allow'], '12.0.0.0/8': null });
  expect(rulesOf(state)).toEqual({ '10.0.0.1': 'allow', '11.0.0.0/8': 'deny', '12.0.0.0/8': null });
});

test('metadata with its members in another order is the same in a read, and is not written', async () => {
  const [inState, inAccount] = ['{"a":1,"b":2}', '{ "b": 2, "a": 1 }'].map(
    (metadata): Rules => ({ '10.0.0.0/8': ['allow', '', metadata] }),
  ) as [Rules, Rules];
  await create(inAccount);
  const { state } = await read(inState);
  expect(state).toMatchObject({ rules: { '10.0.0.0/8': { metadata: '{"a":1,"b":2}' } } });
  expect(await service.requestsOf(() => update(inAccount, inState))).toEqual([expect.stringContaining('GET')]);
});

test('a read keeps the resource of a policy without rules, and removes that of a deleted one', async () => {
  expect((await read({ '10.0.0.0/8': ['allow'] })).state?.['rules']).toEqual(objectValue());
  await service.session.client.delete('ip_policy', policyId);
  expect((await read({ '10.0.0.0/8': ['allow'] })).state).toBeNull();
});

test('a failure keeps the state as it was', async () => {
  service.intervene(() => errorResponse(403, 'ERR_203', 'No.'));
  const { state, diagnostics } = await read({ '10.0.0.0/8': ['allow'] });
  expect([rulesOf(state), diagnostics.length]).toEqual([{ '10.0.0.0/8': 'allow' }, 1]);
});

test('a create, update, read or delete whose list fails names the policy: of what is deleted Terraform names no address', async () => {
  const rules: Rules = { '10.0.0.0/8': ['allow'] };
  service.intervene(({ method }) => (method === 'GET' ? errorResponse(500, 'ERR_100', 'No.') : undefined));
  const removed = await ruleSetResource.delete(service.session, { prior: value(rules), private: none });
  for (const { diagnostics } of [await create(rules), await update(rules, {}), await read(rules), removed])
    expect(diagnostics).toMatchObject([{ summary: expect.stringContaining(`rules of IP policy ${policyId}`) }]);
});

test('a list with a rule without a network is not read, and the state stays', async () => {
  await create({ '10.0.0.0/8': ['allow'] });
  service.intervene(async (request) => {
    if (!request.url.includes('/ip_policy_rules')) return undefined;
    const body = (await (await service.emulator.fetch(request)).json()) as { readonly ip_policy_rules: object[] };
    const rules = body.ip_policy_rules.map((rule) => ({ ...rule, cidr: undefined }));
    return Response.json({ ...body, ip_policy_rules: rules });
  });
  const { state, diagnostics } = await read({ '10.0.0.0/8': ['allow'] });
  expect(rulesOf(state)).toEqual({ '10.0.0.0/8': 'allow' });
  expect(diagnostics).toMatchObject([
    {
      severity: 'error',
      detail: expect.stringMatching(
        /without a cidr; expected a network\. Check the base URL .* the service has a defect/,
      ),
    },
  ]);
});

test('after a lost response a create is looked up, not repeated', async () => {
  let lost = 0;
  service.intervene(async (request) => {
    if (request.method !== 'POST' || lost > 0) return undefined;
    lost += 1;
    await service.emulator.fetch(request);
    return new Response('', { status: 502 });
  });
  const { diagnostics } = await create({ '10.0.0.0/8': ['allow'] });
  expect(diagnostics.map(({ severity, summary }) => [severity, summary])).toEqual([
    ['warning', 'Adopted IP policy rule after a lost response'],
  ]);
  expect([lost, liveRules()]).toEqual([1, { '10.0.0.0/8': 'allow' }]);
});

test('a failed create stores no state; the next one adopts equal rules, and refuses a policy with other ones', async () => {
  const refuse = (word: string) => async (request: Request) =>
    (await request.text()).includes(word) ? errorResponse(400, 'ERR_1411', 'Too many.') : undefined;
  service.intervene(refuse('deny'));
  const failed = await create({ '10.0.0.0/8': ['deny'], '11.0.0.0/8': ['allow'] });
  expect([failed.state, liveRules()]).toEqual([null, {}]);
  service.intervene(refuse('allow'));
  const half = await create({ '10.0.0.0/8': ['deny'], '11.0.0.0/8': ['allow'] });
  expect([half.state, liveRules()]).toEqual([null, { '10.0.0.0/8': 'deny' }]);
  expect(half.diagnostics).toMatchObject([
    { severity: 'error', path: ['rules', { key: '11.0.0.0/8' }], detail: expect.stringContaining('1 of 2 changes') },
  ]);
  service.intervene(() => undefined);
  const other = await create({ '10.0.0.0/8': ['allow'] });
  expect([other.state, other.diagnostics[0]?.summary]).toEqual([null, 'IP policy already has rules']);
  const whole = await create({ '10.0.0.0/8': ['deny'], '11.0.0.0/8': ['allow'] });
  expect(rulesOf(whole.state)).toEqual({ '10.0.0.0/8': 'deny', '11.0.0.0/8': 'allow' });
  expect(whole.diagnostics).toMatchObject([
    { severity: 'warning', detail: expect.stringMatching(/1 rule .*deny 10\.0\.0\.0\/8/) },
  ]);
});

test.each([
  [
    'create',
    'Apply again, which takes it over if it equals the declared rule',
    () => create({ '10.0.0.0/8': ['deny'] }),
  ],
  ['update', 'Run terraform plan again to see it', () => update({}, { '10.0.0.0/8': ['deny'] })],
])('a %s that meets a rule which another client created says: %s', async (_, advice, write) => {
  let isCreated = false;
  service.intervene(async ({ method }) => {
    if (method !== 'POST' || isCreated) return undefined;
    isCreated = true;
    const other = { ip_policy_id: policyId, cidr: '10.0.0.0/8', action: 'allow' };
    await service.session.client.create('ip_policy_rule', other);
    return undefined;
  });
  const { diagnostics } = await write();
  expect(diagnostics).toMatchObject([{ detail: expect.stringContaining(`since the plan. ${advice}`) }]);
});

test('an action that changes half-way leaves the network without a rule in the state too', async () => {
  await create({ '10.0.0.0/8': ['allow'] });
  service.intervene(({ method }) => (method === 'POST' ? errorResponse(400, 'ERR_1411', 'Too many.') : undefined));
  const { state } = await update({ '10.0.0.0/8': ['allow'] }, { '10.0.0.0/8': ['deny'] });
  expect([rulesOf(state), liveRules()]).toEqual([{}, {}]);
});

test('an interruption stops before the next change and says what was left', async () => {
  await create({ '10.0.0.0/8': ['allow'] });
  service.intervene(({ method }) => {
    if (method === 'POST') service.stop();
    return undefined;
  });
  const { state, diagnostics } = await update({ '10.0.0.0/8': ['allow'] }, { '11.0.0.0/8': ['deny'] });
  expect([rulesOf(state), liveRules()]).toEqual([
    { '10.0.0.0/8': 'allow', '11.0.0.0/8': 'deny' },
    { '10.0.0.0/8': 'allow', '11.0.0.0/8': 'deny' },
  ]);
  expect(diagnostics).toMatchObject([{ detail: expect.stringContaining('Terraform was interrupted: 1 of 2 changes') }]);
});

test('remove deletes the rules that the state names, allows before denies, and accepts that rules are already deleted', async () => {
  await create({ '10.0.0.0/8': ['deny'], '11.0.0.0/8': ['allow'] });
  await service.session.client.create('ip_policy_rule', { ip_policy_id: policyId, cidr: '12.0.0.0/8', action: 'deny' });
  const prior = value({ '10.0.0.0/8': ['deny'], '11.0.0.0/8': ['allow'], '13.0.0.0/8': ['allow'] });
  const deleted: unknown[] = [];
  service.intervene(({ method, url }) => {
    if (method === 'DELETE')
      deleted.push(service.emulator.objects('ip_policy_rule').find(({ id }) => url.endsWith(String(id)))?.['action']);
    return undefined;
  });
  expect(await ruleSetResource.delete(service.session, { prior, private: none })).toMatchObject({
    state: null,
    diagnostics: [],
  });
  expect([deleted, liveRules()]).toEqual([['allow', 'deny'], { '12.0.0.0/8': 'deny' }]);
});

test('the remedy of a full policy is not that of a rule which another client has created', async () => {
  await service.close();
  service = createTestService({ limits: { 'ip_policy_rule.per_policy': 1 } });
  policyId = (await service.session.client.create('ip_policy', {})).id;
  const { diagnostics } = await create({ '10.0.0.0/8': ['allow'], '11.0.0.0/8': ['allow'] });
  expect(diagnostics).toMatchObject([{ detail: expect.stringContaining('as many rules as it may. Combine networks') }]);
  expect(diagnostics?.[0]?.detail).not.toContain('Another client');
  const kind = getKind('ip_policy_rule');
  const config = configOf(kind, { ip_policy_id: policyId, cidr: '12.0.0.0/8', action: 'allow' });
  const { planned } = planValues(kind.attributes, config, null);
  const single = await createObject(kind, service.session, { planned, config, private: none });
  expect(single.diagnostics).toMatchObject([{ detail: expect.stringMatching(/ERR_1411[\s\S]*Combine networks/) }]);
  expect(single.diagnostics?.[0]?.detail).not.toContain('exists');
});
