/** What keeps an object from being deleted, and whether an object refers to another one. */

import { KINDS } from '../../src/model/kinds';
import { type KindReference, listOwnedKinds, listUsers, refersTo } from '../../src/model/references';
import type { KnownObject } from '../../src/values/known';
import { later } from '../support/unknown';

const REFERENCE = (target: string, user: string): KindReference => {
  const found = listUsers(target).find(({ kind }) => kind.name === user);
  if (!found) throw new Error(`${user} does not refer to ${target}`);
  return found;
};

/** The codes are those of the specification, with which the conformance tests compare the emulator. */
test('what keeps which objects from being deleted, with the status and code of the refusal', () => {
  const users = KINDS.flatMap(({ name: target }) =>
    listUsers(target).map(({ kind, attribute, status, errorCode }) => [
      `${kind.name}.${attribute} -> ${target}`,
      status,
      errorCode,
    ]),
  );
  expect(users).toEqual([
    ['ip_restriction.ip_policy_ids -> ip_policy', 409, 1420],
    ['event_subscription.destination_ids -> event_destination', 409, 5112],
    ['domain.certificate_id -> tls_certificate', 409, 1966],
    ['cloud_endpoint.domain -> domain', 400, 446],
    ['endpoint.domain -> domain', 409, 446],
    ['ssh_host_certificate.ssh_certificate_authority_id -> ssh_certificate_authority', 409, 1964],
    ['ssh_user_certificate.ssh_certificate_authority_id -> ssh_certificate_authority', 409, 1964],
    ['secret.vault_id -> vault', 400, 23003],
  ]);
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

test('whether an endpoint refers to a wildcard domain above its host is not decided: the cause names both', () => {
  const values = { url: 'https://a.example.com' };
  expect(refersTo(REFERENCE('domain', 'cloud_endpoint'), values, target)).toEqual(
    expect.objectContaining({ cause: expect.objectContaining({ name: 'a.example.com', wildcard: '*.example.com' }) }),
  );
});
