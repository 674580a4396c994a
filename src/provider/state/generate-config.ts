/** The configuration that an object which exists would have been declared with. */
import { semanticallyEqual } from '../../model/canonical';
import type { Attribute, Attributes } from '../../model/kind';
import { isInput } from '../../model/request';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue } from '../../values/cty-value';

/**
 * The shortest configuration whose plan for an object in that state changes nothing: what is required and what differs
 * from its default. What the service chose is left to it, and what is secret or never answered to the user.
 */
export function configFromState(attributes: Attributes, state: ObjectValue): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]) => [name, configuredValue(attribute, state[name] ?? null)]),
  );
}

function configuredValue(attribute: Attribute, value: CtyValue): CtyValue {
  if (!isInput(attribute) || attribute.presence === 'optional-computed' || attribute.sensitive || attribute.writeOnly)
    return null;
  if (value === null || attribute.presence === 'required') return withinObject(attribute, value);
  return semanticallyEqual(attribute, value, attribute.default ?? null) ? null : withinObject(attribute, value);
}

function withinObject(attribute: Attribute, value: CtyValue): CtyValue {
  return attribute.type === 'object' && isObjectValue(value) ? configFromState(attribute.attributes, value) : value;
}
