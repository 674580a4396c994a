import { generateKeyPairSync } from 'node:crypto';
import type { Kind } from '../../../src/model/kind';
import { getKind } from '../../../src/model/kinds';
import { expandAttributes } from '../../../src/model/variants/expand-attributes';
import { createError } from '../../../src/provider/protocol/diagnostic';
import type { PlanResponse } from '../../../src/provider/protocol/provider';
import { addExtras, type Extra, type Lifecycle } from '../../../src/provider/resources/extra';
import { listExtras } from '../../../src/provider/resources/object';
import { createSession } from '../../../src/provider/service/session';
import { planValues } from '../../../src/provider/state/plan-values';
import { type CtyValue, type ObjectValue, objectValue } from '../../../src/values/cty-value';
import type { Json } from '../../../src/values/json';
import { plain } from '../../support/provider/harness';
import { createTestService } from '../../support/provider/service';
import { configOf, withChanges } from '../../support/provider/values';

const doc = 'For the test.';
const hidden = { type: 'string', sensitive: true, doc } as const;

/** A kind that has every extra. */
const kind: Kind = {
  ...getKind('ip_policy_rule'),
  attributes: {
    id: { type: 'string', presence: 'computed', doc },
    ip_policy_id: { type: 'string', presence: 'required', doc },
    cidr: { type: 'string', presence: 'required', format: 'cidr', doc },
    action: { type: 'string', presence: 'required', hasAdmission: true, doc },
    type: { type: 'string', presence: 'required', doc },
    enforced: { type: 'bool', presence: 'optional', doc },
    ip_policy_ids: { type: 'set', elements: 'string', presence: 'optional', hasMustAdmit: true, doc },
    secret: { ...hidden, presence: 'optional', omittedFromResponses: 'always', hasWriteOnlyVariant: true },
    token: { ...hidden, presence: 'computed', omittedFromResponses: 'after-create', hasSealedVariant: true },
  },
};
const declared = expandAttributes(kind.attributes);

/** The attributes that an extra adds or changes. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  must_admit: ['must_admit'],
  'lock-out by a rule': [],
  admission: ['admits_every_address'],
  'write-only values': ['secret', 'secret_wo', 'secret_wo_version'],
  'sealed values': ['token', 'sealed_token', 'sealed_for'],
  'rotated slot': ['rotation'],
};

const makeKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'pem', type: 'spki' }).toString();
const [oldKey, newKey] = [makeKey(), makeKey()];

interface Trace {
  /** What each step planned, sent and stored, of all attributes. */
  readonly values: readonly (readonly [step: string, values: Json])[];
  readonly paths: readonly string[];
  readonly diagnostics: readonly string[];
  readonly privateStates: readonly string[];
}

/** A planned create, a refresh, a plan, a planned update, one that the service refuses, and a deletion. */
async function trace(extras: readonly Extra[]): Promise<Trace> {
  const service = createTestService();
  const session = createSession(service.session.client, () => new AbortController().signal);
  const policy = await session.client.create('ip_policy', {});
  const rule = { ip_policy_id: policy.id, cidr: '203.0.113.0/24', action: 'allow' };
  const allow = async (): Promise<string> => (await session.client.create('ip_policy_rule', rule)).id;
  const withoutIds = (text: string): string => text.replaceAll(policy.id, 'POLICY');
  const values: [string, Json][] = [];
  const [diagnostics, privateStates, paths]: [string[], string[], string[]] = [[], [], []];
  const note = (step: string, value: ObjectValue | null): void => {
    const shown = plain(value) as Record<string, Json>;
    // An encrypted value is another one each time.
    if (typeof shown?.['sealed_token'] === 'string' && shown['sealed_token'] !== '(unknown)')
      shown['sealed_token'] = `encrypted in ${shown['sealed_token'].split('.').length} parts`;
    values.push([step, JSON.parse(withoutIds(JSON.stringify(shown))) as Json]);
  };
  let isRefusing = false;
  const toState = (planned: ObjectValue): ObjectValue =>
    objectValue(Object.keys(kind.attributes).map((name) => [name, planned[name] ?? null]));
  const resource: Lifecycle = {
    plan({ config, prior, priorPrivate: plannedPrivate }) {
      return { ...planValues(declared, config, prior), plannedPrivate, diagnostics: [] };
    },
    async read(_, { current, private: given }) {
      note('service returns', toState(current));
      return { state: toState(current), private: given, diagnostics: [] };
    },
    async create(_, { planned, private: given }) {
      note('create sends', planned);
      const state = withChanges(toState(planned), { id: 'x_1', token: 'the token' });
      return { state, private: given, diagnostics: [] };
    },
    async update(_, { planned, prior, private: given }) {
      note('update sends', planned);
      note('update compares with', prior);
      const diagnostics = isRefusing ? [createError('Refused', 'by the service')] : [];
      return { state: isRefusing ? prior : toState(planned), private: given, diagnostics };
    },
    async delete(_, { private: given }) {
      note('delete sends', null);
      return { state: null, private: given, diagnostics: [] };
    },
  };
  const { plan, read, create, update, ...rest } = addExtras(resource, extras);
  const given = {
    ...{ ip_policy_id: policy.id, cidr: '198.51.100.0/24', action: 'allow', must_admit: ['203.0.113.7'] },
    ...{ type: 'api', enforced: true, ip_policy_ids: [policy.id], rotation: 'a1' },
    ...{ secret_wo: 'first secret', secret_wo_version: 1, sealed_for: oldKey },
  };
  const configure = (more: Readonly<Record<string, CtyValue>>): ObjectValue =>
    configOf({ attributes: declared }, { ...given, ...more });
  let state: ObjectValue | null = null;
  let privateState: Uint8Array = new Uint8Array();
  const store = (step: string, response: Awaited<ReturnType<Lifecycle['read']>>): void => {
    ({ state, private: privateState } = response);
    note(`${step} stores`, state);
    privateStates.push(withoutIds(Buffer.from(privateState).toString()));
    for (const { summary, detail } of response.diagnostics) diagnostics.push(`${step}: ${summary}: ${detail}`);
  };
  const planned = (step: string, config: ObjectValue): PlanResponse => {
    const response = plan({ type: 'x', config, prior: state, proposed: config, priorPrivate: privateState });
    note(`${step} plans`, response.planned);
    paths.push(...response.requiresReplace.map((path) => `${step}: ${path.join('.')}`));
    for (const { summary } of response.diagnostics) diagnostics.push(`plan of ${step}: ${summary}`);
    return response;
  };
  const planAndApply = async (step: string, config: ObjectValue): Promise<void> => {
    const prior = state;
    const response = planned(step, config);
    const request = { planned: response.planned as ObjectValue, config, private: response.plannedPrivate };
    store(step, prior ? await update(session, { ...request, prior }) : await create(session, request));
  };
  try {
    const first = await allow();
    await planAndApply('create', configure({}));
    await session.client.delete('ip_policy_rule', first);
    store('refresh', await read(session, { current: state as unknown as ObjectValue, private: privateState }));
    planned('update without the rule', configure({ action: 'deny' }));
    await allow();
    await planAndApply('update', configure({ action: 'deny', secret_wo: 'second secret', secret_wo_version: 2 }));
    isRefusing = true;
    const third = { must_admit: ['203.0.113.8'], secret_wo: 'third secret', secret_wo_version: 3, sealed_for: newKey };
    await planAndApply('refused update', configure(third));
    const prior = state as unknown as ObjectValue;
    store('delete', await rest.delete(session, { prior, private: privateState }));
    return { values, paths, diagnostics: diagnostics.map(withoutIds), privateStates };
  } finally {
    await service.close();
  }
}

const extras = listExtras(kind);
const pairs = extras.flatMap((first, index) => extras.slice(index + 1).map((second) => ({ first, second })));
const alone = new Map<string, Promise<Trace>>();

test('the kind of these tests has every extra', () => {
  expect(extras.map(({ name }) => name)).toEqual(Object.keys(ATTRIBUTES));
});

test.each(pairs)('$first.name and $second.name: each does what it does alone', async ({ first, second }) => {
  const both = await trace([first, second]);
  for (const extra of [first, second]) {
    const known = alone.get(extra.name) ?? trace([extra]);
    alone.set(extra.name, known);
    const one = await known;
    const names = ATTRIBUTES[extra.name] as readonly string[];
    const pick = ({ values, paths }: Trace): unknown => [
      values.map(([step, all]) => [step, all && names.map((name) => (all as Record<string, Json>)[name])]),
      paths.filter((path) => names.includes(path.replace(/^.* /, ''))),
    ];
    expect(pick(both)).toEqual(pick(one));
    if (extra.atRefresh) expect(both.privateStates).toEqual(one.privateStates);
    expect(both.diagnostics).toEqual(expect.arrayContaining([...one.diagnostics]));
  }
});
