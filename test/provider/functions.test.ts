/** Functions that configurations call: pure, and strict about what they are given. */
import { EVENTS } from '../../src/model/events/event-catalog';
import { fieldsIn } from '../../src/model/events/field-types';
import type { ProfileName } from '../../src/model/kind';
import { PROVIDER_FUNCTIONS } from '../../src/provider/functions';
import type { CallResponse } from '../../src/provider/protocol/provider';
import { type CtyValue, objectValue } from '../../src/values/cty-value';

function call(name: string, ...args: CtyValue[]): CallResponse {
  const found = PROVIDER_FUNCTIONS.find((each) => each.name === name);
  if (!found) throw new Error(`No function ${name}`);
  return found.call(...args);
}

const rules = (given: Readonly<Record<string, CtyValue>>): CtyValue => objectValue(Object.entries(given));

test('signatures have ids as names, distinct parameters, and sentences as descriptions', () => {
  for (const { name, schema } of PROVIDER_FUNCTIONS) {
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

test('cidr_canonical() returns the notation of the service', () => {
  expect(call('cidr_canonical', '2001:DB8:0::/32')).toEqual({ result: '2001:db8::/32' });
  // Terraform adds the end of the sentence.
  expect(call('cidr_canonical', '10.0.0.1/8')).toEqual({
    error: expect.stringMatching(/expected the network address: 10\.0\.0\.0\/8$/),
    argument: 0,
  });
});

test('cidr_contains() compares networks, and names the invalid argument', () => {
  expect(call('cidr_contains', '10.0.0.0/8', '10.1.0.0/16')).toEqual({ result: true });
  expect(call('cidr_contains', '10.1.0.0/16', '10.0.0.0/8')).toEqual({ result: false });
  expect(call('cidr_contains', 'a', '10.0.0.0/8')).toMatchObject({ argument: 0 });
  expect(call('cidr_contains', '10.0.0.0/8', 'a')).toMatchObject({ argument: 1 });
});

describe('policy_allows()', () => {
  test.each([
    [{}, '10.0.0.1', false],
    [{ '10.0.0.0/8': 'allow', '10.0.0.1': 'deny' }, '10.0.0.1', false],
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
  test.each(EVENTS)('returns the fields of $type in the profile', ({ type, fields }) => {
    const namesIn = (profile: ProfileName | undefined) => fieldsIn(fields, profile).map(({ name }) => name);
    expect(call('event_fields', type)).toEqual({ result: namesIn(undefined) });
    expect(call('event_fields', type, 'ngrok')).toEqual({ result: namesIn('ngrok') });
  });

  test('knows the fields that only the profile `ngrok` has', () => {
    const { result } = call('event_fields', 'tcp_connection_closed.v0', 'ngrok') as { result: string[] };
    expect(result).toContain('ja4_fingerprint');
    expect(call('event_fields', 'tcp_connection_closed.v0')).not.toEqual({ result });
  });

  test('refuses another profile, and a second one', () => {
    const type = 'tcp_connection_closed.v0';
    expect(call('event_fields', type, 'nonsense')).toMatchObject({ argument: 1 });
    expect(call('event_fields', type, 'ngrok', 'spec')).toMatchObject({ argument: 2 });
  });

  test('suggests a similar type', () => {
    expect(call('event_fields', 'ip_policy_craeted.v0')).toEqual({
      error: expect.stringContaining("did you mean 'ip_policy_created.v0'"),
      argument: 0,
    });
  });
});
