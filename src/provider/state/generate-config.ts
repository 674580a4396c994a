import { semanticallyEqual } from '../../model/canonical';
import type { Attribute, Attributes } from '../../model/kind';
import { isInput } from '../../model/request';
import { type CtyValue, isObjectValue, type ObjectValue } from '../../values/cty-value';
import { mapMembers } from './json-values';

/**
 * Has required values, and values that differ from their default. Sensitive and write-only values are left out, even if
 * they are required; a plan shows no change once the user has added those that are set. Left out is also what the
 * service may choose, such as `bindings` of a cloud endpoint: the state does not say who chose it.
 */
export function configFromState(attributes: Attributes, state: ObjectValue): ObjectValue {
  return mapMembers(attributes, (attribute, name) => toConfigValue(attribute, state[name] ?? null));
}

function toConfigValue(attribute: Attribute, value: CtyValue): CtyValue {
  if (!isConfigurable(attribute)) return null;
  const isDefault = attribute.presence !== 'required' && semanticallyEqual(attribute, value, attribute.default ?? null);
  if (value !== null && isDefault) return null;
  return attribute.type === 'object' && isObjectValue(value) ? configFromState(attribute.attributes, value) : value;
}

function isConfigurable(attribute: Attribute): boolean {
  const isOptionalComputed = attribute.presence === 'optional-computed';
  return isInput(attribute) && !isOptionalComputed && !attribute.sensitive && !attribute.writeOnly;
}
