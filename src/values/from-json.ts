/** Values in the JSON of a state file, or of a message of the plugin protocol. */

import { convertMembers } from './convert';
import { type CtyType, parseType } from './cty-type';
import type { CtyValue } from './cty-value';
import { describeDataType, expectMembers, ValueError, withValueErrors } from './error';
import type { Json } from './json';
import { formatNumber, type NumberValue, numberFromFloat, parseNumber } from './number';

/**
 * Missing attributes are null, and attributes that the type does not have are dropped, so that state of an earlier
 * schema version is accepted. As in Terraform, a string becomes a number or boolean (`"1"` -> 1 or true), and these a
 * string (`true` -> `"true"`); but 1 is no boolean and `true` no number. Throws ValueError.
 */
export function fromJson(type: CtyType, json: Json | undefined): CtyValue {
  return withValueErrors(() => read(type, json));
}

function read(type: CtyType, json: unknown): CtyValue {
  if (json === null || json === undefined) return null;
  if (typeof type === 'string') return readScalar(type, json);
  return convertMembers(type, json, { convert: read, exact: false });
}

function readScalar(type: 'string' | 'number' | 'bool' | 'dynamic', json: unknown): CtyValue {
  switch (type) {
    case 'string':
      if (typeof json === 'string') return json;
      if (typeof json === 'number') return formatNumber(json);
      if (typeof json === 'boolean') return String(json);
      break;
    case 'bool': {
      const boolean = readBoolean(json);
      if (boolean !== undefined) return boolean;
      break;
    }
    case 'number': {
      const number = readNumber(json);
      if (number !== undefined) return number;
      break;
    }
    case 'dynamic': {
      const { type: inner, value } = expectMembers(json, 'an object');
      if (inner === undefined) break;
      return { type: parseType(inner), value: read(parseType(inner), value) };
    }
  }
  throw new ValueError(`expected a ${type}, found ${describeDataType(json)}`);
}

function readBoolean(json: unknown): boolean | undefined {
  if (json === true || json === 'true' || json === '1') return true;
  return json === false || json === 'false' || json === '0' ? false : undefined;
}

function readNumber(json: unknown): NumberValue | undefined {
  if (typeof json === 'string') return parseNumber(json);
  if (typeof json !== 'number') return undefined;
  // A float with a fraction becomes the decimal that JavaScript prints for it. If {@link parseJson} read the JSON, the
  // numbers that this would change are strings.
  return Number.isInteger(json) ? numberFromFloat(json) : parseNumber(String(json));
}

/**
 * JSON.parse without loss: an integer beyond 2^53, or a fraction that JavaScript would print as another one, becomes
 * its decimal string, which {@link fromJson} reads as a number: 0.1 stays, 0.10000000000000000001 becomes a string.
 * Throws the SyntaxError of JSON.parse, whose message may quote the input.
 */
export function parseJson(text: string): Json {
  const parsed = JSON.parse(text) as Json;
  if (!MAY_HAVE_NUMBER.test(text)) return parsed;
  // JSON.parse accepted the input, so the expression below matches exactly its strings and numbers.
  const exact = text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : exactToken(token)));
  return exact === text ? parsed : (JSON.parse(exact) as Json);
}

/**
 * A number follows a colon, a comma or a bracket, or starts the text. The text of a string may match, too: `"a, 1"`.
 */
const MAY_HAVE_NUMBER = /(?:^|"\s*:|[[,])\s*-?\d/;

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function exactToken(token: string): string {
  const number = parseNumber(token);
  if (typeof number === 'number') return token;
  // JSON.parse would make `1e2000000000` infinity. It becomes a string, which {@link fromJson} does not read as a
  // number either. Terraform's range ends earlier: `1e700000000` is beyond it, and is read here.
  return JSON.stringify(number === undefined ? token : formatNumber(number));
}
