import * as fc from 'fast-check';
import { createIdGenerator, deriveId, findIdProblem } from '../../../src/emulator/crypto/ids';
import { CLOCK_RANGE } from '../../../src/emulator/service/state/clock';

test('ids sort by creation: within a second, after the clock is set back, and after 2150', async () => {
  const time = fc.integer({ min: CLOCK_RANGE.first, max: CLOCK_RANGE.last });
  await fc.assert(
    fc.property(fc.array(time, { minLength: 2, maxLength: 50 }), (times) => {
      const ids = createIdGenerator();
      const made = times.map((now) => ids.next('ipp', now));
      expect([...made].sort()).toEqual(made);
      expect(new Set(made).size).toBe(made.length);
    }),
  );
});

test('an id is its prefix and a KSUID of 27 characters that starts with its second', () => {
  const id = createIdGenerator().next('k8sop', Date.UTC(2026, 0, 1));
  expect(id).toMatch(/^k8sop_[0-9A-Za-z]{27}$/);
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const number = [...id.slice(6)].reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n);
  expect(Number(number >> 128n) + 1_400_000_000).toBe(Date.UTC(2026, 0, 1) / 1000);
});

test('a derived id is the same for the same string only', () => {
  expect(deriveId('ak', 'a')).toBe(deriveId('ak', 'a'));
  expect(deriveId('ak', 'a')).not.toBe(deriveId('ak', 'b'));
  expect(findIdProblem({ idPrefix: 'ak' }, deriveId('ak', 'a'))).toBeUndefined();
});
