/** Functions that configurations call: pure, and strict about what they are given. */
import { EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../../src/model/events/event-types';
import { KINDS } from '../../src/model/kinds';
import { FUNCTIONS } from '../../src/provider/functions';
import type { CallResponse } from '../../src/provider/protocol/provider';
import { type CtyValue, objectValue } from '../../src/values/cty-value';

function call(name: string, ...args: CtyValue[]): CallResponse {
  const found = FUNCTIONS.find((each) => each.name === name);
  if (!found) throw new Error(`No function ${name}`);
  return found.call(...args);
}

const rules = (given: Readonly<Record<string, CtyValue>>): CtyValue => objectValue(Object.entries(given));

test('signatures have ids as names, distinct parameters, and sentences as descriptions', () => {
  for (const { name, schema } of FUNCTIONS) {
    const names = schema.parameters.map((parameter) => parameter.name);
    expect([name, ...names].filter((each) => !/^[a-z][a-z_]*$/.test(each))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(
      [schema.description, ...schema.parameters.map(({ description }) => description)].filter(
        (text) => !text.endsWith('.'),
      ),
    ).toEqual([]);
  }
});

describe('cidr_canonical()', () => {
  test.each([
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['192.0.2.1', '192.0.2.1/32'],
    ['2001:DB8:0::/32', '2001:db8::/32'],
    ['::1', '::1/128'],
  ])('returns %s as %s', (given, expected) => {
    expect(call('cidr_canonical', given)).toEqual({ result: expected });
  });

  test.each([
    ['10.0.0.1/8', 'expected the network address: 10.0.0.0/8'],
    ['010.0.0.0/8', 'is not an IP range'],
    ['', 'is not an IP range'],
  ])('rejects %p', (given, says) => {
    const response = call('cidr_canonical', given);
    expect(response).toEqual({ error: expect.stringContaining(says), argument: 0 });
    expect('error' in response && response.error.endsWith('.')).toBe(false);
  });
});

describe('cidr_contains()', () => {
  test.each([
    ['10.0.0.0/8', '10.1.0.0/16', true],
    ['10.1.0.0/16', '10.0.0.0/8', false],
    ['10.0.0.0/8', '10.0.0.0/8', true],
    ['0.0.0.0/0', '::/0', false],
    ['2001:db8::/32', '2001:DB8:1::1', true],
  ])('%s, %s: %s', (outer, inner, expected) => {
    expect(call('cidr_contains', outer, inner)).toEqual({ result: expected });
  });

  test('names the invalid argument', () => {
    expect(call('cidr_contains', 'a', '10.0.0.0/8')).toMatchObject({ argument: 0 });
    expect(call('cidr_contains', '10.0.0.0/8', 'a')).toMatchObject({ argument: 1 });
  });
});

describe('policy_allows()', () => {
  test.each([
    [{}, '10.0.0.1', false],
    [{ '10.0.0.0/8': 'allow' }, '10.0.0.1', true],
    [{ '10.0.0.0/8': 'allow' }, '11.0.0.1', false],
    [{ '10.0.0.0/8': 'allow', '10.0.0.1': 'deny' }, '10.0.0.1', false],
    [{ '10.0.0.1': 'allow', '10.0.0.0/8': 'deny' }, '10.0.0.1', false],
    [{ '10.0.0.0/8': 'deny' }, '11.0.0.1', false],
    [{ '10.0.0.0/8': 'allow', '10.0.0.1': null }, '10.0.0.1', true],
    [{ '2001:db8::/32': 'allow' }, '2001:DB8::1', true],
  ])('%j, %s: %s', (given, ip, expected) => {
    expect(call('policy_allows', rules(given), ip)).toEqual({ result: expected });
  });

  test.each([
    [{ '10.0.0.1/8': 'allow' }, '10.0.0.1', 0, 'the network address: 10.0.0.0/8'],
    [{ '10.0.0.0/8': 'block' }, '10.0.0.1', 0, "'block'; expected 'allow' or 'deny'"],
    [{ '10.0.0.0/8': 'allow' }, '10.0.0.0/8', 1, 'without a mask'],
  ])('%j, %s is an error of argument %s', (given, ip, argument, says) => {
    expect(call('policy_allows', rules(given), ip)).toEqual({ error: expect.stringContaining(says), argument });
  });
});

describe('event_fields()', () => {
  test.each(EVENT_TYPES)('%s has distinct fields', (type) => {
    const response = call('event_fields', type);
    const fields = 'result' in response ? (response.result as string[]) : [];
    expect(fields.length).toBeGreaterThan(0);
    expect(new Set(fields).size).toBe(fields.length);
  });

  test.each(TRAFFIC_EVENT_TYPES)('%s has the fields that a filter may use', (type) => {
    const response = call('event_fields', type);
    expect('result' in response ? response.result : []).toEqual(
      expect.arrayContaining(['conn.client_ip', 'conn.server_ip', 'conn.server_name', 'conn.server_port']),
    );
  });

  test('of an object names references as the service returns them, and no private key', () => {
    expect(call('event_fields', 'ip_policy_rule_deleted.v0')).toEqual({
      result: [
        'id',
        'uri',
        'created_at',
        'description',
        'metadata',
        'cidr',
        'ip_policy.id',
        'ip_policy.uri',
        'action',
      ].sort(byModel('ip_policy_rule')),
    });
    expect(call('event_fields', 'tls_certificate_created.v0')).not.toEqual({
      result: expect.arrayContaining(['private_key_pem']),
    });
  });

  test('suggests a similar type', () => {
    expect(call('event_fields', 'ip_policy_craeted.v0')).toEqual({
      error: expect.stringContaining("did you mean 'ip_policy_created.v0'"),
      argument: 0,
    });
  });
});

/** In the order of the kind's attributes, by the first step of a field. */
function byModel(name: string): (a: string, b: string) => number {
  const order = Object.entries(KINDS.find((kind) => kind.name === name)?.attributes ?? {}).map(([attribute, value]) =>
    'ref' in value && value.ref ? value.ref.responseName : attribute,
  );
  const place = (field: string): number => order.indexOf(field.split('.')[0] as string);
  return (a, b) => place(a) - place(b);
}
