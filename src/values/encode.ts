import { convertMembers } from './convert';
import type { CtyType } from './cty-type';
import { type CtyValue, isDynamicValue, UNKNOWN } from './cty-value';
import { describeDataType, ValueError, withValueErrors } from './error';
import { encodeMsgpack } from './msgpack';
import { formatNumber, isDecimal, type NumberValue } from './number';

/**
 * Objects must have exactly the attributes of their type: otherwise Terraform rejects the response, and a created
 * object is missing from state. Throws only ValueError.
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
  throw new ValueError(`expected a ${type}, found ${describeDataType(value)}`);
}

/**
 * Encodes numbers as text, and infinity as a float. Terraform reads a number from text with the precision that it has
 * in a stored state, and from an integer with another precision. Numbers of two precisions are a change to it, so a
 * refresh with integers would show changes.
 */
function convertNumber(value: NumberValue): number | string {
  if (Number.isNaN(value)) throw new ValueError('expected a number, found NaN');
  return value === Infinity || value === -Infinity ? value : formatNumber(value);
}
