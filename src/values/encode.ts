import type { CtyType } from './cty-type';
import { type CtyValue, isDynamicValue, UNKNOWN } from './cty-value';
import { describeType, expectArray, expectMembers, ValueError, withStep, withValueErrors } from './error';
import { encodeMsgpack } from './msgpack';
import { formatNumber, isDecimal, type NumberValue } from './number';

/**
 * Encodes a value as msgpack. Objects must have exactly the attributes of their type: otherwise Terraform rejects the
 * response, and a created object is missing from state. Throws only ValueError, with the path of the problem.
 */
export function encodeValue(type: CtyType, value: CtyValue): Uint8Array {
  return withValueErrors(() => encodeMsgpack(convert(type, value)));
}

function convert(type: CtyType, value: CtyValue): unknown {
  if (value === null || value === UNKNOWN) return value;
  if (typeof type === 'string') return convertScalar(type, value);
  switch (type[0]) {
    case 'list':
    case 'set': {
      const elementType = type[1];
      return expectArray<CtyValue>(value, `a ${type[0]}`).map((item, index) => convertMember(elementType, item, index));
    }
    case 'map': {
      const elementType = type[1];
      const data = Object.create(null) as Record<string, unknown>;
      for (const [key, item] of Object.entries(expectMembers<Record<string, CtyValue>>(value, 'a map')))
        data[key.toWellFormed()] = convertMember(elementType, item, key);
      return data;
    }
    case 'tuple': {
      const [, types] = type;
      const items = expectArray<CtyValue>(value, 'a tuple');
      if (items.length !== types.length)
        throw new ValueError(`expected ${types.length} elements, found ${items.length}`);
      return types.map((element, index) => convertMember(element, items[index] as CtyValue, index));
    }
    case 'object':
      return convertObject(type[1], expectMembers(value, 'an object'));
  }
}

function convertObject(
  types: Readonly<Record<string, CtyType>>,
  value: Readonly<Record<string, CtyValue>>,
): Record<string, unknown> {
  const data = Object.create(null) as Record<string, unknown>;
  for (const [name, memberType] of Object.entries(types)) {
    if (!Object.hasOwn(value, name) || value[name] === undefined)
      throw new ValueError('this attribute is missing', [name]);
    data[name] = convertMember(memberType, value[name], name);
  }
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(types, name)) throw new ValueError('the type has no attribute of this name', [name]);
  }
  return data;
}

function convertMember(type: CtyType, value: CtyValue, step: string | number): unknown {
  return withStep(step, () => convert(type, value));
}

function convertScalar(type: 'string' | 'number' | 'bool' | 'dynamic', value: CtyValue): unknown {
  switch (type) {
    case 'string':
      // UTF-8 cannot represent a lone surrogate; U+FFFD replaces it.
      if (typeof value === 'string') return value.toWellFormed();
      break;
    case 'bool':
      if (typeof value === 'boolean') return value;
      break;
    case 'number':
      if (typeof value === 'number' || typeof value === 'bigint' || isDecimal(value)) return convertNumber(value);
      break;
    case 'dynamic':
      if (isDynamicValue(value)) return [Buffer.from(JSON.stringify(value.type)), convert(value.type, value.value)];
  }
  throw new ValueError(`expected a ${type}, found ${describeType(value)}`);
}

/** Encodes integers of up to 64 bits as integers and other numbers as strings, which are exact. */
function convertNumber(value: NumberValue): unknown {
  if (Number.isNaN(value)) throw new ValueError('expected a number, found NaN');
  if (value === Infinity || value === -Infinity || isInteger32(value)) return value;
  const text = formatNumber(value);
  if (!/^-?\d+$/.test(text) || text.length > 20) return text;
  const integer = BigInt(text);
  if (isInteger32(Number(integer))) return Number(integer);
  return BigInt.asIntN(64, integer) === integer || BigInt.asUintN(64, integer) === integer ? integer : text;
}

/** The library encodes larger numbers as floating point. */
function isInteger32(value: NumberValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= -0x8000_0000 && value <= 0xffff_ffff;
}
