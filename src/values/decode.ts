import { convertMembers } from './convert';
import { type CtyType, parseType } from './cty-type';
import { type CtyValue, UNKNOWN } from './cty-value';
import { describeDataType, ValueError, withValueErrors } from './error';
import { decodeMsgpack, escapeKey, unescapeKey } from './msgpack';
import { type NumberValue, numberFromBigint, numberFromFloat, parseNumber } from './number';

/** Objects must have exactly the attributes of their type. Throws only ValueError. */
export function decodeValue(type: CtyType, bytes: Uint8Array): CtyValue {
  return withValueErrors(() => convert(type, decodeMsgpack(bytes)));
}

const DECODING = { convert, exact: true, nameToKey: escapeKey, keyToName: unescapeKey };

function convert(type: CtyType, data: unknown): CtyValue {
  if (data === null || data === UNKNOWN) return data;
  if (typeof type === 'string') return convertScalar(type, data);
  return convertMembers(type, data, DECODING);
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
      if (Number.isNaN(data)) throw new ValueError('expected a number, found NaN');
      break;
    }
    case 'dynamic':
      // The JSON of the actual type as bytes, and the value.
      if (Array.isArray(data) && data.length === 2 && data[0] instanceof Uint8Array) {
        const inner = parseType(JSON.parse(Buffer.from(data[0]).toString('utf8')));
        return { type: inner, value: convert(inner, data[1]) };
      }
  }
  throw new ValueError(`expected a ${type}, found ${describeDataType(data)}`);
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
