import type { CtyType } from './cty-type';
import { errorAt, expectArray, expectMembers, ValueError, withStep } from './error';

interface Conversion<Converted> {
  readonly convert: (type: CtyType, member: unknown) => Converted;
  /** Whether a missing or additional member is an error. If not, it is undefined for `convert`, or is dropped. */
  readonly exact: boolean;
  /** A name as the data has it, escaped. Default: the name. */
  readonly nameToKey?: (name: string) => string;
  /** The name of a key of the data, also of a map. The inverse of `nameToKey`, if there is one. */
  readonly keyToName?: (key: string) => string;
}

const unchanged = (name: string): string => name;

/** Converts the members of a collection, tuple or object. Throws ValueError for data of another type. */
export function convertMembers<Converted>(
  type: Exclude<CtyType, string>,
  data: unknown,
  conversion: Conversion<Converted>,
): Converted[] | Record<string, Converted> {
  const { convert, exact, keyToName = unchanged } = conversion;
  switch (type[0]) {
    case 'list':
    case 'set': {
      const elementType = type[1];
      return expectArray(data, `a ${type[0]}`).map((item, index) => withStep(index, () => convert(elementType, item)));
    }
    case 'map': {
      const elementType = type[1];
      const members = Object.entries(expectMembers(data, 'a map'));
      const converted = Object.create(null) as Record<string, Converted>;
      let step = '';
      try {
        for (const [key, item] of members) {
          step = keyToName(key);
          converted[step] = convert(elementType, item);
        }
      } catch (error) {
        throw errorAt(step, error);
      }
      return converted;
    }
    case 'tuple': {
      const [, types] = type;
      const items = expectArray(data, 'a tuple');
      if (exact && items.length !== types.length)
        throw new ValueError(`expected ${types.length} elements, found ${items.length}`);
      return types.map((element, index) => withStep(index, () => convert(element, items[index])));
    }
    case 'object':
      return convertObject(type[1], expectMembers(data, 'an object'), conversion);
  }
}

function convertObject<Converted>(
  types: Readonly<Record<string, CtyType>>,
  data: Readonly<Record<string, unknown>>,
  { convert, exact, nameToKey = unchanged, keyToName = unchanged }: Conversion<Converted>,
): Record<string, Converted> {
  const converted = Object.create(null) as Record<string, Converted>;
  let step = '';
  try {
    for (const name of Object.keys(types)) {
      step = name;
      const key = nameToKey(name);
      const member = Object.hasOwn(data, key) ? data[key] : undefined;
      if (exact && member === undefined) throw new ValueError('this attribute is missing');
      converted[name] = convert(types[name] as CtyType, member);
    }
  } catch (error) {
    throw errorAt(step, error);
  }
  const other = exact ? Object.keys(data).find((key) => !Object.hasOwn(types, keyToName(key))) : undefined;
  if (other !== undefined) throw new ValueError('the type has no attribute of this name', [keyToName(other)]);
  return converted;
}
