import { isJsonObject, type Json } from '../values/json';
import { type Attribute, type Attributes, membersOf } from './kind';
import { isSensitive } from './marks';
import { isInput } from './request';

/**
 * The part of a value that can be configured: without computed members, null ones, and those that `isKept` refuses; null
 * if it refuses the attribute itself. Whether the attribute itself is computed is not checked.
 */
export function pickInputs(attribute: Attribute, value: Json, isKept = (_: Attribute): boolean => true): Json {
  if (value === null || !isKept(attribute)) return null;
  const members = membersOf(attribute);
  const pick = (item: Json): Json => pickAttributes(members, item, isKept);
  if (attribute.type === 'object') return pick(value);
  if (Object.keys(members).length === 0) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(pick);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item = null]) => [key, pick(item)]));
}

export function pickAttributes(attributes: Attributes, value: Json, isKept = (_: Attribute): boolean => true): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, attribute]) => isInput(attribute))
      .map(([name, attribute]) => [name, pickInputs(attribute, value[name] ?? null, isKept)] as const)
      .filter(([, member]) => member !== null),
  );
}

/** Whether responses, or the provider alone (`providerOnly`), have the value, and it may be shown. */
export function isComparable(attribute: Attribute): boolean {
  const isReturned = attribute.omittedFromResponses === undefined || attribute.providerOnly === true;
  return isReturned && !isSensitive(attribute);
}
