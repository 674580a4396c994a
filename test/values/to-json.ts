import type { Json, JsonObject } from '../../src/model/json';
import type { CtyType } from '../../src/values/cty-type';
import { type CtyValue, isDynamicValue, isObjectValue, type ObjectValue, UNKNOWN } from '../../src/values/cty-value';
import { ValueError, withStep } from '../../src/values/error';
import { formatNumber, isDecimal } from '../../src/values/number';

/**
 * Returns the JSON of a fully known value. Numbers that JSON.parse would not read exactly are written as strings, which
 * `fromJson` and Terraform accept. Throws ValueError for an unknown value.
 */
export function toJson(type: CtyType, value: CtyValue): Json {
  if (value === null) return null;
  if (value === UNKNOWN) throw new ValueError('the value is unknown, which JSON cannot represent');
  if (typeof type === 'string') return writeScalar(type, value);
  if (Array.isArray(value) && (type[0] === 'list' || type[0] === 'set' || type[0] === 'tuple'))
    return value.map((item, index) => writeMember(type[0] === 'tuple' ? type[1][index] : type[1], item, index));
  if (isObjectValue(value) && type[0] === 'map') return writeMembers(value, () => type[1]);
  if (isObjectValue(value) && type[0] === 'object') return writeMembers(value, (name) => type[1][name]);
  throw new ValueError(`expected a ${type[0]}, found another type`);
}

function writeMembers(value: ObjectValue, typeOf: (name: string) => CtyType | undefined): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, writeMember(typeOf(name), item, name)]));
}

function writeMember(type: CtyType | undefined, value: CtyValue, step: string | number): Json {
  return withStep(step, () => {
    if (type === undefined) throw new ValueError('the type has no such attribute');
    return toJson(type, value);
  });
}

function writeScalar(type: 'string' | 'number' | 'bool' | 'dynamic', value: CtyValue): Json {
  switch (type) {
    case 'string':
    case 'bool':
      if (typeof value === (type === 'bool' ? 'boolean' : type)) return value as string | boolean;
      break;
    case 'number':
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      if (typeof value === 'bigint' || isDecimal(value)) return formatNumber(value);
      break;
    case 'dynamic':
      if (isDynamicValue(value)) return { type: value.type, value: toJson(value.type, value.value) };
  }
  throw new ValueError(`expected a ${type}, found another type`);
}
