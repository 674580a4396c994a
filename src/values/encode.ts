import { convertMembers } from './convert';
import type { CtyType } from './cty-type';
import { type CtyValue, isDynamicValue, UNKNOWN } from './cty-value';
import { describeType, ValueError, withValueErrors } from './error';
import { encodeMsgpack } from './msgpack';
import { formatNumber, isDecimal, type NumberValue } from './number';

/**
 * Encodes a value as msgpack. Objects must have exactly the attributes of their type: otherwise Terraform rejects the
 * response, and a created object is missing from state. Throws only ValueError, with the path of the problem.
 */
export function encodeValue(type: CtyType, value: CtyValue): Uint8Array {
  return withValueErrors(() => encodeMsgpack(convert(type, value)));
}

const ENCODING = { convert, exact: true, keyToName: (key: string) => key.toWellFormed() };

function convert(type: CtyType, value: unknown): unknown {
  if (value === null || value === UNKNOWN) return value;
  if (typeof type === 'string') return convertScalar(type, value);
  return convertMembers(type, value, ENCODING);
}

function convertScalar(type: 'string' | 'number' | 'bool' | 'dynamic', value: unknown): unknown {
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
  if (text.length > 20 || !/^-?\d+$/.test(text)) return text;
  const integer = BigInt(text);
  if (isInteger32(Number(integer))) return Number(integer);
  return BigInt.asIntN(64, integer) === integer || BigInt.asUintN(64, integer) === integer ? integer : text;
}

/** The library encodes larger numbers as floating point. */
function isInteger32(value: NumberValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= -0x8000_0000 && value <= 0xffff_ffff;
}
