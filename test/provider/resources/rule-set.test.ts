import fc from 'fast-check';
import { formatGrant } from '../../../src/model/grants/grant';
import { cidrContains } from '../../../src/model/ip/cidr';
import { getKind } from '../../../src/model/kinds';
import type { DeclaredRule, RemoteRule } from '../../../src/provider/access/rules';
import type { PrivateState } from '../../../src/provider/protocol/provider';
import { createObject } from '../../../src/provider/resources/object/write';
import { ruleSetResource } from '../../../src/provider/resources/rule-set';
import { type Change, planChanges } from '../../../src/provider/resources/rule-set/changes';
import { createSession } from '../../../src/provider/service/session';
import { planValues } from '../../../src/provider/state/plan-values';
import { type ObjectValue, objectValue, UNKNOWN } from '../../../src/values/cty-value';
import { campaignSize, picker, tries } from '../../fuzz';
import { cidr } from '../../support/cidr';
import { callsOf } from '../../support/provider/calls';
import { type RulesByNetwork, ruleSetValue } from '../../support/provider/rule-set';
import { createTestService, errorResponse, type TestService } from '../../support/provider/service';
import { configOf, withChanges } from '../../support/provider/values';

let service: TestService;
let policyId: string;

beforeEach(async () => {
  service = createTestService();
  policyId = await createPolicy();
});
afterEach(() => service.close());

const createPolicy = async (): Promise<string> => (await service.session.client.create('ip_policy', {})).id;
const addRule = async (cidr: string, action: string, more: object = {}): Promise<string> =>
  (await service.session.client.create('ip_policy_rule', { ip_policy_id: policyId, cidr, action, ...more })).id;

const value = (rules: RulesByNetwork, grants: string | null = null): ObjectValue =>
  ruleSetValue(policyId, rules, { grants });
const calls = callsOf(ruleSetResource, () => service.session);
const { plan } = calls;
const create = (rules: RulesByNetwork, grants?: string | null) => calls.create(value(rules, grants));
const update = (before: RulesByNetwork, rules: RulesByNetwork) => calls.update(value(before), value(rules));
const read = (rules: RulesByNetwork) => calls.read(value(rules));

const rulesOf = (state: ObjectValue | null): Record<string, unknown> => {
  const rules = Object.entries((state?.['rules'] ?? {}) as Record<string, ObjectValue | null>);
  return Object.fromEntries(rules.map(([key, rule]) => [key, rule?.['action'] ?? null]));
};
const liveRules = (): Record<string, unknown> =>
  Object.fromEntries(service.emulator.objects('ip_policy_rule').map(({ cidr, action }) => [String(cidr), action]));

describe('plan', () => {
  test('returns the prior map whole when all rules mean the same', () => {
    const prior = value({ '10.0.0.1/32': { action: 'allow', description: '' }, '2001:db8::/32': 'deny' });
    const config = value({ '2001:DB8::/32': 'deny', '10.0.0.1': 'allow', '11.0.0.0/8': null });
    expect(plan(config, prior).planned).toEqual(prior);
  });

  test('takes the keys of the configuration when anything differs', () => {
    const { planned, requiresReplace } = plan(value({ '10.0.0.1': 'deny' }), value({ '10.0.0.1/32': 'allow' }));
    expect([rulesOf(planned), requiresReplace]).toEqual([{ '10.0.0.1': 'deny' }, []]);
  });

  test('keeps an unknown map one unknown value, and an unknown element unknown', () => {
    expect(plan(value(UNKNOWN), value({})).planned?.['rules']).toBe(UNKNOWN);
    const config = value({ '10.0.0.0/8': 'allow', '11.0.0.0/8': UNKNOWN });
    expect(plan(config, null).planned).toMatchObject({ rules: { '11.0.0.0/8': UNKNOWN } });
  });

  test('replaces for another policy', () => {
    const config = withChanges(value({}), { ip_policy_id: 'ipp_other' });
    expect(plan(config, value({})).requiresReplace).toEqual([['ip_policy_id']]);
  });
});

test('the rules of a set take one request for each page of the list and for each change, and one for the restrictions before a deletion', async () => {
  const count = campaignSize(200, 5_000);
  const pages = count / 100;
  const rules: Record<string, string> = {};
  for (let n = 0; n < count; n++) rules[`10.${n >> 8}.${n & 255}.0/24`] = 'allow';
  await addRule('10.0.0.0/24', 'deny', { ip_policy_id: await createPolicy() });
  const created = await service.requestsOf(async () => expect((await create(rules)).diagnostics).toEqual([]));
  expect(created).toHaveLength(1 + count);
  const seen = () => read(rules).then(({ state }) => expect(Object.keys(rulesOf(state))).toHaveLength(count));
  expect(await service.requestsOf(seen)).toHaveLength(pages);
  const { '10.0.0.0/24': _, ...fewer } = rules;
  const updated = await service.requestsOf(async () => {
    const response = await update(rules, { ...fewer, '192.0.2.0/24': 'deny' });
    expect([response.diagnostics, Object.keys(rulesOf(response.state)).length]).toEqual([[], count]);
  });
  const writes = updated.map((request) => request.split(' ')[0]).filter((method) => method !== 'GET');
  expect([updated.length, writes]).toEqual([pages + 3, ['POST', 'DELETE']]);
});

test('a service that refuses the filter is listed whole, and is not asked twice for a filter', async () => {
  await create({ '10.0.0.0/8': 'allow' });
  await addRule('11.0.0.0/8', 'deny', { ip_policy_id: await createPolicy() });
  let filters = 0;
  service.intervene(({ url }) => {
    if (!url.includes('filter=')) return undefined;
    filters += 1;
    return errorResponse(400, 'ERR_250', 'No filters here.');
  });
  for (let n = 0; n < 2; n++)
    expect(rulesOf((await read({ '10.0.0.0/8': 'allow' })).state)).toEqual({ '10.0.0.0/8': 'allow' });
  expect(filters).toBe(1);
});

test('a read keeps the representation of the state, shows drift, counts whom it admits, and keeps null elements', async () => {
  await create({ '10.0.0.1': 'allow' });
  await addRule('11.0.0.0/8', 'deny');
  await addRule('13.0.0.0/24', 'allow');
  const { state } = await read({ '10.0.0.1': 'allow', '12.0.0.0/8': null });
  const rules = { '10.0.0.1': 'allow', '11.0.0.0/8': 'deny', '12.0.0.0/8': null, '13.0.0.0/24': 'allow' };
  expect([rulesOf(state), state?.['admitted_ipv4_addresses']]).toEqual([rules, 257]);
});

test('metadata with its members in another order is the same in a read, and is not written', async () => {
  const rulesWith = (metadata: string) => ({ '10.0.0.0/8': { action: 'allow', description: '', metadata } });
  const [inState, inAccount] = [rulesWith('{"a":1,"b":2}'), rulesWith('{ "b": 2, "a": 1 }')];
  await create(inAccount);
  expect((await read(inState)).state).toMatchObject({ rules: { '10.0.0.0/8': { metadata: '{"a":1,"b":2}' } } });
  expect(await service.requestsOf(() => update(inAccount, inState))).toEqual([expect.stringContaining('GET')]);
});

test('a read keeps the resource of a policy without rules, and removes that of a deleted one', async () => {
  expect((await read({ '10.0.0.0/8': 'allow' })).state?.['rules']).toEqual(objectValue());
  await service.session.client.delete('ip_policy', policyId);
  expect((await read({ '10.0.0.0/8': 'allow' })).state).toBeNull();
});

test('an operation whose list fails names the policy, since of what is deleted Terraform names no address; a read keeps the state', async () => {
  const rules = { '10.0.0.0/8': 'allow' };
  service.intervene(({ method }) => (method === 'GET' ? errorResponse(500, 'ERR_100', 'No.') : undefined));
  const removed = await calls.delete(value(rules));
  const seen = await read(rules);
  for (const { diagnostics } of [await create(rules), await update(rules, {}), seen, removed])
    expect(diagnostics).toMatchObject([{ summary: expect.stringContaining(`rules of IP policy ${policyId}`) }]);
  expect(rulesOf(seen.state)).toEqual(rules);
});

test('a list with a rule without a network is not read, and the state stays', async () => {
  await create({ '10.0.0.0/8': 'allow' });
  service.changeListed('/ip_policy_rules', (rule) => ({ ...rule, cidr: undefined }));
  const { state, diagnostics } = await read({ '10.0.0.0/8': 'allow' });
  expect(rulesOf(state)).toEqual({ '10.0.0.0/8': 'allow' });
  const detail = /without a cidr; expected a network\. Check the base URL .* the service has a defect/;
  expect(diagnostics).toMatchObject([{ severity: 'error', detail: expect.stringMatching(detail) }]);
});

test('after a lost response a create is looked up, not repeated', async () => {
  let creates = 0;
  service.intervene(async (request) => {
    if (request.method !== 'POST' || ++creates > 1) return undefined;
    await service.emulator.fetch(request);
    return new Response('', { status: 502 });
  });
  const { diagnostics } = await create({ '10.0.0.0/8': 'allow' });
  const warning = { severity: 'warning', summary: 'Adopted IP policy rule after a lost response' };
  expect(diagnostics).toMatchObject([warning]);
  expect([creates, liveRules()]).toEqual([1, { '10.0.0.0/8': 'allow' }]);
});

test('a failed create stores no state; the next one adopts equal rules, and refuses a policy with other ones', async () => {
  const rules = { '10.0.0.0/8': 'deny', '11.0.0.0/8': 'allow' };
  const refuse = (word: string) => async (request: Request) =>
    (await request.text()).includes(word) ? errorResponse(400, 'ERR_1411', 'Too many.') : undefined;
  service.intervene(refuse('deny'));
  expect([(await create(rules)).state, liveRules()]).toEqual([null, {}]);
  service.intervene(refuse('allow'));
  const half = await create(rules);
  expect([half.state, liveRules()]).toEqual([null, { '10.0.0.0/8': 'deny' }]);
  const left = expect.stringContaining('1 of 2 changes');
  const path = ['rules', { key: '11.0.0.0/8' }];
  expect(half.diagnostics).toMatchObject([{ severity: 'error', path, detail: left }]);
  service.intervene(() => undefined);
  const other = await create({ '10.0.0.0/8': 'allow' });
  expect([other.state, other.diagnostics[0]?.summary]).toEqual([null, 'IP policy already has rules']);
  const whole = await create(rules);
  expect(rulesOf(whole.state)).toEqual(rules);
  const detail = expect.stringMatching(/1 rule .*deny 10\.0\.0\.0\/8/);
  expect(whole.diagnostics).toMatchObject([{ severity: 'warning', detail }]);
});

const NEW = { '10.0.0.0/8': 'deny' };
test.each([
  ['create', 'Apply again, which takes it over if it equals the declared rule', () => create(NEW)],
  ['update', 'Run terraform plan again to see it', () => update({}, NEW)],
])('a %s that meets a rule which another client created says: %s', async (_, advice, write) => {
  let isCreated = false;
  service.intervene(async ({ method }) => {
    if (method !== 'POST' || isCreated) return undefined;
    isCreated = true;
    await addRule('10.0.0.0/8', 'allow');
    return undefined;
  });
  expect((await write()).diagnostics).toMatchObject([{ detail: expect.stringContaining(`since the plan. ${advice}`) }]);
});

test('an action that changes half-way leaves the network without a rule in the state too', async () => {
  await create({ '10.0.0.0/8': 'allow' });
  service.intervene(({ method }) => (method === 'POST' ? errorResponse(400, 'ERR_1411', 'Too many.') : undefined));
  const { state } = await update({ '10.0.0.0/8': 'allow' }, { '10.0.0.0/8': 'deny' });
  expect([rulesOf(state), liveRules()]).toEqual([{}, {}]);
});

test('an interruption stops before the next change and says what was left', async () => {
  await create({ '10.0.0.0/8': 'allow' });
  service.intervene(({ method }) => {
    if (method === 'POST') service.stop();
    return undefined;
  });
  const { state, diagnostics } = await update({ '10.0.0.0/8': 'allow' }, { '11.0.0.0/8': 'deny' });
  const both = { '10.0.0.0/8': 'allow', '11.0.0.0/8': 'deny' };
  expect([rulesOf(state), liveRules()]).toEqual([both, both]);
  expect(diagnostics).toMatchObject([{ detail: expect.stringContaining('Terraform was interrupted: 1 of 2 changes') }]);
});

test('remove deletes the rules that the state names, allows before denies, and accepts that rules are already deleted', async () => {
  await create({ '10.0.0.0/8': 'deny', '11.0.0.0/8': 'allow' });
  await addRule('12.0.0.0/8', 'deny');
  const prior = value({ '10.0.0.0/8': 'deny', '11.0.0.0/8': 'allow', '13.0.0.0/8': 'allow' });
  const deleted: unknown[] = [];
  service.intervene(({ method, url }) => {
    if (method === 'DELETE')
      deleted.push(service.emulator.objects('ip_policy_rule').find(({ id }) => url.endsWith(String(id)))?.['action']);
    return undefined;
  });
  const removed = await calls.delete(prior);
  expect(removed).toMatchObject({ state: null, diagnostics: [] });
  expect([deleted, liveRules()]).toEqual([['allow', 'deny'], { '12.0.0.0/8': 'deny' }]);
});

test('the remedy of a full policy is not that of a rule which another client has created', async () => {
  await service.close();
  service = createTestService({ limits: { 'ip_policy_rule.per_policy': 1 } });
  policyId = await createPolicy();
  const { diagnostics } = await create({ '10.0.0.0/8': 'allow', '11.0.0.0/8': 'allow' });
  expect(diagnostics).toMatchObject([{ detail: expect.stringContaining('as many rules as it may. Combine networks') }]);
  expect(diagnostics[0]?.detail).not.toContain('Another client');
  const kind = getKind('ip_policy_rule');
  const config = configOf(kind, { ip_policy_id: policyId, cidr: '12.0.0.0/8', action: 'allow' });
  const { planned } = planValues(kind.attributes, config, null);
  const single = await createObject(kind, service.session, { planned, config, private: new Uint8Array() });
  expect(single.diagnostics).toMatchObject([{ detail: expect.stringMatching(/ERR_1411[\s\S]*Combine networks/) }]);
  expect(single.diagnostics[0]?.detail).not.toContain('exists');
});

type Action = 'allow' | 'deny';
type Actions = ReadonlyMap<string, Action>;

/** Networks, most of them within another one, and addresses in each of them. */
const networks = ['0.0.0.0/0', '10.0.0.0/8', '10.0.0.0/16', '10.0.1.0/24', '10.0.1.1/32', '11.0.0.0/8'];
const addresses = ['10.0.1.1', '10.0.1.2', '10.0.2.1', '10.1.0.0', '11.0.0.1', '192.0.2.1'];

/** The networks that contain an address: asked for at every step, so computed once. */
const holdersOf = (address: string) => networks.filter((network) => cidrContains(cidr(network), cidr(address)));
const holders = new Map(addresses.map((address) => [address, new Set(holdersOf(address))]));

function admits(rules: Actions, address: string): boolean {
  const matching = [...rules].filter(([cidr]) => holders.get(address)?.has(cidr)).map(([, action]) => action);
  return matching.includes('allow') && !matching.includes('deny');
}

const policy = fc
  .array(fc.record({ cidr: fc.constantFrom(...networks), action: fc.constantFrom<Action>('allow', 'deny') }))
  .map((rules) => new Map(rules.map(({ cidr, action }) => [cidr, action])));

const remoteOf = (rules: Actions): Map<string, RemoteRule> =>
  new Map([...rules].map(([cidr, action]) => [cidr, { id: `ipr_${cidr}`, cidr, values: { action } }]));
const declaredOf = (rules: Actions): Map<string, DeclaredRule> =>
  new Map([...rules].map(([cidr, action]) => [cidr, { cidr, values: { action } }]));

/** The effect of each request of a change. */
function steps(change: Change): ((rules: Map<string, Action>) => void)[] {
  const remove = (rules: Map<string, Action>): void => void rules.delete(change.network);
  if (change.type === 'delete') return [remove];
  const { action } = change.declared.values;
  const create = (rules: Map<string, Action>): void => void rules.set(change.network, action as Action);
  return change.type === 'replace' ? [remove, create] : [create];
}

test('planChanges(): random orders within a phase admit no address that neither set admits, and reject none that both admit', () => {
  fc.assert(
    fc.property(policy, policy, fc.infiniteStream(fc.nat()), (before, after, picks) => {
      const now = new Map(before);
      for (const phase of planChanges(remoteOf(before), declaredOf(after), () => true)) {
        // Changes of a phase run at once: their requests interleave in any way.
        const running = phase.map(steps);
        while (running.some((left) => left.length > 0)) {
          const open = running.filter((left) => left.length > 0);
          const next = open[(picks.next().value as number) % open.length];
          next?.shift()?.(now);
          for (const address of addresses) {
            const [old, wanted, is] = [before, after, now].map((rules) => admits(rules, address));
            if (is) expect([address, old || wanted]).toEqual([address, true]);
            else expect([address, old && wanted]).toEqual([address, false]);
          }
        }
      }
      expect([...now].sort()).toEqual([...after].sort());
    }),
    tries(500),
  );
});

describe('grants', () => {
  const START = Date.parse('2030-01-01T00:00:00Z');
  const HOUR = 3_600_000;
  const OFFICE = '10.0.0.0/8';
  const VISITOR = '203.0.113.7/32';

  beforeEach(() => service.emulator.clock.freeze(START));

  const allowing = (...networks: string[]) => Object.fromEntries(networks.map((network) => [network, 'allow']));
  const office = (): ObjectValue => value(allowing(OFFICE));

  type Stored = { readonly state: ObjectValue | null; readonly private: PrivateState };

  const grantMetadata = (end: number): string =>
    formatGrant({ until: new Date(end).toISOString(), by: 'ana', reason: 'test', ticket: null });
  const addGrant = (cidr: string, end: number) => addRule(cidr, 'allow', { metadata: grantMetadata(end) });
  const extend = (id: unknown, end: number) =>
    service.session.client.update('ip_policy_rule', String(id), { metadata: grantMetadata(end) });

  /** A network is repeated if it is in two policies. */
  const networks = (): string[] =>
    service.emulator
      .objects('ip_policy_rule')
      .map(({ cidr }) => String(cidr))
      .sort();
  const keys = ({ state }: Stored): string[] => Object.keys(rulesOf(state)).sort();

  /** Each refresh is a run of its own, without the lists of earlier ones. */
  const refresh = ({ state, private: privateState }: Stored) => {
    const session = createSession(service.session.client, service.session.stopSignal);
    return ruleSetResource.read(session, { current: state as ObjectValue, private: privateState });
  };
  const planFor = ({ state, private: priorPrivate }: Stored, config: ObjectValue) => plan(config, state, priorPrivate);
  /** Applies what {@link planFor} returned, as Terraform does, and checks Terraform's rule on the new state. */
  const apply = async ({ state }: Stored, planned: ReturnType<typeof plan>, config: ObjectValue) => {
    const values = { prior: state as ObjectValue, planned: planned.planned as ObjectValue, config };
    const result = await ruleSetResource.update(service.session, { ...values, private: planned.plannedPrivate });
    expect(result.state).toEqual(planned.planned);
    return result;
  };
  const refreshPlanApply = async (stored: Stored, config: ObjectValue) => {
    const refreshed = await refresh(stored);
    return apply(refreshed, planFor(refreshed, config), config);
  };

  test('a plan has no change for a live grant, and an apply of another change leaves it', async () => {
    const stored = await create(allowing(OFFICE));
    await addGrant(VISITOR, START + HOUR);
    const refreshed = await refresh(stored);
    expect(planFor(refreshed, office()).planned).toEqual(refreshed.state);
    const changed = value(allowing(OFFICE, '11.0.0.0/8'));
    expect((await apply(refreshed, planFor(refreshed, changed), changed)).diagnostics).toEqual([]);
    expect(networks()).toEqual([OFFICE, '11.0.0.0/8', VISITOR]);
  });

  test.each([
    ['overdue grant', null, START + HOUR],
    ['live grant of a set with `refuse`', 'refuse', START],
  ])('a refresh shows an %s, the plan removes it, and the apply deletes it', async (_, grants, now) => {
    const config = value(allowing(OFFICE), grants);
    const stored = await create(allowing(OFFICE), grants);
    await addGrant(VISITOR, START + HOUR);
    service.emulator.clock.freeze(now);
    const refreshed = await refresh(stored);
    expect(keys(refreshed)).toEqual([OFFICE, VISITOR]);
    expect(planFor(refreshed, config).planned?.['rules']).toEqual(config['rules']);
    await refreshPlanApply(stored, config);
    expect(networks()).toEqual([OFFICE]);
  });

  test('a plan does not depend on the clock: only the refresh before it does', async () => {
    const stored = await create(allowing(OFFICE));
    await addGrant(VISITOR, START + HOUR);
    const refreshed = await refresh(stored);
    const before = planFor(refreshed, office());
    service.emulator.clock.freeze(START + 2 * HOUR);
    expect(planFor(refreshed, office())).toEqual(before);
    const later = await refresh(refreshed);
    const overdue = planFor(later, office());
    service.emulator.clock.freeze(START);
    expect(planFor(later, office())).toEqual(overdue);
    expect(overdue).not.toEqual(before);
  });

  test('a grant that is extended after the plan that shows its removal is left alone, and leaves the state', async () => {
    const stored = await create(allowing(OFFICE));
    const id = await addGrant(VISITOR, START + HOUR);
    service.emulator.clock.freeze(START + HOUR);
    const refreshed = await refresh(stored);
    const planned = planFor(refreshed, office());
    await extend(id, START + 3 * HOUR);
    expect(keys(await refresh(refreshed))).toEqual([OFFICE]);
    const applied = await apply(refreshed, planned, office());
    expect([networks(), keys(await refresh(applied))]).toEqual([[OFFICE, VISITOR], [OFFICE]]);
  });

  test('a declared rule stays declared if it gets the metadata of a live or an overdue grant by hand', async () => {
    const stored = await create(allowing(OFFICE));
    const [{ id } = {}] = service.emulator.objects('ip_policy_rule');
    for (const end of [START + HOUR, START - HOUR]) {
      await extend(id, end);
      const refreshed = await refresh(stored);
      expect(keys(refreshed)).toEqual([OFFICE]);
      expect(planFor(refreshed, office()).planned?.['rules']).toEqual(office()['rules']);
    }
  });

  test('a network that gets declared turns its grant into a rule without an end', async () => {
    const stored = await create(allowing(OFFICE));
    await addGrant(VISITOR, START + HOUR);
    const config = value(allowing(OFFICE, VISITOR));
    const both = await refreshPlanApply(stored, config);
    service.emulator.clock.freeze(START + 2 * HOUR);
    const refreshed = await refresh(both);
    expect(planFor(refreshed, config).planned).toEqual(refreshed.state);
    expect(service.emulator.objects('ip_policy_rule').map(({ metadata }) => metadata ?? '')).toEqual(['', '']);
  });

  test('grants do not prevent the creation of a set, and other rules do', async () => {
    await addGrant(VISITOR, START + HOUR);
    expect((await create(allowing(OFFICE))).diagnostics).toEqual([]);
    expect(networks()).toEqual([OFFICE, VISITOR]);
    policyId = await createPolicy();
    await addGrant(VISITOR, START + HOUR);
    const { state, diagnostics } = await create(allowing(OFFICE), 'refuse');
    expect([state, networks()]).toEqual([null, [OFFICE, VISITOR, VISITOR]]);
    const detail = new RegExp(`: allow ${VISITOR} \\(ipr_\\w+\\); .*terraform import ADDRESS ${policyId}`, 's');
    const summary = 'IP policy already has rules';
    expect(diagnostics).toMatchObject([{ summary, detail: expect.stringMatching(detail) }]);
  });

  test('a destroy leaves a live grant, and deletes an overdue one that the plan has shown', async () => {
    const stored = await create(allowing(OFFICE));
    await addGrant(VISITOR, START + HOUR);
    await addGrant('203.0.113.8/32', START + 3 * HOUR);
    service.emulator.clock.freeze(START + 2 * HOUR);
    const { state, private: privateState } = await refresh(stored);
    await ruleSetResource.delete(service.session, { prior: state as ObjectValue, private: privateState });
    expect(networks()).toEqual(['203.0.113.8/32']);
  });

  test.each([
    ['after a refresh that found the grant', false],
    ['without a refresh, if the set was created beside the grant', true],
  ])('a change from `keep` to `refuse` warns of a live grant and deletes it, %s', async (_, isBeside) => {
    if (isBeside) await addGrant(VISITOR, START + HOUR);
    const created = await create(allowing(OFFICE));
    if (!isBeside) await addGrant(VISITOR, START + HOUR);
    const stored = isBeside ? created : await refresh(created);
    const refusing = value(allowing(OFFICE), 'refuse');
    const planned = planFor(stored, refusing);
    expect(planned.diagnostics).toMatchObject([{ severity: 'warning', detail: expect.stringContaining(VISITOR) }]);
    await apply(stored, planned, refusing);
    expect(networks()).toEqual([OFFICE]);
  });

  test('an import does not take grants over', async () => {
    await create(allowing(OFFICE));
    await addGrant(VISITOR, START + HOUR);
    const [first] = (await ruleSetResource.import(service.session, policyId)).imported;
    expect(keys(await refresh(first as Stored))).toEqual([OFFICE]);
  });

  test('private data stays as it is while the grants do', async () => {
    const stored = await create(allowing(OFFICE));
    expect((await refresh(stored)).private).toEqual(stored.private);
    await addGrant(VISITOR, START + HOUR);
    const refreshed = await refresh(stored);
    expect((await refresh(refreshed)).private).toEqual(refreshed.private);
  });

  test('no live grant is removed by applies that interleave at random with grants, extensions and the clock', async () => {
    const random = picker(20);
    const visitors = Array.from({ length: 8 }, (_, index) => `203.0.113.${index}/32`);
    const ends = new Map<string, number>();
    let stored: Stored = await create(allowing(OFFICE));
    let now = START;
    const step = async (): Promise<void> => {
      now += random(4) * 10 * 60_000;
      service.emulator.clock.freeze(now);
      const cidr = visitors[random(visitors.length)] as string;
      const end = now + (1 + random(6)) * 10 * 60_000;
      const existing = service.emulator.objects('ip_policy_rule').find((each) => each['cidr'] === cidr);
      // As `netingress access grant` does: a live grant is extended, an overdue one replaced.
      if (existing && (ends.get(cidr) ?? 0) > now) await extend(existing['id'], end);
      else {
        if (existing) await service.session.client.delete('ip_policy_rule', String(existing['id']));
        await addGrant(cidr, end);
      }
      ends.set(cidr, end);
    };
    for (let round = 0; round < campaignSize(30, 200); round++) {
      const config = value(allowing(...(random(2) ? [OFFICE] : [OFFICE, `10.${random(200)}.0.0/16`].sort())));
      await step();
      const refreshed = random(3) ? await refresh(stored) : stored;
      const planned = planFor(refreshed, config);
      await step();
      const applying = apply(refreshed, planned, config);
      if (random(2)) await step();
      stored = await applying;
      const live = [...ends].filter(([, end]) => end > now).map(([cidr]) => cidr);
      expect(networks()).toEqual(expect.arrayContaining(live));
    }
  });
});
