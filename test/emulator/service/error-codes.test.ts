import { getProblemCode } from '../../../src/emulator/service/kinds/error-codes';
import type { Problem } from '../../../src/model/problem';

test.each<[string, string, Pick<Problem, 'path' | 'rule' | 'errorCode'>, number]>([
  ['an invalid value has the code of its attribute', 'ip_policy_rule', { path: ['cidr'] }, 1406],
  ['so has an element of a list', 'kubernetes_operator', { path: ['binding', 'endpoint_selectors', 2] }, 19003],
  ['so has a member of an element', 'event_subscription', { path: ['sources', 1, 'type'] }, 238],
  ['a missing value has that of its kind', 'ip_policy_rule', { path: ['cidr'], rule: 'missing' }, 1405],
  ['and without one that of its attribute', 'ip_restriction', { path: ['type'], rule: 'missing' }, 1803],
  ['an empty value has its own', 'vault', { path: ['name'], rule: 'empty' }, 23001],
  ['and without one that of an invalid value', 'ip_policy_rule', { path: ['action'], rule: 'empty' }, 1422],
  ['an empty reference has its own', 'ip_restriction', { path: ['ip_policy_ids', 0], rule: 'reference' }, 1801],
  ['so have alternatives', 'event_destination', { path: ['target'], rule: 'several' }, 5115],
  ['of which none is set', 'event_destination', { path: ['target', 'log_group', 'auth'], rule: 'none' }, 5107],
  ['duplicates', 'event_subscription', { path: ['sources'], rule: 'duplicate' }, 5127],
  ['rules between attributes', 'kubernetes_operator', { path: ['binding'], rule: 'requires' }, 19002],
  ['of one kind', 'domain', { path: ['certificate_management_policy'], rule: 'conflict' }, 434],
  ['or of two', 'ssh_certificate_authority', { path: ['key_size'], rule: 'only_with' }, 1940],
  ['a format may have several', 'tls_certificate', { path: ['certificate_pem'], errorCode: 1926 }, 1926],
  ['another profile has one code', 'domain', { path: ['resolves_to'], rule: 'profile' }, 214],
  ['so has metadata', 'ip_policy', { path: ['metadata'] }, 100],
  ['and everything else', 'ip_policy', { path: ['created_at'] }, 215],
])('%s', (_, kind, problem, code) => {
  expect(getProblemCode(kind, { problem: '', expected: '', ...problem })).toBe(code);
});
