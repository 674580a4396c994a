import { encodeValue } from './encode';
import { parseType } from './parse-type';
import type { Type } from './cty-type';
import { isDynamicValue, objectValue, UNKNOWN, type Value } from './cty-value';

/**
 * The nearest value that has the type: attributes that are missing or unfit become null, surplus ones are left out.
 * For one purpose: an object that exists at the service but was answered malformed must still get into the state.
 */
export function conformValue(type: Type, value: Value | undefined): Value {
  if (value === null || value === undefined || value === UNKNOWN) return value ?? null;
  if (typeof type === 'string') return type === 'dynamic' ? conformDynamic(value) : fitOrNull(type, value);
  switch (type[0]) {
    case 'list':
    case 'set': {
      const of = type[1];
      return Array.isArray(value) ? value.map((item) => conformValue(of, item)) : null;
    }
    case 'tuple':
      return Array.isArray(value) ? type[1].map((of, index) => conformValue(of, value[index])) : null;
    case 'map': {
      const of = type[1];
      return isMembers(value)
        ? objectValue(Object.entries(value).map(([key, item]) => [key, conformValue(of, item)]))
        : null;
    }
    case 'object':
      return isMembers(value)
        ? objectValue(
            Object.entries(type[1]).map(([name, of]) => [
              name,
              conformValue(of, Object.hasOwn(value, name) ? value[name] : null),
            ]),
          )
        : null;
  }
}

function conformDynamic(value: Value): Value {
  if (!isDynamicValue(value)) return null;
  const type = tryParseType(value.type);
  return type === undefined ? null : { type, value: conformValue(type, value.value) };
}

function tryParseType(type: Type): Type | undefined {
  try {
    return parseType(type);
  } catch {
    return undefined;
  }
}

function fitOrNull(type: Type, value: Value): Value {
  try {
    encodeValue(type, value);
    return value;
  } catch {
    return null;
  }
}

function isMembers(value: Value): value is Record<string, Value> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
