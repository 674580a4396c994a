/** A rotation remembers two slots as a pure function of its prior state and the new value. */
import { nextRotation } from '../../../src/provider/resources/rotation';
import { type ObjectValue, UNKNOWN } from '../../../src/values/cty-value';
import { picker } from '../../fuzz';
import { createHarness, plain } from '../../support/provider/harness';

const TYPE = 'netingress_rotation';

const rotate = (...values: string[]): ObjectValue =>
  values.reduce<ObjectValue | null>((prior, value) => nextRotation(value, prior), null) as ObjectValue;

test('the first value is that of both slots', () => {
  expect(plain(rotate('r1'))).toEqual({ id: 'rotation', rotation: 'r1', current: 'a', a: 'r1', b: 'r1', version: 1 });
});

test('a new value switches the slots, and the slot that was current keeps its value', () => {
  expect(plain(rotate('r1', 'r2'))).toMatchObject({ current: 'b', a: 'r1', b: 'r2', version: 2 });
  expect(plain(rotate('r1', 'r2', 'r3'))).toMatchObject({ current: 'a', a: 'r3', b: 'r2', version: 3 });
  expect(plain(rotate('r1', 'r2', 'r1'))).toMatchObject({ current: 'a', a: 'r1', b: 'r2', version: 3 });
});

test('in 1,000 random rotations the previous slot never changes', () => {
  const random = picker(7);
  let state = rotate('0');
  for (let n = 1; n <= 1000; n++) {
    const next = nextRotation(String(random(4)), state);
    const current = String(state['current']);
    const isSame = next['rotation'] === state['rotation'];
    expect(next[current]).toBe(state[current]);
    expect(next['current'] === current).toBe(isSame);
    expect(nextRotation(next['rotation'] ?? null, next)).toEqual(next);
    state = next;
  }
});

test('everything is known after apply while the value is unknown', () => {
  expect(nextRotation(UNKNOWN, rotate('r1'))).toMatchObject({ current: UNKNOWN, a: UNKNOWN, b: UNKNOWN });
});

test('applies what was planned and sends nothing to the service', async () => {
  const harness = await createHarness();
  const first = await harness.applied(TYPE, { rotation: 'r1' });
  const second = await harness.applied(TYPE, { rotation: 'r2' }, first);
  expect(plain(second)).toEqual(plain(rotate('r1', 'r2')));
  expect(plain(await harness.read(TYPE, second))).toEqual(plain(second));
  expect(harness.requests()).toEqual([]);
  expect((await harness.import(TYPE, 'rotation')).diagnostics).toMatchObject([{ severity: 'error' }]);
});
