import { getProblemCode } from '../../../src/emulator/service/kinds/error-codes';
import type { Problem } from '../../../src/model/problem';

// test/conformance has the other codes.
test.each<[string, string, Pick<Problem, 'path' | 'rule'>, number]>([
  ['an empty value may have its own', 'vault', { path: ['name'], rule: 'empty' }, 23001],
  ['another profile has one code', 'domain', { path: ['resolves_to'], rule: 'profile' }, 214],
  ['so has metadata', 'ip_policy', { path: ['metadata'] }, 100],
  ['and everything else', 'ip_policy', { path: ['created_at'] }, 215],
])('%s', (_, kind, problem, code) => {
  expect(getProblemCode(kind, { problem: '', expected: '', ...problem })).toBe(code);
});
