/**
 * - A configured value is planned as configured. If it is semantically equal to the prior value, the prior value is
 *   planned, so the representation does not change. Of a write-only or unavailable attribute null is planned.
 * - An attribute that is not configured has its default. Without a default it is null, unless the service may choose
 *   it: then it keeps its prior value, and is unknown if the object that contains it is new.
 * - A computed value keeps its prior value, unless the planned change may affect it, or the object that contains it is
 *   new. Then it is unknown.
 *
 * The elements of a set, list or map are planned whole: a default, a computed value or `requiresReplace` in them would
 * have no effect. test/model/kinds.test.ts checks that no kind has one there, and that `within-update` is at the top
 * level only; what the provider adds to a kind has neither.
 */
import { semanticallyEqual } from '../../model/canonical';
import { schemeOfUrl } from '../../model/formats/endpoint-url';
import type { Attribute, Attributes, ObjectAttribute } from '../../model/kind';
import { isInput } from '../../model/request';
import {
  type CtyValue,
  isObjectValue,
  isSameValue,
  isWhollyKnown,
  type ObjectValue,
  UNKNOWN,
} from '../../values/cty-value';
import type { AttributePath } from '../protocol/diagnostic';
import { jsonToValue, mapMembers } from './json-values';
import { preserveEquivalentElements } from './semantic-equality';

export interface PlannedValues {
  readonly planned: ObjectValue;
  /** Attributes whose change requires a replacement; empty on create. */
  readonly requiresReplace: readonly AttributePath[];
}

export interface PlanContext {
  /** Imported or moved, and not updated since: the prior null of an attribute that no read returns says nothing. */
  readonly imported: boolean;
}

/** `prior` is null on create. */
export function planValues(
  attributes: Attributes,
  config: ObjectValue,
  prior: ObjectValue | null,
  context: PlanContext = { imported: false },
): PlannedValues {
  const planned = planMembers(attributes, config, prior);
  if (prior === null) return { planned, requiresReplace: [] };
  if (isSameValue(planned, prior)) return { planned: prior, requiresReplace: [] };
  const changes = changedPaths(attributes, planned, prior);
  const isCreatedAgain = changes.some((path) => attributes[path]?.requiresReplace === 'within-update');
  return {
    planned: changes.length === 0 ? planned : markComputedUnknown(attributes, planned, changes, isCreatedAgain),
    requiresReplace: replacePaths(attributes, planned, prior, [], context),
  };
}

/**
 * Whether a proposed state that is the prior state is always the plan too. An attribute with a default prevents it:
 * when it is not configured, Terraform proposes the prior value, and the plan is the default. One that the profile does
 * not have prevents it, because its plan is null. A value that the service may choose prevents it by choice: nothing was
 * gained by proving it for the few kinds that have one.
 */
export function keepsProposed(attributes: Attributes): boolean {
  return Object.values(attributes).every((attribute) => {
    if (attribute.unavailable || attribute.default !== undefined) return false;
    if (attribute.presence === 'optional-computed') return false;
    if (attribute.type === 'object') return keepsProposed(attribute.attributes);
    return !('elements' in attribute) || attribute.elements === 'string' || keepsProposed(attribute.elements);
  });
}

function planMembers(attributes: Attributes, config: ObjectValue, prior: ObjectValue | null): ObjectValue {
  return mapMembers(attributes, (attribute, name) =>
    planAttribute(attribute, config[name] ?? null, prior && (prior[name] ?? null), prior !== null),
  );
}

/** `priorExists` tells a new object from one that exists without this value. */
function planAttribute(attribute: Attribute, config: CtyValue, prior: CtyValue, priorExists: boolean): CtyValue {
  if (attribute.unavailable) return null;
  if (attribute.presence === 'computed') return priorExists ? prior : UNKNOWN;
  if (attribute.writeOnly) return null;
  if (config === UNKNOWN) return UNKNOWN;
  if (config === null) return planUnset(attribute, prior, priorExists);
  if (attribute.type === 'object') {
    if (!isObjectValue(config)) return config;
    return planMembers(attribute.attributes, config, isObjectValue(prior) ? prior : null);
  }
  if (prior === null) return config;
  // Mostly true, and much faster than a semantic comparison of a large map.
  if (isSameValue(config, prior)) return prior;
  if (isWhollyKnown(config) && semanticallyEqual(attribute, config, prior)) return prior;
  return attribute.type === 'set' && attribute.elements !== 'string'
    ? preserveEquivalentElements(attribute, config, prior)
    : config;
}

function planUnset(attribute: Attribute, prior: CtyValue, priorExists: boolean): CtyValue {
  if (attribute.presence === 'optional-computed') return priorExists ? prior : UNKNOWN;
  if (attribute.default === undefined) return null;
  const value = jsonToValue(attribute, attribute.default);
  return prior !== null && semanticallyEqual(attribute, value, prior) ? prior : value;
}

function hasChanged(attribute: Attribute, planned: CtyValue, prior: CtyValue): boolean {
  if (!isWhollyKnown(planned)) return true;
  // A value that cannot be read is not cleared when it is removed from the configuration.
  if (attribute.omittedFromResponses && planned === null) return false;
  return !semanticallyEqual(attribute, planned, prior);
}

/** Dotted paths of the inputs that change or may change. */
function changedPaths(
  attributes: Attributes,
  planned: ObjectValue,
  prior: ObjectValue | null,
  parentPath = '',
): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    if (!isInput(attribute)) return [];
    const [plannedValue, priorValue]: [CtyValue, CtyValue] = [planned[name] ?? null, prior?.[name] ?? null];
    const path = parentPath + name;
    if (attribute.type === 'object' && isObjectValue(plannedValue)) {
      const priorObject = isObjectValue(priorValue) ? priorValue : null;
      const members = changedPaths(attribute.attributes, plannedValue, priorObject, `${path}.`);
      return priorValue === null ? [path, ...members] : members;
    }
    // In a new nested object, a value that the service chooses is not a change of its own.
    if (plannedValue === UNKNOWN && attribute.presence === 'optional-computed' && prior === null) return [];
    return hasChanged(attribute, plannedValue, priorValue) ? [path] : [];
  });
}

/** `all`: the update creates the object again, so the service computes every computed value anew. */
function markComputedUnknown(
  attributes: Attributes,
  planned: ObjectValue,
  changes: readonly string[],
  all: boolean,
): ObjectValue {
  return mapMembers(attributes, (attribute, name) => {
    const value: CtyValue = planned[name] ?? null;
    if (attribute.presence === 'computed' && all) return UNKNOWN;
    if (recomputedByUpdate(attribute, changes)) return UNKNOWN;
    if (attribute.type !== 'object' || !isObjectValue(value)) return value;
    return markComputedUnknown(attribute.attributes, value, changes, all);
  });
}

function recomputedByUpdate({ presence, recomputedWhen }: Attribute, changes: readonly string[]): boolean {
  if (presence !== 'computed' || recomputedWhen === undefined) return false;
  if (recomputedWhen === true) return true;
  return recomputedWhen.some((path) =>
    changes.some((change) => change === path || path.startsWith(`${change}.`) || change.startsWith(`${path}.`)),
  );
}

function replacePaths(
  attributes: Attributes,
  planned: ObjectValue | null,
  prior: ObjectValue | null,
  parentPath: AttributePath,
  context: PlanContext,
): AttributePath[] {
  return Object.entries(attributes).flatMap(([name, attribute]): AttributePath[] => {
    if (!isInput(attribute)) return [];
    const [plannedValue, priorValue]: [CtyValue, CtyValue] = [planned?.[name] ?? null, prior?.[name] ?? null];
    const path = [...parentPath, name];
    const mayChangePresence = plannedValue === UNKNOWN || (plannedValue === null) !== (priorValue === null);
    if (attribute.requiresReplace === 'if-presence-changes' && mayChangePresence) return [path];
    if (attribute.requiresReplace === 'if-scheme-changes' && hasOtherScheme(plannedValue, priorValue)) return [path];
    if (
      attribute.requiresReplace === 'always' &&
      !isNotReadable(attribute, priorValue, context) &&
      hasChanged(attribute, plannedValue, priorValue)
    )
      return [path];
    return attribute.type === 'object' ? replacePathsWithin(attribute, plannedValue, priorValue, path, context) : [];
  });
}

/** An unknown URL is assumed to keep its scheme, because a replacement interrupts the traffic. */
function hasOtherScheme(planned: CtyValue, prior: CtyValue): boolean {
  const schemes = [planned, prior].map((url) => (typeof url === 'string' ? schemeOfUrl(url) : undefined));
  return !schemes.includes(undefined) && schemes[0] !== schemes[1];
}

/** Whether the prior null may hide a value that the service did not return. */
function isNotReadable(attribute: Attribute, prior: CtyValue, { imported }: PlanContext): boolean {
  if (prior !== null) return false;
  return attribute.optionalInResponse === true || (imported && attribute.omittedFromResponses !== undefined);
}

function replacePathsWithin(
  attribute: ObjectAttribute,
  planned: CtyValue,
  prior: CtyValue,
  path: AttributePath,
  context: PlanContext,
): AttributePath[] {
  // Any member of an unknown object may change.
  if (planned === UNKNOWN) return requiresReplaceWithin(attribute.attributes) ? [path] : [];
  if (planned === null && prior === null) return [];
  const [plannedObject, priorObject] = [planned, prior].map((value) => (isObjectValue(value) ? value : null));
  return replacePaths(attribute.attributes, plannedObject ?? null, priorObject ?? null, path, context);
}

/** No nested input has `within-update`, after which an update, not Terraform, deletes and creates the object. */
function requiresReplaceWithin(attributes: Attributes): boolean {
  return Object.values(attributes).some(
    (attribute) =>
      isInput(attribute) &&
      ((attribute.requiresReplace !== undefined && attribute.requiresReplace !== 'if-scheme-changes') ||
        (attribute.type === 'object' && requiresReplaceWithin(attribute.attributes))),
  );
}
