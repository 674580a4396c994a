import { applyIgnoreRules, type IgnoreRule, type Matchable } from '../../src/drift/report/ignore';
import { parseIgnoreRules } from '../../src/drift/report/parse-ignore-rules';

const finding = (more: Partial<Matchable> = {}): Matchable => ({
  type: 'changed',
  kind: 'ip_policy',
  id: 'ipp_1',
  name: 'office berlin',
  address: 'module.a.netingress_ip_policy.office["x"]',
  path: 'binding.ingress_endpoint',
  ...more,
});
const today = '2026-11-21';
const isIgnored = (rule: Omit<IgnoreRule, 'reason'>, more: Partial<Matchable> = {}): boolean =>
  applyIgnoreRules([finding(more)], [{ reason: 'known', ...rule }], today).ignored.length === 1;

test.each<[Omit<IgnoreRule, 'reason'>, boolean]>([
  [{ kind: 'ip_policy' }, true],
  [{ kind: 'ip' }, false],
  [{ id: 'ipp_1' }, true],
  [{ name: 'office*' }, true],
  [{ name: 'office' }, false],
  [{ name: '*.erlin' }, false],
  [{ address: 'module.*.netingress_ip_policy.office["x"]' }, true],
  [{ field: 'binding' }, true],
  [{ field: 'bind' }, false],
  [{ kind: 'ip_policy', field: 'metadata' }, false],
  [{ type: 'unmanaged' }, false],
  [{ kind: 'ip_policy', expires: today }, true],
  [{ kind: 'ip_policy', expires: '2026-11-20' }, false],
])('a rule %j ignores the finding: %s', (rule, expected) => expect(isIgnored(rule)).toBe(expected));

test('a missing object is ignored only by a rule with type: missing', () => {
  const missing = { type: 'missing', path: null } as const;
  expect(isIgnored({ kind: 'ip_policy' }, missing)).toBe(false);
  expect(isIgnored({ kind: 'ip_policy', type: 'missing' }, missing)).toBe(true);
});

test('a long name that matches every part of a pattern but the last is not matched, without exponential time', () => {
  const long = finding({ name: 'a'.repeat(10_000) });
  const rules = ['*a'.repeat(30), `${'*a'.repeat(30)}*b`].map((name): IgnoreRule => ({ name, reason: name.slice(-1) }));
  expect(applyIgnoreRules([long], rules, today).ignored.map(({ rule }) => rule.reason)).toEqual(['a']);
  expect(applyIgnoreRules([long], rules.slice(1), today).kept).toEqual([long]);
});

test('a rule that is expired, or matches no finding, is reported', () => {
  const rules: IgnoreRule[] = [
    { kind: 'ip_policy', reason: 'old', expires: '2020-01-01' },
    { kind: 'domain', reason: 'none' },
    { kind: 'ip_policy', reason: 'used' },
  ];
  const { kept, ignored, invalid } = applyIgnoreRules([finding()], rules, today);
  expect(kept).toEqual([]);
  expect(ignored).toMatchObject([{ rule: { reason: 'used' } }]);
  expect(invalid).toMatchObject([
    { number: 1, problem: 'expired' },
    { number: 2, problem: 'unmatched' },
  ]);
});

test.each([
  [{ rules: [{ kind: 'ip_policy' }] }, /rules\.0\.reason/],
  [{ rules: [{ kind: 'ip_policy', reason: ' ' }] }, /expected a reason/],
  [{ rules: [{ reason: 'everything' }] }, /matches every finding/],
  [{ rules: [{ kind: 'ip_policy', reason: 'x', expires: 'soon' }] }, /expected a date/],
  [{ rules: [{ knid: 'ip_policy', reason: 'x' }] }, /knid/],
  [[], /the file/],
])('rules %j are rejected', (value, message) => {
  const result = parseIgnoreRules(value);
  expect('problems' in result ? result.problems.join('\n') : 'accepted').toMatch(message);
});
