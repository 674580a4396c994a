/** The configuration that an object which exists would have been declared with. */
import { equalInMeaning } from '../../model/canonical';
import type { Attribute, Attributes } from '../../model/kind';
import { isInput } from '../../model/request';
import { isObjectValue, type ObjectValue, objectValue, type Value } from '../../values/cty-value';

/**
 * The shortest configuration whose plan for an object in that state changes nothing: what is required and what differs
 * from its default. What the service chose is left to it, and what is secret or never answered to the user.
 */
export function configOfState(attributes: Attributes, state: ObjectValue): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]) => [name, configured(attribute, state[name] ?? null)]),
  );
}

function configured(attribute: Attribute, value: Value): Value {
  if (!isInput(attribute) || attribute.presence === 'chosen' || attribute.sensitive || attribute.writeOnly) return null;
  if (value === null || attribute.presence === 'required') return withinObject(attribute, value);
  return equalInMeaning(attribute, value, attribute.default ?? null) ? null : withinObject(attribute, value);
}

function withinObject(attribute: Attribute, value: Value): Value {
  return attribute.type === 'object' && isObjectValue(value) ? configOfState(attribute.attributes, value) : value;
}
