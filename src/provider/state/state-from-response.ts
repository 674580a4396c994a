/** From an answer of the service to a resource's state. */

import type { AttributeValues } from '../../model/from-response';
import { isByItself } from '../../model/server-default';
import { elementKey, equalInMeaning } from '../../model/canonical';
import { isJsonObject, type Json } from '../../model/json';
import type { Attribute, Attributes, ObjectsAttribute } from '../../model/kind';
import { isInput } from '../../model/request';
import { isObjectValue, type ObjectValue, objectValue, UNKNOWN, type Value } from '../../values/cty-value';

/**
 * The state after a read: the service's values, but the prior spelling of those that mean the same, and the prior
 * value of what no answer holds (terraform/rules 4, ReadResource). What the service set by itself is no value of an
 * input that nobody gave: in the state it would be planned to go.
 */
export function refreshedState(attributes: Attributes, prior: ObjectValue, live: AttributeValues): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]) => {
      const known: Value = prior[name] ?? null;
      const own = known === null && isInput(attribute) && isByItself(attribute, name, live);
      return [name, own ? null : refreshed(attribute, known, live[name] ?? null)];
    }),
  );
}

/**
 * The state after an apply: what was planned, word for word, and the service's values for what was left unknown
 * (terraform/rules 3.5).
 */
export function appliedState(attributes: Attributes, planned: ObjectValue, live: AttributeValues): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      applied(attribute, planned[name] ?? null, live[name] ?? null),
    ]),
  );
}

/** A JSON value of the attribute as a Terraform value with every member present. */
export function valueOfJson(attribute: Attribute, json: Json | undefined): Value {
  if (json === null || json === undefined) return null;
  switch (attribute.type) {
    case 'object':
      return isJsonObject(json) ? membersOfJson(attribute.attributes, json) : null;
    case 'map': {
      const of = attribute.of;
      if (!isJsonObject(json)) return null;
      return objectValue(
        Object.entries(json).map(([key, item]) => [
          key,
          of === 'string' ? (item as Value) : isJsonObject(item) ? membersOfJson(of, item) : null,
        ]),
      );
    }
    case 'set':
    case 'list': {
      const of = attribute.of;
      if (!Array.isArray(json)) return null;
      return (json as Json[]).map((item) =>
        of === 'string' ? (item as Value) : membersOfJson(of, isJsonObject(item) ? item : {}),
      );
    }
    default:
      return json as Value;
  }
}

function membersOfJson(attributes: Attributes, json: { readonly [name: string]: Json | undefined }): ObjectValue {
  return objectValue(Object.entries(attributes).map(([name, attribute]) => [name, valueOfJson(attribute, json[name])]));
}

function refreshed(attribute: Attribute, prior: Value, live: Json): Value {
  if (attribute.unreadable || (attribute.mayBeUnanswered && live === null)) return prior;
  if (attribute.type === 'object') {
    // An object of nothing but empty members means the same as none, and stays as the user wrote it.
    if (!isJsonObject(live)) return prior !== null && equalInMeaning(attribute, prior, null) ? prior : null;
    return refreshedState(attribute.attributes, isObjectValue(prior) ? prior : objectValue(), live as AttributeValues);
  }
  if (prior !== null && equalInMeaning(attribute, prior, live)) return prior;
  if (attribute.type === 'set' && attribute.of !== 'string' && Array.isArray(live) && Array.isArray(prior)) {
    return refreshedElements(attribute, prior, live as Json[]);
  }
  return valueOfJson(attribute, live ?? attribute.default);
}

function refreshedElements(attribute: ObjectsAttribute, prior: readonly Value[], live: readonly Json[]): Value {
  const before = new Map(prior.map((element) => [elementKey(attribute, element), element]));
  return live.map((element) => {
    const old = before.get(elementKey(attribute, element));
    return refreshedState(attribute.of, isObjectValue(old) ? old : objectValue(), element as AttributeValues);
  });
}

function applied(attribute: Attribute, planned: Value, live: Json): Value {
  if (planned === UNKNOWN) return valueOfJson(attribute, live);
  if (attribute.type !== 'object' || !isObjectValue(planned)) return planned;
  return appliedState(attribute.attributes, planned, isJsonObject(live) ? (live as AttributeValues) : {});
}
