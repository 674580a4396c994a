/** Differences between profiles, as data of the model. */
import type { Attribute, Kind, ObjectAttribute } from '../../../src/model/kind';
import { getKind, KINDS } from '../../../src/model/kinds';
import { isDefaultOfProfile, kindIn, PROFILES } from '../../../src/model/profiles';

const { spec, ngrok } = PROFILES;

const keyType = (kind: Kind): Attribute | undefined =>
  (kind.attributes['certificate_management_policy'] as ObjectAttribute).attributes['private_key_type'];

test('the profile of the specification has the kinds as the model has them', () => {
  expect(KINDS.map((kind) => kindIn(kind, spec))).toEqual(KINDS);
  const same = KINDS.filter((kind) => kindIn(kind, ngrok) === kind);
  expect(same).toContain(getKind('agent_ingress'));
  expect(same).not.toContain(getKind('domain'));
});

test('the key type of a domain has another default in each profile, that of an agent ingress has not', () => {
  const defaults = (name: string) => [spec, ngrok].map((profile) => keyType(kindIn(getKind(name), profile))?.default);
  expect(defaults('domain')).toEqual(['rsa', 'ecdsa']);
  expect(defaults('agent_ingress')).toEqual(['rsa', 'rsa']);
});

test('while the profile is not known, its default is left to the service', () => {
  const open = keyType(kindIn(getKind('domain'), undefined));
  expect(open).toMatchObject({ presence: 'optional-computed' });
  expect(open?.default).toBeUndefined();
  expect(kindIn(getKind('agent_ingress'), undefined)).toBe(getKind('agent_ingress'));
});

test('a default of a profile is told from one of the model', () => {
  expect(isDefaultOfProfile(keyType(getKind('domain')) as Attribute)).toBe(true);
  expect(isDefaultOfProfile(keyType(getKind('agent_ingress')) as Attribute)).toBe(false);
});

test('every profile named by an attribute exists', () => {
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
