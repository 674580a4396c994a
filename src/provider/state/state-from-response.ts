/** From an answer of the service to a resource's state. */

import { elementIdentity, semanticallyEqual } from '../../model/canonical';
import type { AttributeValues } from '../../model/from-response';
import { isJsonObject, type Json } from '../../model/json';
import type { Attribute, Attributes, ObjectsAttribute } from '../../model/kind';
import { isInput } from '../../model/request';
import { isServerDefault } from '../../model/server-default';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue, UNKNOWN } from '../../values/cty-value';

/**
 * The state after a read: the service's values, but the prior spelling of those that mean the same, and the prior
 * value of what no answer holds (terraform/rules 4, ReadResource). What the service set by itself is no value of an
 * input that nobody gave: in the state it would be planned to go.
 */
export function stateAfterRead(attributes: Attributes, prior: ObjectValue, live: AttributeValues): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]) => {
      const known: CtyValue = prior[name] ?? null;
      const own = known === null && isInput(attribute) && isServerDefault(attribute, name, live);
      return [name, own ? null : valueAfterRead(attribute, known, live[name] ?? null)];
    }),
  );
}

/**
 * The state after an apply: what was planned, word for word, and the service's values for what was left unknown
 * (terraform/rules 3.5).
 */
export function stateAfterApply(attributes: Attributes, planned: ObjectValue, live: AttributeValues): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      valueAfterApply(attribute, planned[name] ?? null, live[name] ?? null),
    ]),
  );
}

/** A JSON value of the attribute as a Terraform value with every member present. */
export function jsonToValue(attribute: Attribute, json: Json | undefined): CtyValue {
  if (json === null || json === undefined) return null;
  switch (attribute.type) {
    case 'object':
      return isJsonObject(json) ? jsonToMembers(attribute.attributes, json) : null;
    case 'map': {
      const of = attribute.elements;
      if (!isJsonObject(json)) return null;
      return objectValue(
        Object.entries(json).map(([key, item]) => [
          key,
          of === 'string' ? (item as CtyValue) : isJsonObject(item) ? jsonToMembers(of, item) : null,
        ]),
      );
    }
    case 'set':
    case 'list': {
      const of = attribute.elements;
      if (!Array.isArray(json)) return null;
      return (json as Json[]).map((item) =>
        of === 'string' ? (item as CtyValue) : jsonToMembers(of, isJsonObject(item) ? item : {}),
      );
    }
    default:
      return json as CtyValue;
  }
}

function jsonToMembers(attributes: Attributes, json: { readonly [name: string]: Json | undefined }): ObjectValue {
  return objectValue(Object.entries(attributes).map(([name, attribute]) => [name, jsonToValue(attribute, json[name])]));
}

function valueAfterRead(attribute: Attribute, prior: CtyValue, live: Json): CtyValue {
  if (attribute.readback || (attribute.optionalInResponse && live === null)) return prior;
  if (attribute.type === 'object') {
    // An object of nothing but empty members means the same as none, and stays as the user wrote it.
    if (!isJsonObject(live)) return prior !== null && semanticallyEqual(attribute, prior, null) ? prior : null;
    return stateAfterRead(attribute.attributes, isObjectValue(prior) ? prior : objectValue(), live as AttributeValues);
  }
  if (prior !== null && semanticallyEqual(attribute, prior, live)) return prior;
  if (attribute.type === 'set' && attribute.elements !== 'string' && Array.isArray(live) && Array.isArray(prior)) {
    return refreshedElements(attribute, prior, live as Json[]);
  }
  return jsonToValue(attribute, live ?? attribute.default);
}

function refreshedElements(attribute: ObjectsAttribute, prior: readonly CtyValue[], live: readonly Json[]): CtyValue {
  const before = new Map(prior.map((element) => [elementIdentity(attribute, element), element]));
  return live.map((element) => {
    const old = before.get(elementIdentity(attribute, element));
    return stateAfterRead(attribute.elements, isObjectValue(old) ? old : objectValue(), element as AttributeValues);
  });
}

function valueAfterApply(attribute: Attribute, planned: CtyValue, live: Json): CtyValue {
  if (planned === UNKNOWN) return jsonToValue(attribute, live);
  if (attribute.type !== 'object' || !isObjectValue(planned)) return planned;
  return stateAfterApply(attribute.attributes, planned, isJsonObject(live) ? (live as AttributeValues) : {});
}
