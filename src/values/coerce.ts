import { type CtyType, parseType } from './cty-type';
import { type CtyValue, isDynamicValue, objectValue, UNKNOWN } from './cty-value';
import { encodeValue } from './encode';

/**
 * Returns the nearest value of the type: missing or invalid attributes become null, unknown ones are dropped. Only used
 * when the service returns a malformed object: the object exists, so it must be stored in state.
 */
export function coerceValue(type: CtyType, value: CtyValue | undefined): CtyValue {
  if (value === null || value === undefined || value === UNKNOWN) return value ?? null;
  if (typeof type === 'string') return type === 'dynamic' ? coerceDynamic(value) : coerceOrNull(type, value);
  switch (type[0]) {
    case 'list':
    case 'set': {
      const elementType = type[1];
      return Array.isArray(value) ? value.map((item) => coerceValue(elementType, item)) : null;
    }
    case 'tuple':
      return Array.isArray(value) ? type[1].map((element, index) => coerceValue(element, value[index])) : null;
    case 'map': {
      const elementType = type[1];
      return isMembers(value)
        ? objectValue(Object.entries(value).map(([key, item]) => [key, coerceValue(elementType, item)]))
        : null;
    }
    case 'object':
      return isMembers(value)
        ? objectValue(
            Object.entries(type[1]).map(([name, memberType]) => [
              name,
              coerceValue(memberType, Object.hasOwn(value, name) ? value[name] : null),
            ]),
          )
        : null;
  }
}

function coerceDynamic(value: CtyValue): CtyValue {
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
