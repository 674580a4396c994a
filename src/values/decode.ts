import { type CtyType, parseType } from './cty-type';
import { type CtyValue, type ObjectValue, objectValue, UNKNOWN } from './cty-value';
import { describeType, expectArray, expectMembers, ValueError, withStep, withValueErrors } from './error';
import { decodeMsgpack, escapeKey, unescapeKey } from './msgpack';
import { type NumberValue, numberFromBigint, numberFromFloat, parseNumber } from './number';

/**
 * Decodes a value from msgpack. Extensions are unknown values. Objects must have exactly the attributes of their type.
 * Throws only ValueError, with the path of the problem.
 */
export function decodeValue(type: CtyType, bytes: Uint8Array): CtyValue {
  return withValueErrors(() => convert(type, decodeMsgpack(bytes)));
}

function convert(type: CtyType, data: unknown): CtyValue {
  if (data === null || data === UNKNOWN) return data;
  if (typeof type === 'string') return convertScalar(type, data);
  switch (type[0]) {
    case 'list':
    case 'set': {
      const elementType = type[1];
      return expectArray(data, `a ${type[0]}`).map((item, index) => convertMember(elementType, item, index));
    }
    case 'map': {
      const elementType = type[1];
      const entries = Object.entries(expectMembers<Record<string, unknown>>(data, 'a map'));
      return objectValue(
        entries.map(([key, item]) => [unescapeKey(key), convertMember(elementType, item, unescapeKey(key))] as const),
      );
    }
    case 'tuple': {
      const [, types] = type;
      const items = expectArray(data, 'a tuple');
      if (items.length !== types.length)
        throw new ValueError(`expected ${types.length} elements, found ${items.length}`);
      return types.map((element, index) => convertMember(element, items[index], index));
    }
    case 'object':
      return convertObject(type[1], expectMembers(data, 'an object'));
  }
}

function convertObject(types: Readonly<Record<string, CtyType>>, data: Record<string, unknown>): ObjectValue {
  const value = objectValue();
  for (const [name, memberType] of Object.entries(types)) {
    const key = escapeKey(name);
    if (!Object.hasOwn(data, key)) throw new ValueError('this attribute is missing', [name]);
    value[name] = convertMember(memberType, data[key], name);
  }
  for (const key of Object.keys(data)) {
    if (!Object.hasOwn(types, unescapeKey(key)))
      throw new ValueError('the type has no attribute of this name', [unescapeKey(key)]);
  }
  return value;
}

function convertMember(type: CtyType, data: unknown, step: string | number): CtyValue {
  return withStep(step, () => convert(type, data));
}

function convertScalar(type: 'string' | 'number' | 'bool' | 'dynamic', data: unknown): CtyValue {
  switch (type) {
    case 'string':
      if (typeof data === 'string') return data;
      break;
    case 'bool':
      if (typeof data === 'boolean') return data;
      break;
    case 'number': {
      const number = convertNumber(data);
      if (number !== undefined) return number;
      break;
    }
    case 'dynamic':
      if (Array.isArray(data) && data.length === 2 && data[0] instanceof Uint8Array) {
        const inner = parseType(JSON.parse(Buffer.from(data[0]).toString('utf8')));
        return { type: inner, value: convert(inner, data[1]) };
      }
  }
  throw new ValueError(`expected a ${type}, found ${describeType(data)}`);
}

function convertNumber(data: unknown): NumberValue | undefined {
  switch (typeof data) {
    case 'number':
      return numberFromFloat(data);
    case 'bigint':
      return numberFromBigint(data);
    case 'string':
      return parseNumber(data);
    default:
      return undefined;
  }
}
