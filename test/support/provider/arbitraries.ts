/**
 * Random configurations and states of any kind, made from the model, with unknowns and nulls. Their types are valid,
 * and their values need not be: a string may have another format than the attribute demands.
 */
import fc from 'fast-check';
import { canonicalKey, elementIdentity, formatOf } from '../../../src/model/canonical';
import type {
  Attribute,
  Attributes,
  ObjectsAttribute,
  ScalarAttribute,
  StringsAttribute,
} from '../../../src/model/kind';
import {
  type CtyValue,
  isObjectValue,
  isWhollyKnown,
  type ObjectValue,
  objectValue,
  UNKNOWN,
} from '../../../src/values/cty-value';
import type { Json } from '../../../src/values/json';
import { sampleValue } from '../acceptance/samples';

/** Numbers beyond the safe integers, or with more digits than a JavaScript number has. */
const largeNumbers: readonly CtyValue[] = [2n ** 53n + 1n, 2n ** 53n + 2n, { decimal: '0.10000000000000000001' }];

/** Which values may appear. */
interface Wanted {
  /** `config`: without computed values. `state`: with computed values, without write-only ones. */
  readonly of: 'config' | 'state';
  readonly unknowns: boolean;
}

/** A configuration as Terraform sends it: all attributes, null where the user wrote nothing. */
export function configArbitrary(attributes: Attributes, unknowns = true): fc.Arbitrary<ObjectValue> {
  return members(attributes, { of: 'config', unknowns });
}

export function stateArbitrary(attributes: Attributes): fc.Arbitrary<ObjectValue> {
  return members(attributes, { of: 'state', unknowns: false });
}

/**
 * The configuration with random values of the attributes in place of the unknown ones, as in a plan after they are
 * known.
 */
export function resolvedArbitrary(attributes: Attributes, config: ObjectValue): fc.Arbitrary<ObjectValue> {
  return objectOf(
    Object.entries(attributes).map(([name, attribute]) => [name, resolved(attribute, config[name] ?? null)]),
  );
}

function resolved(attribute: Attribute, value: CtyValue): fc.Arbitrary<CtyValue> {
  if (value === UNKNOWN) return given(attribute, { of: 'config', unknowns: false });
  if (value === null) return fc.constant(value);
  if (attribute.type === 'object') return resolvedArbitrary(attribute.attributes, value as ObjectValue);
  if (attribute.type === 'map') return resolvedMap(attribute as ObjectsAttribute, value as ObjectValue);
  if (!Array.isArray(value)) return fc.constant(value);
  return fc.tuple(...value.map((each) => resolvedElement(attribute as ObjectsAttribute | StringsAttribute, each)));
}

/**
 * Whether a set contains two representations of one element, such as 192.0.2.1 and 192.0.2.1/32. The validation refuses
 * them.
 */
export function hasDuplicates(attributes: Attributes, value: ObjectValue): boolean {
  return Object.entries(attributes).some(([name, attribute]) => {
    const member: CtyValue = value[name] ?? null;
    if (attribute.type === 'object') return isObjectValue(member) && hasDuplicates(attribute.attributes, member);
    if (attribute.type !== 'set' || !Array.isArray(member)) return false;
    return new Set(member.map((element) => elementIdentity(attribute, element))).size < member.length;
  });
}

function resolvedElement(attribute: ObjectsAttribute | StringsAttribute, element: CtyValue): fc.Arbitrary<CtyValue> {
  if (attribute.elements === 'string')
    return element === UNKNOWN ? text(attribute as StringsAttribute) : fc.constant(element);
  if (element === UNKNOWN) return members(attribute.elements, { of: 'config', unknowns: false });
  return element === null ? fc.constant(element) : resolvedArbitrary(attribute.elements, element as ObjectValue);
}

function resolvedMap(attribute: ObjectsAttribute, value: ObjectValue): fc.Arbitrary<CtyValue> {
  const entries = Object.entries(value);
  return objectOf(entries.map(([key, element]) => [key, resolvedElement(attribute, element)]));
}

function members(attributes: Attributes, wanted: Wanted): fc.Arbitrary<ObjectValue> {
  return objectOf(Object.entries(attributes).map(([name, attribute]) => [name, member(attribute, wanted)]));
}

function objectOf(entries: readonly (readonly [string, fc.Arbitrary<CtyValue>])[]): fc.Arbitrary<ObjectValue> {
  return fc
    .tuple(...entries.map(([, value]) => value))
    .map((values) => objectValue(entries.map(([name], index) => [name, values[index] ?? null])));
}

function member(attribute: Attribute, wanted: Wanted): fc.Arbitrary<CtyValue> {
  const { presence } = attribute;
  if (presence === 'computed' && wanted.of === 'config') return fc.constant(null);
  if (attribute.writeOnly && wanted.of === 'state') return fc.constant(null);
  const value = given(attribute, wanted);
  const unknown = wanted.unknowns ? [{ arbitrary: fc.constant<CtyValue>(UNKNOWN), weight: 1 }] : [];
  const absent = presence === 'required' ? [] : [{ arbitrary: fc.constant<CtyValue>(null), weight: 2 }];
  return fc.oneof({ arbitrary: value, weight: 5 }, ...absent, ...unknown);
}

function given(attribute: Attribute, wanted: Wanted): fc.Arbitrary<CtyValue> {
  switch (attribute.type) {
    case 'object':
      return attribute.exactlyOne
        ? members(attribute.attributes, wanted).chain((value) => oneOnly(value, attribute.exactlyOne ?? []))
        : members(attribute.attributes, wanted);
    case 'bool':
      return fc.boolean();
    case 'number':
      return attribute.allowedNumbers
        ? fc.integer({ min: 0, max: 3 })
        : fc.constantFrom<CtyValue>(0, 1, 2, -0.5, ...largeNumbers);
    case 'string':
      return text(attribute);
    case 'map':
      if (attribute.elements !== 'string') return maps(attribute as ObjectsAttribute, wanted);
      return fc
        .dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('', 'x', 'y'), { maxKeys: 2 })
        .map((map) => objectValue(Object.entries(map)));
    default:
      return attribute.elements === 'string'
        ? strings(attribute as StringsAttribute, wanted)
        : objects(attribute as ObjectsAttribute, wanted);
  }
}

/** Of alternatives that exclude each other, at most one stays set. */
function oneOnly(value: ObjectValue, alternatives: readonly string[]): fc.Arbitrary<ObjectValue> {
  return fc.constantFrom(...alternatives).map((kept) => {
    const isUnset = (name: string): boolean => alternatives.includes(name) && name !== kept;
    return objectValue(Object.entries(value).map(([name, each]) => [name, isUnset(name) ? null : each]));
  });
}

/** A few values, some in several representations, so that two random strings often mean the same value. */
function text(attribute: Attribute): fc.Arbitrary<string> {
  const samples = [0, 1].flatMap((n): Json[] => {
    const sample = sampleValue(attribute, n, { object: 0 });
    return Array.isArray(sample) ? (sample as Json[]) : [sample];
  });
  const { enum: listed = [], enumIgnoresCase } = attribute as ScalarAttribute;
  const examples = formatOf(attribute)?.examples.flat() ?? [];
  const cased = enumIgnoresCase ? listed.map((each) => each.toUpperCase()) : [];
  return fc.constantFrom(...listed, ...samples.map(String), ...examples, ...cased, '');
}

function strings(attribute: StringsAttribute, { unknowns }: Wanted): fc.Arbitrary<CtyValue> {
  // Two representations of the same element are refused in validation.
  const selector = (each: CtyValue): string => elementIdentity(attribute, each);
  const known = fc.uniqueArray<CtyValue, string>(text(attribute), { maxLength: 3, selector });
  const elements = unknowns
    ? fc.tuple(known, fc.boolean()).map(([all, more]): CtyValue[] => (more ? [...all, UNKNOWN as CtyValue] : all))
    : known;
  return attribute.type === 'set' ? elements : fc.array(text(attribute), { maxLength: 3 });
}

function objects(attribute: ObjectsAttribute, { unknowns }: Wanted): fc.Arbitrary<CtyValue> {
  const known = members(attribute.elements, { of: 'config', unknowns: false });
  if (attribute.type !== 'set') return fc.array(known, { maxLength: 3 });
  const open = { arbitrary: members(attribute.elements, { of: 'config', unknowns }), weight: 1 };
  const element = unknowns ? fc.oneof({ arbitrary: known, weight: 3 }, open) : known;
  const isNamed = (each: ObjectValue): boolean => isWhollyKnown(each[attribute.idMember ?? ''] ?? null);
  const selector = (each: ObjectValue): unknown => (isNamed(each) ? elementIdentity(attribute, each) : each);
  return fc.uniqueArray<ObjectValue, unknown>(element, { maxLength: 3, selector });
}

/** A map by CIDR with one key per network. */
function maps(attribute: ObjectsAttribute, wanted: Wanted): fc.Arbitrary<CtyValue> {
  const networks = fc.constantFrom('10.0.0.0/8', '192.0.2.1', '192.0.2.1/32', '2001:db8::/32', '2001:DB8::/32');
  const keys = fc.uniqueArray(networks, { maxLength: 3, selector: (key) => canonicalKey(attribute, key) });
  const element = members(attribute.elements, { of: 'config', unknowns: wanted.unknowns });
  const unknown = wanted.unknowns ? [{ arbitrary: fc.constant<CtyValue>(UNKNOWN), weight: 1 }] : [];
  const absent = { arbitrary: fc.constant<CtyValue>(null), weight: 1 };
  const some = fc.oneof({ arbitrary: element, weight: 6 }, absent, ...unknown);
  return fc
    .tuple(keys, fc.array(some, { minLength: 3, maxLength: 3 }))
    .map(([all, elements]) => objectValue(all.map((key, n): [string, CtyValue] => [key, elements[n] ?? null])));
}
