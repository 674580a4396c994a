import { getKind, KINDS } from '../../src/model/kinds';
import { attributeAt, getNaturalKey } from '../../src/model/natural-key';
import { isInput } from '../../src/model/request';
import type { JsonObject } from '../../src/values/json';
import { fullConfig } from '../support/acceptance/samples';

const keyOf = (kind: string, values: JsonObject) => getNaturalKey(getKind(kind), values);

test('semantically equal objects have equal keys', () => {
  const rule = { ip_policy_id: 'ipp_1', cidr: '2001:db8::/32' };
  expect(keyOf('ip_policy_rule', { ...rule, cidr: '2001:DB8:0:0::/32' })).toBe(keyOf('ip_policy_rule', rule));
  expect(keyOf('agent_ingress', { domain: 'A.Example.com' })).toBe(keyOf('agent_ingress', { domain: 'a.example.com' }));
});

test('different objects have different keys', () => {
  const keys = [
    { ip_policy_id: 'ipp_1', cidr: '10.0.0.0/8' },
    { ip_policy_id: 'ipp_2', cidr: '10.0.0.0/8' },
    { ip_policy_id: 'ipp_1', cidr: '10.0.0.0/9' },
  ].map((values) => keyOf('ip_policy_rule', values));
  expect(new Set(keys).size).toBe(3);
});

test('other attributes do not change the key', () => {
  expect(keyOf('ip_restriction', { type: 'api', enforced: true })).toBe(keyOf('ip_restriction', { type: 'api' }));
});

test('the key is undefined while a part is missing or unknown', () => {
  expect(keyOf('ip_policy_rule', { cidr: '10.0.0.0/8' })).toBeUndefined();
  expect(keyOf('ip_policy_rule', { ip_policy_id: null, cidr: '10.0.0.0/8' })).toBeUndefined();
  const unknown = Symbol('unknown') as unknown as string;
  expect(keyOf('agent_ingress', { domain: unknown })).toBeUndefined();
});

test('a key that is not unique needs at least one part', () => {
  const key = keyOf('kubernetes_operator', { deployment: { name: 'operator', namespace: 'ingress' } });
  expect(key).toBeDefined();
  expect(keyOf('kubernetes_operator', { deployment: { name: 'ingress', namespace: 'operator' } })).not.toBe(key);
  expect(keyOf('kubernetes_operator', { deployment: { version: '1' } })).toBeUndefined();
  expect(keyOf('kubernetes_operator', {})).toBeUndefined();
});

/** Not the service alone decides the values of the key. */
const configurable = KINDS.filter(({ naturalKey, attributes }) =>
  naturalKey?.attributes.some((path) => isInput(attributeAt(attributes, path))),
);

test.each(configurable)('a full configuration of $name has a key', (kind) => {
  expect(getNaturalKey(kind, fullConfig(kind, 0, { object: 0 }))).toEqual(expect.any(String));
});

test('the key of a kind without natural key is undefined', () => {
  expect(keyOf('ip_policy', { description: 'a' })).toBeUndefined();
});

test('attributeAt throws for an unknown path', () => {
  const { attributes } = getKind('kubernetes_operator');
  expect(() => attributeAt(attributes, 'nonsense')).toThrow("no attribute 'nonsense'");
  expect(() => attributeAt(attributes, 'region.name')).toThrow("'region' is not an object");
});
