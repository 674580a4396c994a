import fc from 'fast-check';
import type { Attributes } from '../../../src/model/kind';
import { getKind, KINDS } from '../../../src/model/kinds';
import { PROFILES } from '../../../src/model/profiles';
import { fromProfileBody, toProfileBody } from '../../../src/model/profiles/rename-members';
import { valueToJson } from '../../../src/provider/state/json-values';
import type { Json, JsonObject } from '../../../src/values/json';
import { isJsonObject } from '../../../src/values/json';
import { configArbitrary } from '../../support/provider/arbitraries';

const { spec, ngrok } = PROFILES;

/** Names of all members at every depth. */
function names(value: Json | undefined): string[] {
  if (Array.isArray(value)) return (value as Json[]).flatMap(names);
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, member]) => [name, ...names(member)]) : [];
}

describe.each(KINDS.map((kind) => [kind.name, kind.attributes] as const))('values of %s', (_, attributes) => {
  const values = configArbitrary(attributes, false).map((value) => valueToJson(value));

  test('have only the names of the profile, and are unchanged by a round trip', () => {
    const renamed = Object.keys(ngrok.memberNames);
    fc.assert(
      fc.property(values, (value) => {
        for (const profile of [spec, ngrok])
          expect(fromProfileBody(attributes, toProfileBody(attributes, value, profile), profile)).toEqual(value);
        expect(names(toProfileBody(attributes, value, ngrok)).filter((name) => renamed.includes(name))).toEqual([]);
      }),
    );
  });

  test('are unchanged in a profile without renamed members, if no string of the schema is an object on the wire', () => {
    const plainMembers = Object.fromEntries(
      Object.entries(attributes).filter(([, each]) => !('elementMember' in each)),
    );
    fc.assert(fc.property(values, (value) => expect(toProfileBody(plainMembers, value, spec)).toEqual(value)));
  });
});

const destination = getKind('event_destination').attributes;

test('a destination is sent with the names of the profile', () => {
  const creds = { cloud_access_key_id: 'id', cloud_secret_access_key: 'secret' };
  const body = { format: 'JSON', target: { delivery_stream: { delivery_stream_rn: 'rn', auth: { creds } } } };
  expect(toProfileBody(destination, body, ngrok)).toEqual({
    format: 'JSON',
    target: {
      firehose: {
        delivery_stream_arn: 'rn',
        auth: { creds: { aws_access_key_id: 'id', aws_secret_access_key: 'secret' } },
      },
    },
  });
});

test('unknown members are kept at every depth', () => {
  const response = { stranger: { role_arn: 'x' }, target: { datadog: null, kinesis: { stream_arn: 'a', extra: 1 } } };
  expect(fromProfileBody(destination, response, ngrok)).toEqual({
    stranger: { role_arn: 'x' },
    target: { datadog: null, data_stream: { stream_rn: 'a', extra: 1 } },
  });
});

test('keys of maps are not renamed', () => {
  const attributes: Attributes = {
    labels: { type: 'map', elements: 'string', presence: 'optional', doc: '' },
    role_rn: { type: 'string', presence: 'optional', doc: '' },
  };
  const body: JsonObject = { labels: { role_rn: 'x', data_stream: 'y' }, role_rn: 'z' };
  expect(toProfileBody(attributes, body, ngrok)).toEqual({ labels: body['labels'], role_arn: 'z' });
});

test('values of another shape are unchanged', () => {
  expect(toProfileBody(destination, { target: 'text' }, ngrok)).toEqual({ target: 'text' });
  expect(fromProfileBody(destination, { target: null }, ngrok)).toEqual({ target: null });
});

test('names of a profile are not names of the specification', () => {
  const all = new Set(KINDS.flatMap(({ attributes }) => attributeNames(attributes)));
  for (const { memberNames } of Object.values(PROFILES)) {
    expect(Object.values(memberNames).filter((word) => all.has(word))).toEqual([]);
    expect(new Set(Object.values(memberNames)).size).toBe(Object.values(memberNames).length);
  }
});

function attributeNames(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => [
    name,
    ...(attribute.type === 'object' ? attributeNames(attribute.attributes) : []),
    ...('elements' in attribute && attribute.elements !== 'string' ? attributeNames(attribute.elements) : []),
  ]);
}
