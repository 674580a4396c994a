import { generateKeyPairSync } from 'node:crypto';
import { canonicalSlotValue } from '../../../src/model/rotation/slot-value';
import { nextRotation } from '../../../src/provider/resources/rotation';
import { type ObjectValue, objectValue, UNKNOWN } from '../../../src/values/cty-value';
import { picker } from '../../fuzz';
import { createHarness, type Harness, plain } from '../../support/provider/harness';
import { withChanges } from '../../support/provider/values';

const TYPE = 'netingress_rotation';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});

const rotate = (...values: string[]): ObjectValue =>
  values.reduce<ObjectValue | null>((prior, value) => nextRotation(value, prior), null) as ObjectValue;

test('the first value is that of both slots; a new one switches them, and the slot that was current keeps its value', () => {
  expect(plain(rotate('r1'))).toEqual({
    ...{ id: 'rotation', rotation: 'r1', current: 'a', version: 1 },
    ...{ a: 'r1 (slot a, rotation 1 of 1)', b: 'r1 (slot b, rotation 1 of 1)' },
  });
  const second = { a: 'r1 (slot a, rotation 1 of 2)', b: 'r2 (slot b, rotation 2 of 2)' };
  expect(plain(rotate('r1', 'r2'))).toMatchObject({ current: 'b', version: 2, ...second });
  const third = { a: 'r1 (slot a, rotation 3 of 3)', b: 'r2 (slot b, rotation 2 of 3)' };
  expect(plain(rotate('r1', 'r2', 'r1'))).toMatchObject({ current: 'a', version: 3, ...third });
});

test('in 1,000 random steps the slot that was current keeps its value, and the current slot changes only with the value', () => {
  const random = picker(7);
  let state = rotate('0');
  for (let n = 1; n <= 1000; n++) {
    const next = nextRotation(String(random(4)), state);
    const current = String(state['current']);
    const isSame = next['rotation'] === state['rotation'];
    expect(canonicalSlotValue(String(next[current]))).toBe(canonicalSlotValue(String(state[current])));
    expect(next['current'] === current).toBe(isSame);
    expect(nextRotation(next['rotation'] ?? null, next)).toEqual(next);
    state = next;
  }
});

test('a value that is known after apply is accepted for a new rotation, and refused for an existing one', async () => {
  const plan = (prior: ObjectValue | null) => harness.plan(TYPE, objectValue([['rotation', UNKNOWN]]), prior);
  expect((await plan(null)).diagnostics).toEqual([]);
  expect((await plan(rotate('r1'))).diagnostics).toMatchObject([{ severity: 'error', path: ['rotation'] }]);
});

describe('a credential in a slot', () => {
  const CREDENTIAL = 'netingress_api_key';
  const pem = (): string =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const slotOf = (rotation: ObjectValue, slot: 'a' | 'b') => ({ rotation: String(rotation[slot]) });

  test('is replaced by the rotation of its slot, and planned without a change by the other one', async () => {
    const a = await harness.applied(CREDENTIAL, slotOf(rotate('r1'), 'a'));
    const second = await harness.plan(CREDENTIAL, slotOf(rotate('r1', 'r2'), 'a'), a);
    expect([plain(second.planned), second.requiresReplace, second.diagnostics]).toEqual([plain(a), [], []]);
    const third = await harness.plan(CREDENTIAL, slotOf(rotate('r1', 'r2', 'r3'), 'a'), a);
    expect([third.requiresReplace, third.diagnostics]).toEqual([[['rotation']], []]);
  });

  test('is refused if the rotation went on before the credential had its value, which the message names', async () => {
    const b = await harness.applied(CREDENTIAL, slotOf(rotate('r1'), 'b'));
    const next = await harness.plan(CREDENTIAL, slotOf(rotate('r1', 'r2', 'r3'), 'b'), b);
    const detail = expect.stringContaining("Apply again with the value 'r2'");
    expect(next.diagnostics).toMatchObject([{ severity: 'error', path: ['rotation'], detail }]);
    const again = await harness.plan(CREDENTIAL, slotOf(rotate('r1', 'r2'), 'b'), b);
    expect([again.requiresReplace, again.diagnostics]).toEqual([[['rotation']], []]);
  });

  test('is kept by the first value of a new rotation, because the earlier one was lost with its state', async () => {
    const before = rotate('r1', 'r2');
    for (const slot of ['a', 'b'] as const) {
      const state = await harness.applied(CREDENTIAL, slotOf(before, slot));
      for (const rotation of [rotate('r9'), ...(slot === 'a' ? [rotate('r9', 'r10')] : [])]) {
        const { planned, requiresReplace } = await harness.plan(CREDENTIAL, slotOf(rotation, slot), state);
        expect([plain(planned), requiresReplace]).toEqual([plain(state), []]);
      }
    }
  });

  test('a string that is not of a rotation is kept by the first value of one, and the next value replaces it', async () => {
    const state = await harness.applied(CREDENTIAL, { rotation: '2026-01' });
    const first = await harness.plan(CREDENTIAL, slotOf(rotate('r1'), 'b'), state);
    expect([plain(first.planned), first.requiresReplace]).toEqual([plain(state), []]);
    const second = await harness.plan(CREDENTIAL, slotOf(rotate('r1', 'r2'), 'b'), state);
    expect([second.requiresReplace, second.diagnostics]).toEqual([[['rotation']], []]);
  });

  test('is refused while its value is known after apply', async () => {
    const state = await harness.applied(CREDENTIAL, slotOf(rotate('r1'), 'a'));
    const config = withChanges(harness.config(CREDENTIAL, {}), { rotation: UNKNOWN });
    const { diagnostics } = await harness.plan(CREDENTIAL, config, state);
    expect(diagnostics).toMatchObject([{ severity: 'error', path: ['rotation'] }]);
  });

  test.each([
    ['another key', pem(), pem()],
    ['a first key', null, pem()],
    ['no key any more', pem(), null],
  ])(
    '%s applies from the next rotation of its slot on; until then there is a warning, and nothing is sent',
    async (_, before, after) => {
      const first = { ...slotOf(rotate('r1'), 'a'), sealed_for: before };
      const state = await harness.applied(CREDENTIAL, first);
      const changed = { ...first, sealed_for: after };
      const planned = await harness.plan(CREDENTIAL, changed, state);
      const summary = 'Another key applies from the next rotation on';
      expect([planned.requiresReplace, planned.diagnostics]).toMatchObject([[], [{ summary }]]);
      const writes = harness.bodies.length;
      const applied = await harness.provider.applyResource({
        ...{ type: CREDENTIAL, config: harness.config(CREDENTIAL, changed), prior: state },
        ...{ planned: planned.planned, plannedPrivate: new Uint8Array() },
      });
      const kept = applied.state as ObjectValue;
      expect(harness.bodies).toHaveLength(writes);
      expect(plain(kept)).toEqual({ ...(plain(state) as object), sealed_for: after });
      expect((await harness.plan(CREDENTIAL, changed, kept)).requiresReplace).toEqual([]);
      const rotated = { ...changed, ...slotOf(rotate('r1', 'r2', 'r3'), 'a') };
      expect((await harness.plan(CREDENTIAL, rotated, kept)).requiresReplace).toEqual([['rotation']]);
      const { token, sealed_token: sealed } = await harness.applied(CREDENTIAL, rotated);
      expect([token === null, sealed === null]).toEqual([after !== null, after === null]);
    },
  );
});

test('a rotation applies what was planned and sends nothing to the service', async () => {
  const first = await harness.applied(TYPE, { rotation: 'r1' });
  const second = await harness.applied(TYPE, { rotation: 'r2' }, first);
  expect(plain(second)).toEqual(plain(rotate('r1', 'r2')));
  expect(plain(await harness.read(TYPE, second))).toEqual(plain(second));
  expect(harness.requests()).toEqual([]);
  expect((await harness.import(TYPE, 'rotation')).diagnostics).toMatchObject([{ severity: 'error' }]);
});
