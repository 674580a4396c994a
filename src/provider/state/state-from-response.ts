import {
  elementIdentity,
  isEmpty,
  isNullObject,
  mayBeConditionalDefault,
  semanticallyEqual,
} from '../../model/canonical';
import { type AttributeValues, attributesFromResponse } from '../../model/from-response';
import type { Attribute, Attributes, ObjectAttribute, ObjectsAttribute } from '../../model/kind';
import { isInput } from '../../model/request';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue, UNKNOWN } from '../../values/cty-value';
import { isJsonObject, type Json, type JsonObject } from '../../values/json';
import { jsonToValue, mapMembers } from './json-values';

/** For `stateAfterRead` and `stateAfterApply`, which decide which of the empty objects are null. */
export function stateValues(attributes: Attributes, response: JsonObject): AttributeValues {
  return attributesFromResponse(attributes, response, 'kept');
}

/**
 * - A value that is semantically equal to the prior one keeps the prior representation.
 * - An attribute that responses omit, or may omit and this one does, or whose prior value is an alias of an id, keeps
 *   the prior value. One that the profile does not have is null.
 * - Any other attribute without a value in the response gets its default, or null.
 * - A conditional default of an unset input is not stored: the next plan would remove it.
 */
export function stateAfterRead(attributes: Attributes, prior: ObjectValue, remote: AttributeValues): ObjectValue {
  return mapMembers(attributes, (attribute, name) => {
    const known: CtyValue = prior[name] ?? null;
    const isUnsetInput = known === null && isInput(attribute);
    if (isUnsetInput && mayBeConditionalDefault(attribute, name, remote)) return null;
    return valueAfterRead(attribute, known, remote[name] ?? null);
  });
}

/** Planned values unchanged, as Terraform requires, and the service's values for unknown ones. */
export function stateAfterApply(attributes: Attributes, planned: ObjectValue, remote: AttributeValues): ObjectValue {
  return mapMembers(attributes, (attribute, name) =>
    valueAfterApply(attribute, planned[name] ?? null, remote[name] ?? null),
  );
}

function valueAfterRead(attribute: Attribute, prior: CtyValue, remote: Json): CtyValue {
  if (attribute.unavailable) return null;
  if (isKept(attribute, prior, remote)) return prior;
  if (attribute.type === 'object') {
    // An object whose members are all empty equals null. It keeps the configured representation.
    if (!isJsonObject(remote) || isAbsent(attribute, prior, remote))
      return prior !== null && semanticallyEqual(attribute, prior, null) ? prior : null;
    return stateAfterRead(
      attribute.attributes,
      isObjectValue(prior) ? prior : objectValue(),
      remote as AttributeValues,
    );
  }
  if (prior !== null && semanticallyEqual(attribute, prior, remote)) return prior;
  if (attribute.type === 'set' && attribute.elements !== 'string' && Array.isArray(remote) && Array.isArray(prior)) {
    return elementsAfterRead(attribute, prior, remote as Json[]);
  }
  return jsonToValue(attribute, remote ?? attribute.default);
}

/**
 * An operator without the feature `bindings` may have a `binding` with nothing but the `ingress_endpoint` that the
 * service chose: it is null if the state has no `binding`, and otherwise a value.
 */
function isAbsent(attribute: ObjectAttribute, prior: CtyValue, remote: JsonObject): boolean {
  if (!isNullObject(attribute, remote)) return false;
  const hasInput = Object.entries(attribute.attributes).some(
    ([name, member]) => isInput(member) && !isEmpty(remote[name]),
  );
  return prior === null || !hasInput;
}

function isKept(attribute: Attribute, prior: CtyValue, remote: Json): boolean {
  if (attribute.omittedFromResponses || isAlias(attribute, prior)) return true;
  return attribute.optionalInResponse === true && remote === null;
}

/** Whether the value names its object by another text than its id (`usr_...`), such as an e-mail address. */
function isAlias(attribute: Attribute, value: CtyValue): boolean {
  return 'acceptsAlias' in attribute && typeof value === 'string' && !/^[a-z]+_[A-Za-z0-9]+$/.test(value);
}

function elementsAfterRead(attribute: ObjectsAttribute, prior: readonly CtyValue[], remote: readonly Json[]): CtyValue {
  const priorByIdentity = new Map(prior.map((element) => [elementIdentity(attribute, element), element]));
  return remote.map((element) => {
    const known = priorByIdentity.get(elementIdentity(attribute, element));
    return stateAfterRead(attribute.elements, isObjectValue(known) ? known : objectValue(), element as AttributeValues);
  });
}

function valueAfterApply(attribute: Attribute, planned: CtyValue, remote: Json): CtyValue {
  if (planned === UNKNOWN) {
    const isNull = attribute.type === 'object' && isJsonObject(remote) && isAbsent(attribute, null, remote);
    return jsonToValue(attribute, isNull ? null : remote);
  }
  if (attribute.type !== 'object' || !isObjectValue(planned)) return planned;
  return stateAfterApply(attribute.attributes, planned, isJsonObject(remote) ? (remote as AttributeValues) : {});
}
