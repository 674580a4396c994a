import type { Attribute, Attributes, Kind } from '../kind';
import type { Profile } from './profile';

const cache = new WeakMap<Kind, Map<Profile | undefined, Kind>>();

/**
 * The kind with the overrides of the profile. If the profile is not known (`undefined`), attributes whose default
 * differs between profiles are `optional-computed`. The same input gives the same object.
 */
export function kindIn(kind: Kind, profile: Profile | undefined): Kind {
  const known = cache.get(kind) ?? new Map<Profile | undefined, Kind>();
  cache.set(kind, known);
  const found = known.get(profile) ?? createKindIn(kind, profile);
  known.set(profile, found);
  return found;
}

export function hasDefaultByProfile({ byProfile = {} }: Attribute): boolean {
  return Object.values(byProfile).some(({ default: other }) => other !== undefined);
}

/** A profile that is not known may have every kind. */
export function isKindIn({ profiles }: Pick<Kind, 'profiles'>, profile: Profile | undefined): boolean {
  return !profile || !profiles || profiles.includes(profile.name);
}

function createKindIn(kind: Kind, profile: Profile | undefined): Kind {
  const attributes = attributesIn(kind.attributes, profile);
  if (attributes === kind.attributes) return kind;
  const { filterFields } = kind;
  return {
    ...kind,
    attributes,
    ...(filterFields && { filterFields: filterFields.filter(isAvailableAmong(attributes)) }),
  };
}

function isAvailableAmong(attributes: Attributes): (path: string) => boolean {
  return (path) => !attributes[path.split('.')[0] as string]?.unavailable;
}

function attributesIn(attributes: Attributes, profile: Profile | undefined): Attributes {
  const entries = Object.entries(attributes);
  const changed = entries.map(([name, attribute]): [string, Attribute] => [name, attributeIn(attribute, profile)]);
  return changed.every(([, attribute], index) => attribute === entries[index]?.[1])
    ? attributes
    : Object.fromEntries(changed);
}

function attributeIn(attribute: Attribute, profile: Profile | undefined): Attribute {
  const nested = withNested(attribute, profile);
  if (profile) {
    if (attribute.profiles && !attribute.profiles.includes(profile.name)) return unavailableAttribute(nested);
    const difference = attribute.byProfile?.[profile.name];
    return difference ? ({ ...nested, ...difference } as Attribute) : nested;
  }
  if (!hasDefaultByProfile(attribute)) return nested;
  const { default: _, ...rest } = nested;
  return { ...rest, presence: 'optional-computed' } as Attribute;
}

/** No input, so it is neither sent nor accepted; it remains in the provider's schema. */
function unavailableAttribute(attribute: Attribute): Attribute {
  const { requiresReplace: _, default: __, requiredOnCreate: ___, ...rest } = attribute;
  return { ...rest, presence: 'computed', unavailable: true } as Attribute;
}

function withNested(attribute: Attribute, profile: Profile | undefined): Attribute {
  if (attribute.type === 'object') {
    const attributes = attributesIn(attribute.attributes, profile);
    if (attributes === attribute.attributes) return attribute;
    const { exactlyOne } = attribute;
    return {
      ...attribute,
      attributes,
      ...(exactlyOne && { exactlyOne: exactlyOne.filter(isAvailableAmong(attributes)) }),
    };
  }
  if (!('elements' in attribute) || attribute.elements === 'string') return attribute;
  const elements = attributesIn(attribute.elements, profile);
  return elements === attribute.elements ? attribute : ({ ...attribute, elements } as Attribute);
}
