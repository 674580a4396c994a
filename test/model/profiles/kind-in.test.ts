/** Overrides of profiles. */
import type { Attribute, Kind, ObjectAttribute } from '../../../src/model/kind';
import { getKind, KINDS } from '../../../src/model/kinds';
import { hasDefaultByProfile, isKindIn, kindIn, PROFILES } from '../../../src/model/profiles';

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
  expect(KINDS.filter((kind) => !isKindIn(kind, spec)).map(({ name }) => name)).toEqual([
    'service_user',
    'vault',
    'secret',
    'cloud_endpoint',
  ]);
  const same = KINDS.filter((kind) => kindIn(kind, ngrok) === kind);
  expect(same).toContain(getKind('agent_ingress'));
  expect(same).not.toContain(getKind('domain'));
});

test('the default key type of domains depends on the profile, that of agent ingresses does not', () => {
  const defaults = (name: string) => [spec, ngrok].map((profile) => keyType(kindIn(getKind(name), profile))?.default);
  expect(defaults('domain')).toEqual(['rsa', 'ecdsa']);
  expect(defaults('agent_ingress')).toEqual(['rsa', 'rsa']);
});

test('the default is computed while the profile is unknown', () => {
  const open = keyType(kindIn(getKind('domain'), undefined));
  expect(open).toMatchObject({ presence: 'optional-computed' });
  expect(open?.default).toBeUndefined();
  expect(kindIn(getKind('agent_ingress'), undefined)).toBe(getKind('agent_ingress'));
});

test('hasDefaultByProfile detects defaults of profiles', () => {
  expect(hasDefaultByProfile(keyType(getKind('domain')) as Attribute)).toBe(true);
  expect(hasDefaultByProfile(keyType(getKind('agent_ingress')) as Attribute)).toBe(false);
});

test('every profile that byProfile of an attribute names exists', () => {
  const named = (attributes: Kind['attributes']): string[] =>
    Object.values(attributes).flatMap((attribute) => [
      ...Object.keys(attribute.byProfile ?? {}),
      ...(attribute.type === 'object' ? named(attribute.attributes) : []),
      ...('elements' in attribute && attribute.elements !== 'string' ? named(attribute.elements) : []),
    ]);
  expect(Object.keys(PROFILES)).toEqual(
    expect.arrayContaining([...new Set(KINDS.flatMap((kind) => named(kind.attributes)))]),
  );
});

test('an attribute of another profile is not an input, and no field of a filter', () => {
  const inSpec = kindIn(getKind('api_key'), spec);
  expect(inSpec.attributes['owner_id']).toMatchObject({ presence: 'computed', unavailable: true });
  expect(inSpec.filterFields).toEqual([]);
  expect(kindIn(getKind('api_key'), ngrok).attributes['owner_id']).toMatchObject({ presence: 'optional-computed' });
  const target = kindIn(getKind('event_destination'), spec).attributes['target'] as ObjectAttribute;
  expect(target.exactlyOne).toEqual(['delivery_stream', 'data_stream', 'log_group']);
});
