import { attributesFromResponse } from '../../src/model/from-response';
import { getKind, KINDS } from '../../src/model/kinds';
import type { JsonObject } from '../../src/values/json';

const read = (kind: string, response: JsonObject) => attributesFromResponse(getKind(kind).attributes, response);

test.each(KINDS.map((kind) => [kind.name, kind] as const))(
  'an empty response for %s has every attribute, null',
  (_, kind) => {
    expect(attributesFromResponse(kind.attributes, {})).toEqual(
      Object.fromEntries(Object.keys(kind.attributes).map((name) => [name, null])),
    );
  },
);

test('references become ids', () => {
  expect(read('ip_policy_rule', { ip_policy: { id: 'ipp_1', uri: 'u' } })['ip_policy_id']).toBe('ipp_1');
  const response = { ip_policies: [{ id: 'ipp_1', uri: '' }, { id: 'ipp_2' }] };
  expect(read('ip_restriction', response)['ip_policy_ids']).toEqual(['ipp_1', 'ipp_2']);
});

test('an empty reference and an empty list of references are null', () => {
  expect(read('ip_policy_rule', { ip_policy: { id: '', uri: '' } })['ip_policy_id']).toBeNull();
  expect(read('ip_policy_rule', { ip_policy: null })['ip_policy_id']).toBeNull();
  expect(read('ip_restriction', { ip_policies: [] })['ip_policy_ids']).toBeNull();
});

test('"" is null where emptyIsAbsent is set, and a value elsewhere', () => {
  expect(read('ip_policy', { description: '', metadata: '' })).toMatchObject({ description: null, metadata: null });
  expect(read('kubernetes_operator', { region: '' })['region']).toBe('');
});

test('members outside the model are dropped', () => {
  expect(Object.keys(read('ip_policy', { id: 'ipp_1', surprise: true }))).toEqual(
    Object.keys(getKind('ip_policy').attributes),
  );
});

test('strings are normalized to NFC', () => {
  expect(read('ip_policy', { description: 'ü'.normalize('NFD') })['description']).toBe('ü');
});

const noCert = { cert: '', not_before: '0001-01-01T00:00:00Z', not_after: '0001-01-01T00:00:00Z' };

test.each<[string, JsonObject]>([
  ['absent', {}],
  ['null', { binding: null }],
  ['zeroed', { binding: { cert: noCert, endpoint_selectors: null } }],
  ['empty', { binding: {} }],
])('a binding that is %s is null', (_, response) => {
  expect(read('kubernetes_operator', response)['binding']).toBeNull();
});

test('a binding with a certificate has every member', () => {
  const cert = { cert: 'pem', not_before: 'a', not_after: 'b' };
  expect(read('kubernetes_operator', { binding: { cert, endpoint_selectors: null } })['binding']).toEqual({
    endpoint_selectors: null,
    csr: null,
    ingress_endpoint: null,
    cert,
  });
});

test('a value of the wrong type becomes null', () => {
  expect(read('kubernetes_operator', { deployment: 'x', enabled_features: 'y', binding: [1] })).toMatchObject({
    deployment: null,
    enabled_features: null,
    binding: null,
  });
});
