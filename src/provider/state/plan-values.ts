/**
 * The planned values of a resource: a pure function of configuration and prior state (terraform/rules 3.2 to 3.4).
 *
 * The configuration's words win, except that a value which means the same as the prior one keeps the prior spelling;
 * what the service computes keeps its value unless the change at hand may alter it, and is unknown then.
 */
import { semanticallyEqual } from '../../model/canonical';
import type { Attribute, Attributes, ObjectAttribute } from '../../model/kind';
import { isInput } from '../../model/request';
import {
  type CtyValue,
  isObjectValue,
  isWhollyKnown,
  type ObjectValue,
  objectValue,
  UNKNOWN,
} from '../../values/cty-value';
import type { AttributePath } from '../protocol/diagnostic';
import { preserveEquivalentElements } from './semantic-equality';
import { jsonToValue } from './state-from-response';

/** A plan for one object. */
export interface PlannedValues {
  readonly planned: ObjectValue;
  /** Paths whose change needs a new object; empty on create. */
  readonly requiresReplace: readonly AttributePath[];
}

/** What else a plan depends on. */
export interface PlanContext {
  /** The object was imported or moved, and not updated since: values that no answer holds are unknown to us, not unset. */
  readonly imported: boolean;
}

/** Plans the attributes for a configuration; `prior` is null for an object that does not exist yet. */
export function planValues(
  attributes: Attributes,
  config: ObjectValue,
  prior: ObjectValue | null,
  context: PlanContext = { imported: false },
): PlannedValues {
  const planned = planMembers(attributes, config, prior);
  if (prior === null) return { planned, requiresReplace: [] };
  const changes = changedPaths(attributes, planned, prior);
  return {
    planned: changes.length === 0 ? planned : markComputedUnknown(attributes, planned, changes, ''),
    requiresReplace: replacePaths(attributes, planned, prior, [], context),
  };
}

function planMembers(attributes: Attributes, config: ObjectValue, prior: ObjectValue | null): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      planAttribute(attribute, config[name] ?? null, prior && (prior[name] ?? null), prior !== null),
    ]),
  );
}

/** `priorExists` tells an object without this value from no object at all. */
function planAttribute(attribute: Attribute, config: CtyValue, prior: CtyValue, priorExists: boolean): CtyValue {
  if (attribute.presence === 'computed') return priorExists ? prior : UNKNOWN;
  if (attribute.writeOnly) return null;
  if (config === UNKNOWN) return UNKNOWN;
  if (config === null) return planUnset(attribute, prior, priorExists);
  if (attribute.type === 'object') {
    if (!isObjectValue(config)) return config;
    return planMembers(attribute.attributes, config, isObjectValue(prior) ? prior : null);
  }
  if (prior === null) return config;
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

/** Whether a planned input differs from the prior one in a way the service would notice. */
function hasChanged(attribute: Attribute, planned: CtyValue, prior: CtyValue): boolean {
  if (!isWhollyKnown(planned)) return true;
  // What cannot be read is not taken away by no longer naming it.
  if (attribute.readback && planned === null) return false;
  return !semanticallyEqual(attribute, planned, prior);
}

/** Dotted paths of the inputs that change, at every depth of nested objects. */
function changedPaths(attributes: Attributes, planned: ObjectValue, prior: ObjectValue | null, above = ''): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    if (!isInput(attribute)) return [];
    const [now, before]: [CtyValue, CtyValue] = [planned[name] ?? null, prior?.[name] ?? null];
    const path = above + name;
    if (attribute.type === 'object' && isObjectValue(now)) {
      const within = changedPaths(attribute.attributes, now, isObjectValue(before) ? before : null, `${path}.`);
      return before === null ? [path, ...within] : within;
    }
    // Left to the service in a new nested object: not a change of its own.
    if (now === UNKNOWN && attribute.presence === 'optional-computed' && prior === null) return [];
    return hasChanged(attribute, now, before) ? [path] : [];
  });
}

function markComputedUnknown(
  attributes: Attributes,
  planned: ObjectValue,
  changes: readonly string[],
  above: string,
): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]): [string, CtyValue] => {
      const value: CtyValue = planned[name] ?? null;
      if (recomputedByUpdate(attribute, changes)) return [name, UNKNOWN];
      if (attribute.type !== 'object' || !isObjectValue(value)) return [name, value];
      return [name, markComputedUnknown(attribute.attributes, value, changes, `${above}${name}.`)];
    }),
  );
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
  above: AttributePath,
  context: PlanContext,
): AttributePath[] {
  return Object.entries(attributes).flatMap(([name, attribute]): AttributePath[] => {
    if (!isInput(attribute)) return [];
    const [now, before]: [CtyValue, CtyValue] = [planned?.[name] ?? null, prior?.[name] ?? null];
    const path = [...above, name];
    if (
      attribute.requiresReplace === 'if-presence-changes' &&
      (now === UNKNOWN || (now === null) !== (before === null))
    )
      return [path];
    if (
      attribute.requiresReplace === 'always' &&
      !isNotReadable(attribute, before, context) &&
      hasChanged(attribute, now, before)
    )
      return [path];
    return attribute.type === 'object' ? replacePathsWithin(attribute, now, before, path, context) : [];
  });
}

/** Whether nothing before does not mean that nothing is there: no answer has told. */
function isNotReadable(attribute: Attribute, before: CtyValue, { imported }: PlanContext): boolean {
  if (before !== null) return false;
  return attribute.optionalInResponse === true || (imported && attribute.readback !== undefined);
}

function replacePathsWithin(
  attribute: ObjectAttribute,
  now: CtyValue,
  before: CtyValue,
  path: AttributePath,
  context: PlanContext,
): AttributePath[] {
  // An object that is wholly unknown may turn out different in a member that cannot be changed.
  if (now === UNKNOWN) return requiresReplaceWithin(attribute.attributes) ? [path] : [];
  if (now === null && before === null) return [];
  return replacePaths(
    attribute.attributes,
    isObjectValue(now) ? now : null,
    isObjectValue(before) ? before : null,
    path,
    context,
  );
}

/** Whether any input, at any depth of objects, cannot be changed. */
function requiresReplaceWithin(attributes: Attributes): boolean {
  return Object.values(attributes).some(
    (attribute) =>
      isInput(attribute) &&
      (attribute.requiresReplace !== undefined ||
        (attribute.type === 'object' && requiresReplaceWithin(attribute.attributes))),
  );
}
