/** Values as they stand in a state file, which is JSON, and back. */

import type { CtyType } from './cty-type';
import { type CtyValue, isDynamicValue, isObjectValue, type ObjectValue, objectValue, UNKNOWN } from './cty-value';
import { toValueError, ValueError, within } from './error';
import { isDecimal, type NumberValue, numberFromFloat, numberFromText, numberText } from './number';
import { parseType } from './parse-type';

/** Parsed JSON; what comes from Terraform is parsed by parse-json.ts, which keeps every digit. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonMembers;

/** A parsed JSON object. */
export interface JsonMembers {
  readonly [name: string]: JsonValue | undefined;
}

/**
 * The value of a type in stored state. Attributes that the JSON lacks are null and those that the type lacks are left
 * out, so that state written with an earlier schema conforms to this one; texts, numbers and truth values stand for
 * each other as in Terraform's own reading. Throws ValueError, with the path, where that cannot be done.
 */
export function fromJson(type: CtyType, json: JsonValue | undefined): CtyValue {
  try {
    return read(type, json);
  } catch (error) {
    throw toValueError(error);
  }
}

/**
 * The JSON of a value that is wholly known. Numbers that JSON.parse would not read exactly are written as texts, which
 * {@link fromJson} and Terraform read as numbers. Throws ValueError on an unknown value.
 */
export function toJson(type: CtyType, value: CtyValue): JsonValue {
  try {
    return write(type, value);
  } catch (error) {
    throw toValueError(error);
  }
}

function read(type: CtyType, json: JsonValue | undefined): CtyValue {
  if (json === null || json === undefined) return null;
  if (typeof type === 'string') return readScalar(type, json);
  switch (type[0]) {
    case 'list':
    case 'set': {
      const of = type[1];
      return expectArray(json).map((item, index) => readMember(of, item, index));
    }
    case 'tuple':
      return type[1].map((of, index) => readMember(of, expectArray(json)[index], index));
    case 'map': {
      const of = type[1];
      const entries = Object.entries(expectMembers(json));
      return objectValue(entries.map(([key, item]) => [key, readMember(of, item, key)] as const));
    }
    case 'object': {
      const members = expectMembers(json);
      return objectValue(
        Object.entries(type[1]).map(
          ([name, of]) =>
            [name, readMember(of, Object.hasOwn(members, name) ? members[name] : undefined, name)] as const,
        ),
      );
    }
  }
}

function readMember(type: CtyType, json: JsonValue | undefined, step: string | number): CtyValue {
  try {
    return read(type, json);
  } catch (error) {
    throw within(step, error);
  }
}

function readScalar(type: 'string' | 'number' | 'bool' | 'dynamic', json: JsonValue): CtyValue {
  switch (type) {
    case 'string':
      if (typeof json === 'string') return json;
      if (typeof json === 'number' || typeof json === 'boolean') return String(json);
      break;
    case 'bool':
      if (typeof json === 'boolean') return json;
      if (json === 'true' || json === 'false') return json === 'true';
      break;
    case 'number': {
      const number = readNumber(json);
      if (number !== undefined) return number;
      break;
    }
    case 'dynamic': {
      const { type: of, value } = expectMembers(json);
      if (of === undefined) break;
      return { type: parseType(of), value: read(parseType(of), value) };
    }
  }
  throw new ValueError(`expected a ${type}, found ${describe(json)}`);
}

function readNumber(json: JsonValue): NumberValue | undefined {
  if (typeof json === 'string') return numberFromText(json);
  if (typeof json !== 'number') return undefined;
  // A fraction stands for the decimal it prints as; what JSON.parse would lose digits of comes as a text (parseJson).
  return Number.isInteger(json) ? numberFromFloat(json) : numberFromText(String(json));
}

function write(type: CtyType, value: CtyValue): JsonValue {
  if (value === null) return null;
  if (value === UNKNOWN) throw new ValueError('the value is unknown, which JSON cannot say');
  if (typeof type === 'string') return writeScalar(type, value);
  if (Array.isArray(value) && (type[0] === 'list' || type[0] === 'set' || type[0] === 'tuple'))
    return value.map((item, index) => writeMember(type[0] === 'tuple' ? type[1][index] : type[1], item, index));
  if (isObjectValue(value) && type[0] === 'map') return writeMembers(value, () => type[1]);
  if (isObjectValue(value) && type[0] === 'object') return writeMembers(value, (name) => type[1][name]);
  throw new ValueError(`expected a ${type[0]}, found something else`);
}

function writeMembers(value: ObjectValue, typeOf: (name: string) => CtyType | undefined): JsonMembers {
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, writeMember(typeOf(name), item, name)]));
}

function writeMember(type: CtyType | undefined, value: CtyValue, step: string | number): JsonValue {
  try {
    if (type === undefined) throw new ValueError('the type has no such member');
    return write(type, value);
  } catch (error) {
    throw within(step, error);
  }
}

function writeScalar(type: 'string' | 'number' | 'bool' | 'dynamic', value: CtyValue): JsonValue {
  switch (type) {
    case 'string':
    case 'bool':
      if (typeof value === (type === 'bool' ? 'boolean' : type)) return value as string | boolean;
      break;
    case 'number':
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      if (typeof value === 'bigint' || isDecimal(value)) return numberText(value);
      break;
    case 'dynamic':
      if (isDynamicValue(value)) return { type: value.type, value: write(value.type, value.value) };
  }
  throw new ValueError(`expected a ${type}, found something else`);
}

function expectArray(json: JsonValue): readonly JsonValue[] {
  if (Array.isArray(json)) return json as readonly JsonValue[];
  throw new ValueError(`expected an array, found ${describe(json)}`);
}

function expectMembers(json: JsonValue): JsonMembers {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as JsonMembers;
  throw new ValueError(`expected an object, found ${describe(json)}`);
}

function describe(json: JsonValue): string {
  if (Array.isArray(json)) return 'an array';
  return typeof json === 'object' ? 'an object' : `a ${typeof json}`;
}
