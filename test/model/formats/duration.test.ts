import fc from 'fast-check';

import { parseDuration } from '../../../src/model/time';

test.each([
  ['30s', 30_000],
  ['1m30s', 90_000],
  ['500ms', 500],
  ['1.5s', 1_500],
  ['2h', 7_200_000],
  ['1h1m1s1ms', 3_661_001],
  ['0.6ms', 1],
])('%s are %d ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each([
  '',
  '30',
  's',
  '0s',
  '0.4ms',
  '-1s',
  '+1s',
  '1 s',
  ' 1s',
  '1s ',
  '1S',
  '1d',
  '1,5s',
  '.5s',
  '1.s',
  '1e3s',
  '1s1',
])('%j is not a duration', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test('the parts add up', () => {
  const part = fc.nat({ max: 10_000 });
  fc.assert(
    fc.property(part, part, part, (h, m, s) => {
      fc.pre(h + m + s > 0);
      expect(parseDuration(`${h}h${m}m${s}s`)).toBe(((h * 60 + m) * 60 + s) * 1000);
    }),
  );
});
