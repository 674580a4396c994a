import fc from 'fast-check';
import { type Attribute, type Attributes, type Kind, membersOf, type ObjectAttribute } from '../../src/model/kind';
import { getKind, KINDS } from '../../src/model/kinds';
import { hasDefaultByProfile, isKindIn, kindIn, PROFILES } from '../../src/model/profiles';
import { fromProfileBody, toProfileBody } from '../../src/model/profiles/profile-body';
import { valueToJson } from '../../src/provider/state/json-values';
import { isJsonObject, type Json, type JsonObject } from '../../src/values/json';
import { configArbitrary } from '../support/provider/arbitraries';

describe('a kind in a profile', () => {
  const { spec, ngrok } = PROFILES;

  const keyType = (kind: Kind): Attribute | undefined =>
    (kind.attributes['certificate_management_policy'] as ObjectAttribute).attributes['private_key_type'];

  test('the profile spec changes six kinds and lacks four; the profile ngrok changes domains, but not agent ingresses', () => {
    const differing = KINDS.filter((kind) => kindIn(kind, spec) !== kind).map(({ name }) => name);
    expect(differing).toEqual([
      'event_destination',
      'event_subscription',
      'api_key',
      'tunnel_credential',
      'domain',
      'ssh_public_key',
    ]);
    const lacking = KINDS.filter((kind) => !isKindIn(kind, spec)).map(({ name }) => name);
    expect(lacking).toEqual(['service_user', 'vault', 'secret', 'cloud_endpoint']);
    const same = KINDS.filter((kind) => kindIn(kind, ngrok) === kind);
    expect(same).toContain(getKind('agent_ingress'));
    expect(same).not.toContain(getKind('domain'));
  });

  test('the default key type of domains depends on the profile, that of agent ingresses does not', () => {
    const defaults = (name: string) => [spec, ngrok].map((profile) => keyType(kindIn(getKind(name), profile))?.default);
    expect(defaults('domain')).toEqual(['rsa', 'ecdsa']);
    expect(defaults('agent_ingress')).toEqual(['rsa', 'rsa']);
  });

  test('a default of profiles is detected, and computed while the profile is unknown', () => {
    const open = keyType(kindIn(getKind('domain'), undefined));
    expect([open?.presence, open?.default]).toEqual(['optional-computed', undefined]);
    expect(kindIn(getKind('agent_ingress'), undefined)).toBe(getKind('agent_ingress'));
    const found = ['domain', 'agent_ingress'].map((name) => hasDefaultByProfile(keyType(getKind(name)) as Attribute));
    expect(found).toEqual([true, false]);
  });

  test('an attribute of another profile is not an input, no field of a filter, and no alternative', () => {
    const inSpec = kindIn(getKind('api_key'), spec);
    expect(inSpec.attributes['owner_id']).toMatchObject({ presence: 'computed', unavailable: true });
    expect(inSpec.filterFields).toEqual([]);
    expect(kindIn(getKind('api_key'), ngrok).attributes['owner_id']).toMatchObject({ presence: 'optional-computed' });
    const target = kindIn(getKind('event_destination'), spec).attributes['target'] as ObjectAttribute;
    expect(target.exactlyOne).toEqual(['delivery_stream', 'data_stream', 'log_group']);
  });
});

describe('names of a profile', () => {
  const { spec, ngrok } = PROFILES;

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

    test('are unchanged in spec, which renames no member, if no string of the schema is an object on the wire', () => {
      const plain = Object.fromEntries(Object.entries(attributes).filter(([, each]) => !('elementMember' in each)));
      fc.assert(fc.property(values, (value) => expect(toProfileBody(plain, value, spec)).toEqual(value)));
    });
  });

  const destination = getKind('event_destination').attributes;

  test('a destination is sent with the names of the profile', () => {
    const auth = (creds: JsonObject): JsonObject => ({ auth: { creds } });
    const ours = auth({ cloud_access_key_id: 'id', cloud_secret_access_key: 'secret' });
    const theirs = auth({ aws_access_key_id: 'id', aws_secret_access_key: 'secret' });
    const body = { format: 'JSON', target: { delivery_stream: { delivery_stream_rn: 'rn', ...ours } } };
    const sent = { format: 'JSON', target: { firehose: { delivery_stream_arn: 'rn', ...theirs } } };
    expect(toProfileBody(destination, body, ngrok)).toEqual(sent);
  });

  test('unknown members are kept in the body, in the target and in its data stream', () => {
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
    return Object.entries(attributes).flatMap(([name, each]) => [name, ...attributeNames(membersOf(each))]);
  }
});
