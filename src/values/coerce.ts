import type { CtyType } from './cty-type';
import { type CtyValue, isDynamicValue, objectValue, UNKNOWN } from './cty-value';
import { encodeValue } from './encode';
import { parseType } from './parse-type';

/**
 * The nearest value that has the type: attributes that are missing or unfit become null, surplus ones are left out.
 * For one purpose: an object that exists at the service but was answered malformed must still get into the state.
 */
export function coerceValue(type: CtyType, value: CtyValue | undefined): CtyValue {
  if (value === null || value === undefined || value === UNKNOWN) return value ?? null;
  if (typeof type === 'string') return type === 'dynamic' ? conformDynamic(value) : coerceOrNull(type, value);
  switch (type[0]) {
    case 'list':
    case 'set': {
      const of = type[1];
      return Array.isArray(value) ? value.map((item) => coerceValue(of, item)) : null;
    }
    case 'tuple':
      return Array.isArray(value) ? type[1].map((of, index) => coerceValue(of, value[index])) : null;
    case 'map': {
      const of = type[1];
      return isMembers(value)
        ? objectValue(Object.entries(value).map(([key, item]) => [key, coerceValue(of, item)]))
        : null;
    }
    case 'object':
      return isMembers(value)
        ? objectValue(
            Object.entries(type[1]).map(([name, of]) => [
              name,
              coerceValue(of, Object.hasOwn(value, name) ? value[name] : null),
            ]),
          )
        : null;
  }
}

function conformDynamic(value: CtyValue): CtyValue {
  if (!isDynamicValue(value)) return null;
  const type = tryParseType(value.type);
  return type === undefined ? null : { type, value: coerceValue(type, value.value) };
}

function tryParseType(type: CtyType): CtyType | undefined {
  try {
    return parseType(type);
  } catch {
    return undefined;
  }
}

function coerceOrNull(type: CtyType, value: CtyValue): CtyValue {
  try {
    encodeValue(type, value);
    return value;
  } catch {
    return null;
  }
}

function isMembers(value: CtyValue): value is Record<string, CtyValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
