/** What keeps an object from being deleted, and whether an object refers to another one. */

import { type KindReference, listOwnedKinds, listUsers, refersTo } from '../../src/model/references';
import type { KnownObject } from '../../src/values/known';
import { later } from '../support/unknown';

const REFERENCE = (target: string, user: string): KindReference => {
  const found = listUsers(target).find(({ kind }) => kind.name === user);
  if (!found) throw new Error(`${user} does not refer to ${target}`);
  return found;
};

test.each([
  [
    'domain',
    [
      ['cloud_endpoint', 'domain', 446, 400],
      ['endpoint', 'domain', 446, 409],
    ],
  ],
  ['ip_policy', [['ip_restriction', 'ip_policy_ids', 1420, 409]]],
  ['tcp_address', []],
])('what keeps a %s from being deleted, with the code and status of the refusal', (kind, expected) => {
  const users = listUsers(kind).map((user) => [user.kind.name, user.attribute, user.errorCode, user.status]);
  expect(users).toEqual(expected);
});

test('the rules of a policy are deleted with it', () => {
  expect(listOwnedKinds('ip_policy').map(({ name }) => name)).toEqual(['ip_policy_rule']);
});

const unknown = later('a');
const target = { id: 'x_1', values: { domain: '*.Example.com.' } };

test.each<[string, KindReference, KnownObject, unknown]>([
  ['an id in a set', REFERENCE('ip_policy', 'ip_restriction'), { ip_policy_ids: [unknown, 'x_1'] }, true],
  ['an id that is not known', REFERENCE('ip_policy', 'ip_restriction'), { ip_policy_ids: ['x_2', unknown] }, unknown],
  ['another id', REFERENCE('ip_policy', 'ip_restriction'), { ip_policy_ids: ['x_2'] }, false],
  ['no value', REFERENCE('tls_certificate', 'domain'), {}, false],
  [
    'the domain that the service found',
    REFERENCE('domain', 'cloud_endpoint'),
    { url: 'https://other.com', domain: { id: 'x_1', uri: '' } },
    true,
  ],
  ['the host of a URL', REFERENCE('domain', 'cloud_endpoint'), { url: 'https://*.example.com' }, true],
  ['another host', REFERENCE('domain', 'cloud_endpoint'), { url: 'https://example.com', domain: unknown }, false],
  ['a URL that is not known', REFERENCE('domain', 'cloud_endpoint'), { url: unknown }, unknown],
])('refersTo decides %s', (_, reference, values, expected) => {
  expect(refersTo(reference, values, target)).toBe(expected);
});

test('a wildcard names a host unless another domain has exactly this name', () => {
  const values = { url: 'https://a.example.com' };
  expect(refersTo(REFERENCE('domain', 'cloud_endpoint'), values, target)).toEqual(
    expect.objectContaining({ cause: expect.objectContaining({ name: 'a.example.com', wildcard: '*.example.com' }) }),
  );
});
