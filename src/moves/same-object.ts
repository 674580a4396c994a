import { semanticallyEqual } from '../model/canonical';
import { CERTIFICATE_WAITS, COMPOSITES, type Composite, rotation } from '../model/composites';
import type { Attribute, Attributes, Kind } from '../model/kind';
import { KINDS } from '../model/kinds';
import { resourceType } from '../model/naming';
import { findNaturalKey } from '../model/natural-key';
import { hasDefaultByProfile } from '../model/profiles';
import { isInput } from '../model/request';
import { expandAttributes } from '../model/variants/expand-attributes';
import { Reference } from '../terraform/configuration/expressions';
import { isJsonObject, type Json, type JsonObject } from '../values/json';
import { isFullyKnown, isUnknown, type KnownJson, type KnownObject } from '../values/known';

/** How two resource instances of a type are recognized as one object: by unique key, or else by configured values. */
export interface RecognizedType {
  readonly kind: string;
  /** Resource type: `netingress_ip_policy`. */
  readonly type: string;
  /** Undefined if the type has no unique key, or if its value is not set or not known. */
  readonly uniqueKey: (values: KnownObject) => string | undefined;
  readonly hasUniqueKey: boolean;
  /**
   * Whether only Terraform can evaluate the unique key. False with a reference to an object that is not paired: that
   * object is created, so the key is a new one.
   */
  readonly isKeyUnknown: (values: KnownObject) => boolean;
  readonly attributes: Attributes;
  /** The attributes whose values the service returns. */
  readonly readable: Attributes;
}

/** Resource types after the types that they refer to. */
export const RECOGNIZED_TYPES: readonly RecognizedType[] = [
  {
    kind: rotation.name,
    type: resourceType(rotation),
    hasUniqueKey: false,
    uniqueKey: () => undefined,
    isKeyUnknown: () => false,
    attributes: rotation.attributes,
    readable: {},
  },
  ...KINDS.map(
    (kind): RecognizedType => ({
      kind: kind.name,
      type: resourceType(kind),
      hasUniqueKey: kind.naturalKey?.unique === true,
      uniqueKey: (values) => uniqueKeyOf(kind, values),
      isKeyUnknown: (values) => kind.naturalKey?.unique === true && isUnknownKey(keyValues(kind, values)),
      attributes: expandAttributes(kind.attributes),
      readable: readableAttributes(kind.attributes),
    }),
  ),
  ...COMPOSITES.map((composite): RecognizedType => {
    const attribute = ownerAttribute(composite);
    return {
      kind: composite.name,
      type: resourceType(composite),
      hasUniqueKey: true,
      uniqueKey: ({ [attribute]: owner }) => (typeof owner === 'string' ? owner : undefined),
      isKeyUnknown: ({ [attribute]: owner }) => isUnknownKey([owner]),
      attributes: composite.attributes,
      readable: {},
    };
  }),
];

function readableAttributes(attributes: Attributes): Attributes {
  const readable = Object.entries(attributes).filter(([, { omittedFromResponses }]) => !omittedFromResponses);
  return Object.fromEntries(
    readable.map(([name, attribute]) => [
      name,
      attribute.type === 'object' ? { ...attribute, attributes: readableAttributes(attribute.attributes) } : attribute,
    ]),
  );
}

export function attributesOfKind(kind: string): Attributes {
  return RECOGNIZED_TYPES.find((recognized) => recognized.kind === kind)?.attributes ?? {};
}

/** The attribute with the id of the object that the composite belongs to; an object has one composite of a type. */
function ownerAttribute({ name, exclusive }: Composite): string {
  const owner = exclusive?.attribute ?? CERTIFICATE_WAITS.find((wait) => wait.name === name)?.idAttribute;
  if (owner === undefined) throw new Error(`The composite ${name} belongs to no object`);
  return owner;
}

function uniqueKeyOf(kind: Kind, values: KnownObject): string | undefined {
  if (kind.naturalKey?.unique !== true) return undefined;
  if (!keyValues(kind, values).every((value) => isFullyKnown(value ?? null))) return undefined;
  return findNaturalKey(kind, values as JsonObject);
}

function keyValues({ naturalKey }: Kind, values: KnownObject): (KnownJson | undefined)[] {
  return (naturalKey?.attributes ?? []).map((path) => values[path.split('.')[0] as string]);
}

function isUnknownKey(values: readonly (KnownJson | undefined)[]): boolean {
  const isKnown = values.every((value) => isFullyKnown(value ?? null));
  return !isKnown && !values.some((value) => value instanceof Reference);
}

/** `unknown`: a value decides that is not known before the apply. */
export type ContentComparison = 'equal' | 'different' | 'unknown';

/**
 * Compares the attributes that a user can set. A value that is not configured is equal if the service may have set it.
 */
export function compareContent(
  { attributes }: Pick<RecognizedType, 'attributes'>,
  before: KnownObject,
  after: KnownObject,
): ContentComparison {
  const results = Object.entries(attributes).map(([name, attribute]) =>
    compareValue(attribute, before[name] ?? null, after[name] ?? null),
  );
  if (results.includes('different')) return 'different';
  return results.includes('unknown') ? 'unknown' : 'equal';
}

function compareValue(attribute: Attribute, before: KnownJson, after: KnownJson): ContentComparison {
  // A state has no write-only value.
  if (!isInput(attribute) || attribute.writeOnly) return 'equal';
  if (after === null && (attribute.presence === 'optional-computed' || hasDefaultByProfile(attribute))) return 'equal';
  if (isUnknown(before) || isUnknown(after)) return 'unknown';
  if (attribute.type === 'object' && isJsonObject(before) && isJsonObject(after))
    return compareContent(attribute, before as KnownObject, after as KnownObject);
  if (!isFullyKnown(after) || !isFullyKnown(before)) return 'unknown';
  return semanticallyEqual(attribute, before as Json, after as Json) ? 'equal' : 'different';
}
