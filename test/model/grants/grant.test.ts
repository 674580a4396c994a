/** The grant in a rule's metadata: what is written is read again, and what is not a grant is not taken for one. */
import fc from 'fast-check';
import {
  describeGrant,
  formatGrant,
  type Grant,
  grantStatus,
  parseGrant,
  validateGrant,
} from '../../../src/model/grants/grant';
import { MAX_METADATA_BYTES } from '../../../src/model/resources/common';
import { tries } from '../../fuzz';

const grant: Grant = { until: '2027-03-01T10:00:00Z', by: 'ana', reason: 'debug checkout', ticket: 'OPS-7' };
const end = Date.parse(grant.until);

const member = (changes: object): string =>
  JSON.stringify({ netingress_grant: { version: 1, until: grant.until, by: 'ana', reason: 'r', ...changes } });

test('every valid grant is read as it was written', () => {
  const line = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' });
  const when = fc.date({ min: new Date('1990-01-01'), max: new Date('2999-01-01'), noInvalidDate: true });
  const any = fc.record({
    until: when.map((date) => `${date.toISOString().slice(0, 19)}Z`),
    by: line,
    reason: line,
    ticket: fc.option(line),
  });
  fc.assert(
    fc.property(any, (each) => {
      fc.pre(validateGrant(each).length === 0);
      expect(parseGrant(formatGrant(each))).toEqual(each);
    }),
    tries(1000),
  );
});

test('the format of version 1 does not change', () => {
  expect(formatGrant(grant)).toBe(
    '{"netingress_grant":{"version":1,"until":"2027-03-01T10:00:00Z","by":"ana","reason":"debug checkout","ticket":"OPS-7"}}',
  );
  expect(formatGrant({ ...grant, ticket: null })).not.toContain('ticket');
});

test('other members of the metadata are kept, and an earlier grant is replaced', () => {
  const metadata = formatGrant({ ...grant, until: '2020-01-01T00:00:00Z' }, '{"team":"edge"}');
  expect(JSON.parse(formatGrant(grant, metadata))).toEqual({
    team: 'edge',
    netingress_grant: { version: 1, until: grant.until, by: 'ana', reason: 'debug checkout', ticket: 'OPS-7' },
  });
});

test('the end is stored in UTC with seconds, whatever its notation', () => {
  expect(parseGrant(formatGrant({ ...grant, until: '2027-03-01T12:00:00.9+02:00' }))?.until).toBe(grant.until);
});

test('a grant of a later version is read by the members of this version', () => {
  expect(parseGrant(member({ version: 2, approved_by: 'bo' }))).toMatchObject({ by: 'ana', reason: 'r', ticket: null });
});

test.each([
  ['no metadata', null],
  ['an empty string', ''],
  ['text', 'until tomorrow'],
  ['truncated JSON', '{"netingress_grant":{"version":1'],
  ['a list', '[1]'],
  ['an object without the member', '{"until":"2027-03-01T10:00:00Z"}'],
  ['a grant that is text', '{"netingress_grant":"2027-03-01T10:00:00Z"}'],
  ['no version', member({ version: undefined })],
  ['version 0', member({ version: 0 })],
  ['a version that is text', member({ version: '1' })],
  ['no end', member({ until: undefined })],
  ['a day that does not exist', member({ until: '2027-02-30T10:00:00Z' })],
  ['an end without a time zone', member({ until: '2027-03-01T10:00:00' })],
  ['no author', member({ by: undefined })],
  ['no reason', member({ reason: undefined })],
])('%s is not a grant', (_, metadata) => {
  expect(parseGrant(metadata)).toBeUndefined();
});

test('random text and random JSON are no grant, and no exception', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (metadata) => {
      expect(parseGrant(metadata)).toBeUndefined();
    }),
    tries(1000),
  );
});

test('a grant is live before its end, and overdue from its end on', () => {
  expect([end - 1, end, end + 1].map((now) => grantStatus(grant, now))).toEqual(['live', 'overdue', 'overdue']);
});

test('metadata at the limit is accepted, and one byte more is refused with the limit', () => {
  const free = MAX_METADATA_BYTES - Buffer.byteLength(formatGrant({ ...grant, reason: '' }));
  expect(validateGrant({ ...grant, reason: 'é'.repeat(Math.floor(free / 2)) })).toEqual([]);
  expect(validateGrant({ ...grant, reason: 'x'.repeat(free + 1) })).toEqual([
    {
      subject: 'metadata',
      problem: `has ${MAX_METADATA_BYTES + 1} bytes with the grant`,
      expected: `at most ${MAX_METADATA_BYTES} bytes; shorten the reason`,
    },
  ]);
});

test.each([
  ['by', ''],
  ['by', 'ana\nbo'],
  ['reason', '   '],
  ['reason', 'a\u202eb'],
  ['ticket', ''],
  ['until', 'tomorrow'],
])('%s cannot be %j', (name, text) => {
  expect(validateGrant({ ...grant, [name]: text })).toMatchObject([{ subject: name }]);
});

test('a description names end, author, reason and ticket on one line', () => {
  expect(describeGrant(grant, 'live')).toBe('granted until 2027-03-01T10:00:00Z, by ana, debug checkout (OPS-7)');
  expect(describeGrant({ ...grant, by: 'a\nb', ticket: null }, 'overdue')).toBe(
    'granted until 2027-03-01T10:00:00Z, by a b, debug checkout, overdue',
  );
});
