import { convertMembers } from './convert';
import { type CtyType, parseType } from './cty-type';
import { type CtyValue, isDynamicValue, UNKNOWN } from './cty-value';
import { encodeValue } from './encode';

/**
 * Returns the nearest value of the type: a part that is missing or has the wrong type becomes null, and an attribute
 * that the type does not have is dropped. UNKNOWN stays. A tuple gets the length of its type.
 */
export function coerceValue(type: CtyType, value: unknown): CtyValue {
  if (value === null || value === undefined || value === UNKNOWN) return value ?? null;
  try {
    if (typeof type !== 'string') return convertMembers(type, value, { convert: coerceValue, exact: false });
    if (type !== 'dynamic' || !isDynamicValue(value)) return requireValue(type, value as CtyValue);
    const actualType = parseType(value.type);
    return { type: actualType, value: coerceValue(actualType, value.value) };
  } catch {
    return null;
  }
}

function requireValue(type: CtyType, value: CtyValue): CtyValue {
  encodeValue(type, value);
  return value;
}
