import type { CtyType } from './cty-type';
import { type CtyValue, isDynamicValue, UNKNOWN } from './cty-value';
import { toValueError, ValueError, within } from './error';
import { encodeMsgpack } from './msgpack';
import { isDecimal, type NumberValue, numberText } from './number';

/**
 * Writes a value in Terraform's msgpack form (terraform/rules 2.6). Objects must have exactly the attributes of their
 * type: a missing or surplus one loses the object of a create. Throws only ValueError, with the path of what is wrong.
 */
export function encodeValue(type: CtyType, value: CtyValue): Uint8Array {
  try {
    return encodeMsgpack(convert(type, value));
  } catch (error) {
    throw toValueError(error);
  }
}

function convert(type: CtyType, value: CtyValue): unknown {
  if (value === null || value === UNKNOWN) return value;
  if (typeof type === 'string') return convertScalar(type, value);
  switch (type[0]) {
    case 'list':
    case 'set': {
      const of = type[1];
      return expectArray(value, type[0]).map((item, index) => convertMember(of, item, index));
    }
    case 'map': {
      const of = type[1];
      const data = Object.create(null) as Record<string, unknown>;
      for (const [key, item] of Object.entries(expectObject(value, 'map')))
        data[key.toWellFormed()] = convertMember(of, item, key);
      return data;
    }
    case 'tuple': {
      const [, types] = type;
      const items = expectArray(value, 'tuple');
      if (items.length !== types.length)
        throw new ValueError(`expected ${types.length} elements, found ${items.length}`);
      return types.map((of, index) => convertMember(of, items[index] as CtyValue, index));
    }
    case 'object':
      return convertObject(type[1], expectObject(value, 'object'));
  }
}

function convertObject(
  types: Readonly<Record<string, CtyType>>,
  value: Readonly<Record<string, CtyValue>>,
): Record<string, unknown> {
  const data = Object.create(null) as Record<string, unknown>;
  for (const [name, of] of Object.entries(types)) {
    if (!Object.hasOwn(value, name) || value[name] === undefined)
      throw new ValueError('this attribute is missing', [name]);
    data[name] = convertMember(of, value[name], name);
  }
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(types, name)) throw new ValueError('the type has no attribute of this name', [name]);
  }
  return data;
}

function convertMember(type: CtyType, value: CtyValue, step: string | number): unknown {
  try {
    return convert(type, value);
  } catch (error) {
    throw within(step, error);
  }
}

function convertScalar(type: 'string' | 'number' | 'bool' | 'dynamic', value: CtyValue): unknown {
  switch (type) {
    case 'string':
      // A lone surrogate has no UTF-8; U+FFFD takes its place, as in everything that leaves JavaScript.
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
  throw new ValueError(`expected a ${type}, found ${describe(value)}`);
}

/** Integers as integers as long as 64 bits hold them; anything else as text, which alone is exact. */
function convertNumber(value: NumberValue): unknown {
  if (Number.isNaN(value)) throw new ValueError('expected a number, found NaN');
  if (value === Infinity || value === -Infinity || isInteger32(value)) return value;
  const text = numberText(value);
  if (!/^-?\d+$/.test(text) || text.length > 20) return text;
  const integer = BigInt(text);
  if (isInteger32(Number(integer))) return Number(integer);
  return BigInt.asIntN(64, integer) === integer || BigInt.asUintN(64, integer) === integer ? integer : text;
}

/** The library writes larger numbers as floating point. */
function isInteger32(value: NumberValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= -0x8000_0000 && value <= 0xffff_ffff;
}

function expectArray(value: CtyValue, expected: string): CtyValue[] {
  if (Array.isArray(value)) return value;
  throw new ValueError(`expected a ${expected}, found ${describe(value)}`);
}

function expectObject(value: CtyValue, expected: string): Readonly<Record<string, CtyValue>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, CtyValue>>;
  throw new ValueError(`expected ${expected === 'object' ? 'an' : 'a'} ${expected}, found ${describe(value)}`);
}

/** The kind of value, never the value itself: it may be a secret. */
function describe(value: CtyValue): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
