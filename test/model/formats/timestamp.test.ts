import fc from 'fast-check';

import { canonicalTimestamp, parseTimestamp } from '../../../src/model/time';

test('RFC 3339 texts of one second, with any offset and fraction, have the same canonical form in UTC', () => {
  const instants = fc.date({
    noInvalidDate: true,
    min: new Date('0000-01-02T00:00:00Z'),
    max: new Date('9999-12-30T23:59:59Z'),
  });
  const offsets = fc.integer({ min: -(24 * 60 - 1), max: 24 * 60 - 1 });
  const pad = (number: number) => String(number).padStart(2, '0');
  fc.assert(
    fc.property(
      instants,
      offsets,
      fc.boolean(),
      fc.constantFrom('', '.000', '.5', '.123456789'),
      (date, offset, lower, fraction) => {
        const second = Math.floor(date.getTime() / 1000) * 1000;
        const local = new Date(second + offset * 60_000).toISOString().slice(0, 19);
        const zone = `${offset < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`;
        const text = `${local}${fraction}${zone}`;
        expect(Math.floor((parseTimestamp(lower ? text.toLowerCase() : text) as number) / 1000)).toBe(second / 1000);
        expect(canonicalTimestamp(text)).toBe(`${new Date(second).toISOString().slice(0, 19)}Z`);
      },
    ),
  );
});

test.each([
  ['1985-04-12T23:20:50.52Z', '1985-04-12T23:20:50Z'],
  ['1996-12-19T16:39:57-08:00', '1996-12-20T00:39:57Z'],
  ['1990-12-31T23:59:60Z', '1991-01-01T00:00:00Z'],
  ['1990-12-31T15:59:60-08:00', '1991-01-01T00:00:00Z'],
  ['1937-01-01T12:00:27.87+00:20', '1937-01-01T11:40:27Z'],
  ['2024-02-29t00:00:00z', '2024-02-29T00:00:00Z'],
  ['2026-01-01T00:00:00-00:00', '2026-01-01T00:00:00Z'],
  ['0000-02-29T23:59:59Z', '0000-02-29T23:59:59Z'],
  ['9999-12-31T23:59:59-01:00', '9999-12-31T23:59:59-01:00'],
])('%s is a timestamp: %s', (text, canonical) => {
  expect(parseTimestamp(text)).toEqual(expect.any(Number));
  expect(canonicalTimestamp(text)).toBe(canonical);
});

test.each([
  ['hour 24', '2026-01-01T24:00:00Z'],
  ['minute 60', '2026-01-01T00:60:00Z'],
  ['second 61', '2026-06-30T23:59:61Z'],
  ['a leap second within a day', '2026-06-30T12:00:60Z'],
  ['a leap second within a month', '2026-06-29T23:59:60Z'],
  ['a leap second at the end of local time', '2026-06-30T23:59:60+01:00'],
  ['month 0', '2026-00-01T00:00:00Z'],
  ['month 13', '2026-13-01T00:00:00Z'],
  ['day 0', '2026-01-00T00:00:00Z'],
  ['31 April', '2026-04-31T00:00:00Z'],
  ['29 February of no leap year', '2026-02-29T00:00:00Z'],
  ['29 February of 1900', '1900-02-29T00:00:00Z'],
  ['an offset of 24 hours', '2026-01-01T00:00:00+24:00'],
  ['an offset of 60 minutes', '2026-01-01T00:00:00+00:60'],
  ['an offset without colon', '2026-01-01T00:00:00+0100'],
  ['no offset', '2026-01-01T00:00:00'],
  ['no seconds', '2026-01-01T00:00Z'],
  ['a fraction without digits', '2026-01-01T00:00:00.Z'],
  ['a fraction with a comma', '2026-01-01T00:00:00,5Z'],
  ['a blank for the T', '2026-01-01 00:00:00Z'],
  ['a date', '2026-01-01'],
  ['a year of five digits', '12026-01-01T00:00:00Z'],
  ['a blank around it', ' 2026-01-01T00:00:00Z'],
  ['a line break behind it', '2026-01-01T00:00:00Z\n'],
])('%s is not a timestamp: %j', (_, text) => {
  expect(parseTimestamp(text)).toBeUndefined();
  expect(canonicalTimestamp(text)).toBe(text);
});
