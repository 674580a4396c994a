/** Grants in an exclusive set: live ones are left alone, overdue ones are removed by a plan that shows them. */
import { formatGrant } from '../../../src/model/grants/grant';
import type { PrivateState } from '../../../src/provider/protocol/provider';
import { ruleSetResource } from '../../../src/provider/resources/rule-set';
import { createSession } from '../../../src/provider/service/session';
import { type CtyValue, type ObjectValue, objectValue } from '../../../src/values/cty-value';
import { campaignSize, picker } from '../../fuzz';
import { createTestService, type TestService } from '../../support/provider/service';

const START = Date.parse('2030-01-01T00:00:00Z');
const HOUR = 3_600_000;

let service: TestService;
let policyId: string;

beforeEach(async () => {
  service = createTestService();
  service.emulator.clock.freeze(START);
  policyId = (await service.session.client.create('ip_policy', {})).id;
});
afterEach(() => service.close());

type Mode = 'keep' | 'refuse' | null;

const value = (networks: readonly string[], grants: Mode = null): ObjectValue =>
  objectValue([
    ['id', policyId],
    ['ip_policy_id', policyId],
    ['rules', objectValue(networks.map((cidr): [string, CtyValue] => [cidr, allow]))],
    ['grants', grants],
    ['must_admit', null],
  ]);
const allow = objectValue([
  ['action', 'allow'],
  ['description', null],
  ['metadata', null],
]);

/** What Terraform stores. */
interface Stored {
  readonly state: ObjectValue | null;
  readonly private: PrivateState;
}

const NOTHING = new Uint8Array();

const grantMetadata = (end: number): string =>
  formatGrant({ until: new Date(end).toISOString(), by: 'ana', reason: 'test', ticket: null });

const addGrant = async (cidr: string, end: number): Promise<string> =>
  (
    await service.session.client.create('ip_policy_rule', {
      ip_policy_id: policyId,
      cidr,
      action: 'allow',
      metadata: grantMetadata(end),
    })
  ).id;

const networks = (): string[] =>
  service.emulator
    .objects('ip_policy_rule')
    .map(({ cidr }) => String(cidr))
    .sort();
const keys = ({ state }: Stored): string[] => Object.keys((state?.['rules'] ?? {}) as ObjectValue).sort();

const create = (config: ObjectValue) =>
  ruleSetResource.create(service.session, { planned: config, config, private: NOTHING });
/** Each refresh is a run of its own, without the lists of earlier ones. */
const read = ({ state, private: privateState }: Stored) =>
  ruleSetResource.read(createSession(service.session.client, service.session.stopSignal), {
    current: state as ObjectValue,
    private: privateState,
  });
const plan = ({ state, private: priorPrivate }: Stored, config: ObjectValue) =>
  ruleSetResource.plan({
    type: ruleSetResource.type,
    config,
    prior: state,
    proposed: config,
    priorPrivate,
  });
/** Applies what {@link plan} returned, as Terraform does, and checks Terraform's rule on the new state. */
const apply = async ({ state }: Stored, planned: ReturnType<typeof plan>, config: ObjectValue) => {
  const result = await ruleSetResource.update(service.session, {
    prior: state as ObjectValue,
    planned: planned.planned as ObjectValue,
    config,
    private: planned.plannedPrivate,
  });
  expect(result.state).toEqual(planned.planned);
  return result;
};
const refreshPlanApply = async (stored: Stored, config: ObjectValue) => {
  const refreshed = await read(stored);
  return apply(refreshed, plan(refreshed, config), config);
};

const OFFICE = '10.0.0.0/8';
const VISITOR = '203.0.113.7/32';

test('a live grant appears in no plan, and an apply of another change leaves it', async () => {
  const stored = await create(value([OFFICE]));
  await addGrant(VISITOR, START + HOUR);
  const refreshed = await read(stored);
  expect(plan(refreshed, value([OFFICE])).planned).toEqual(refreshed.state);
  const changed = value([OFFICE, '11.0.0.0/8']);
  expect((await apply(refreshed, plan(refreshed, changed), changed)).diagnostics).toEqual([]);
  expect(networks()).toEqual([OFFICE, '11.0.0.0/8', VISITOR]);
});

test('an overdue grant appears in the plan, and the apply deletes it', async () => {
  const stored = await create(value([OFFICE]));
  await addGrant(VISITOR, START + HOUR);
  service.emulator.clock.freeze(START + HOUR);
  const refreshed = await read(stored);
  expect(keys(refreshed)).toEqual([OFFICE, VISITOR]);
  expect(plan(refreshed, value([OFFICE])).planned?.['rules']).toEqual(value([OFFICE])['rules']);
  await refreshPlanApply(stored, value([OFFICE]));
  expect(networks()).toEqual([OFFICE]);
});

test('a plan does not depend on the clock: only the refresh before it does', async () => {
  const stored = await create(value([OFFICE]));
  await addGrant(VISITOR, START + HOUR);
  const refreshed = await read(stored);
  const before = plan(refreshed, value([OFFICE]));
  service.emulator.clock.freeze(START + 2 * HOUR);
  expect(plan(refreshed, value([OFFICE]))).toEqual(before);
  const later = await read(refreshed);
  const overdue = plan(later, value([OFFICE]));
  service.emulator.clock.freeze(START);
  expect(plan(later, value([OFFICE]))).toEqual(overdue);
  expect(overdue).not.toEqual(before);
});

test('a grant that is extended after the plan that shows its removal is left alone', async () => {
  const stored = await create(value([OFFICE]));
  const id = await addGrant(VISITOR, START + HOUR);
  service.emulator.clock.freeze(START + HOUR);
  const refreshed = await read(stored);
  const planned = plan(refreshed, value([OFFICE]));
  await service.session.client.update('ip_policy_rule', id, { metadata: grantMetadata(START + 3 * HOUR) });
  const applied = await apply(refreshed, planned, value([OFFICE]));
  expect(networks()).toEqual([OFFICE, VISITOR]);
  expect(keys(await read(applied))).toEqual([OFFICE]);
});

test('an overdue grant that is extended before the next refresh leaves the state', async () => {
  const stored = await create(value([OFFICE]));
  const id = await addGrant(VISITOR, START + HOUR);
  service.emulator.clock.freeze(START + HOUR);
  const refreshed = await read(stored);
  await service.session.client.update('ip_policy_rule', id, { metadata: grantMetadata(START + 3 * HOUR) });
  expect(keys(await read(refreshed))).toEqual([OFFICE]);
});

test('a declared rule stays declared if it gets the metadata of a live or an overdue grant by hand', async () => {
  const stored = await create(value([OFFICE]));
  const [{ id } = {}] = service.emulator.objects('ip_policy_rule');
  for (const end of [START + HOUR, START - HOUR]) {
    await service.session.client.update('ip_policy_rule', String(id), { metadata: grantMetadata(end) });
    const refreshed = await read(stored);
    expect(keys(refreshed)).toEqual([OFFICE]);
    expect(plan(refreshed, value([OFFICE])).planned?.['rules']).toEqual(value([OFFICE])['rules']);
  }
});

test('a network that gets declared turns its grant into a rule without an end', async () => {
  const stored = await create(value([OFFICE]));
  await addGrant(VISITOR, START + HOUR);
  const both = await refreshPlanApply(stored, value([OFFICE, VISITOR]));
  service.emulator.clock.freeze(START + 2 * HOUR);
  const refreshed = await read(both);
  expect(plan(refreshed, value([OFFICE, VISITOR])).planned).toEqual(refreshed.state);
  expect(service.emulator.objects('ip_policy_rule').map(({ metadata }) => metadata ?? '')).toEqual(['', '']);
});

test('grants do not prevent the creation of a set, and other rules do', async () => {
  await addGrant(VISITOR, START + HOUR);
  expect((await create(value([OFFICE]))).diagnostics).toEqual([]);
  expect(networks()).toEqual([OFFICE, VISITOR]);
  const other = (await service.session.client.create('ip_policy', {})).id;
  policyId = other;
  await addGrant(VISITOR, START + HOUR);
  const { state, diagnostics } = await create(value([OFFICE], 'refuse'));
  expect([state, networks()]).toEqual([null, [OFFICE, VISITOR, VISITOR]]);
  expect(diagnostics).toMatchObject([
    {
      summary: 'IP policy already has rules',
      detail: expect.stringMatching(
        new RegExp(`: allow ${VISITOR} \\(ipr_\\w+\\); .*terraform import ADDRESS ${other}`, 's'),
      ),
    },
  ]);
});

test('a destroy leaves a live grant, and deletes an overdue one that the plan has shown', async () => {
  const stored = await create(value([OFFICE]));
  await addGrant(VISITOR, START + HOUR);
  await addGrant('203.0.113.8/32', START + 3 * HOUR);
  service.emulator.clock.freeze(START + 2 * HOUR);
  const refreshed = await read(stored);
  await ruleSetResource.delete(service.session, {
    prior: refreshed.state as ObjectValue,
    private: refreshed.private,
  });
  expect(networks()).toEqual(['203.0.113.8/32']);
});

test('`refuse` treats a grant like every undeclared rule', async () => {
  const stored = await create(value([OFFICE], 'refuse'));
  await addGrant(VISITOR, START + HOUR);
  expect(keys(await read(stored))).toEqual([OFFICE, VISITOR]);
  await refreshPlanApply(stored, value([OFFICE], 'refuse'));
  expect(networks()).toEqual([OFFICE]);
});

test('a change from `keep` to `refuse` warns about the grants that the state does not show, and deletes them', async () => {
  const stored = await create(value([OFFICE]));
  await addGrant(VISITOR, START + HOUR);
  const refreshed = await read(stored);
  const planned = plan(refreshed, value([OFFICE], 'refuse'));
  expect(planned.diagnostics).toMatchObject([{ severity: 'warning', detail: expect.stringContaining(VISITOR) }]);
  await apply(refreshed, planned, value([OFFICE], 'refuse'));
  expect(networks()).toEqual([OFFICE]);
});

test('an import does not take grants over', async () => {
  await create(value([OFFICE]));
  await addGrant(VISITOR, START + HOUR);
  const { imported } = await ruleSetResource.import(service.session, policyId);
  const [first] = imported;
  expect(keys(await read(first as Stored))).toEqual([OFFICE]);
});

test('private data without grants stays as it is', async () => {
  const stored = await create(value([OFFICE]));
  expect((await read(stored)).private).toEqual(stored.private);
  await addGrant(VISITOR, START + HOUR);
  const refreshed = await read(stored);
  expect((await read(refreshed)).private).toEqual(refreshed.private);
});

test('no live grant is removed by applies that interleave at random with grants, extensions and the clock', async () => {
  const random = picker(20);
  const visitors = Array.from({ length: 8 }, (_, index) => `203.0.113.${index}/32`);
  const ends = new Map<string, number>();
  let stored: Stored = await create(value([OFFICE]));
  let now = START;
  const step = async (): Promise<void> => {
    now += random(4) * 10 * 60_000;
    service.emulator.clock.freeze(now);
    const cidr = visitors[random(visitors.length)] as string;
    const end = now + (1 + random(6)) * 10 * 60_000;
    const existing = service.emulator.objects('ip_policy_rule').find((each) => each['cidr'] === cidr);
    // As `netingress access grant` does: a live grant is extended, an overdue one replaced.
    if (existing && (ends.get(cidr) ?? 0) > now) {
      await service.session.client.update('ip_policy_rule', String(existing['id']), { metadata: grantMetadata(end) });
    } else {
      if (existing) await service.session.client.delete('ip_policy_rule', String(existing['id']));
      await addGrant(cidr, end);
    }
    ends.set(cidr, end);
  };
  for (let round = 0; round < campaignSize(60, 200); round++) {
    const config = value(random(2) ? [OFFICE] : [OFFICE, `10.${random(200)}.0.0/16`].sort());
    await step();
    const refreshed = random(3) ? await read(stored) : stored;
    const planned = plan(refreshed, config);
    await step();
    const applying = apply(refreshed, planned, config);
    if (random(2)) await step();
    stored = await applying;
    const live = [...ends].filter(([, end]) => end > now).map(([cidr]) => cidr);
    expect(networks()).toEqual(expect.arrayContaining(live));
  }
});
