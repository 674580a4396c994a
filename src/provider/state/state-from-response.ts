/** From a response of the service to a resource's state. */
import { elementIdentity, isServerDefault, semanticallyEqual } from '../../model/canonical';
import type { AttributeValues } from '../../model/from-response';
import { isJsonObject, type Json } from '../../model/json';
import type { Attribute, Attributes, ObjectsAttribute } from '../../model/kind';
import { isInput } from '../../model/request';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue, UNKNOWN } from '../../values/cty-value';
import { jsonToValue } from './json-values';

/**
 * The state after a read. Semantically equal values keep the prior representation, and values that the service does not
 * return keep the prior value. Server defaults for unset inputs are not stored: the next plan would remove them.
 */
export function stateAfterRead(attributes: Attributes, prior: ObjectValue, live: AttributeValues): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]) => {
      const known: CtyValue = prior[name] ?? null;
      const isUnsetInput = known === null && isInput(attribute);
      if (isUnsetInput && isServerDefault(attribute, name, live)) return [name, null];
      return [name, valueAfterRead(attribute, known, live[name] ?? null)];
    }),
  );
}

/** The state after an apply: planned values unchanged, as Terraform requires, and the service's for unknown ones. */
export function stateAfterApply(attributes: Attributes, planned: ObjectValue, live: AttributeValues): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      valueAfterApply(attribute, planned[name] ?? null, live[name] ?? null),
    ]),
  );
}

function valueAfterRead(attribute: Attribute, prior: CtyValue, live: Json): CtyValue {
  if (attribute.readback || (attribute.optionalInResponse && live === null)) return prior;
  if (attribute.type === 'object') {
    // An object whose members are all empty equals null. It keeps the configured representation.
    if (!isJsonObject(live)) return prior !== null && semanticallyEqual(attribute, prior, null) ? prior : null;
    return stateAfterRead(attribute.attributes, isObjectValue(prior) ? prior : objectValue(), live as AttributeValues);
  }
  if (prior !== null && semanticallyEqual(attribute, prior, live)) return prior;
  if (attribute.type === 'set' && attribute.elements !== 'string' && Array.isArray(live) && Array.isArray(prior)) {
    return elementsAfterRead(attribute, prior, live as Json[]);
  }
  return jsonToValue(attribute, live ?? attribute.default);
}

function elementsAfterRead(attribute: ObjectsAttribute, prior: readonly CtyValue[], live: readonly Json[]): CtyValue {
  const priorByIdentity = new Map(prior.map((element) => [elementIdentity(attribute, element), element]));
  return live.map((element) => {
    const known = priorByIdentity.get(elementIdentity(attribute, element));
    return stateAfterRead(attribute.elements, isObjectValue(known) ? known : objectValue(), element as AttributeValues);
  });
}

function valueAfterApply(attribute: Attribute, planned: CtyValue, live: Json): CtyValue {
  if (planned === UNKNOWN) return jsonToValue(attribute, live);
  if (attribute.type !== 'object' || !isObjectValue(planned)) return planned;
  return stateAfterApply(attribute.attributes, planned, isJsonObject(live) ? (live as AttributeValues) : {});
}
