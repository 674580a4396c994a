/**
 * The planned values of a resource: a pure function of configuration and prior state (terraform/rules 3.2 to 3.4).
 *
 * The configuration's words win, except that a value which means the same as the prior one keeps the prior spelling;
 * what the service computes keeps its value unless the change at hand may alter it, and is unknown then.
 */
import { equalInMeaning } from '../../model/canonical';
import type { Attribute, Attributes, ObjectAttribute } from '../../model/kind';
import { isInput } from '../../model/request';
import { isObjectValue, isWhollyKnown, type ObjectValue, objectValue, UNKNOWN, type Value } from '../../values/cty-value';
import type { AttributePath } from '../protocol/diagnostic';
import { valueOfJson } from './state-from-response';
import { keepSpelling } from './semantic-equality';

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
  const planned = settleMembers(attributes, config, prior);
  if (prior === null) return { planned, requiresReplace: [] };
  const changes = changedPaths(attributes, planned, prior);
  return {
    planned: changes.length === 0 ? planned : withUnknowns(attributes, planned, changes, ''),
    requiresReplace: replacePaths(attributes, planned, prior, [], context),
  };
}

function settleMembers(attributes: Attributes, config: ObjectValue, prior: ObjectValue | null): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      settle(attribute, config[name] ?? null, prior && (prior[name] ?? null), prior !== null),
    ]),
  );
}

/** `priorExists` tells an object without this value from no object at all. */
function settle(attribute: Attribute, config: Value, prior: Value, priorExists: boolean): Value {
  if (attribute.presence === 'computed') return priorExists ? prior : UNKNOWN;
  if (attribute.writeOnly) return null;
  if (config === UNKNOWN) return UNKNOWN;
  if (config === null) return settleAbsent(attribute, prior, priorExists);
  if (attribute.type === 'object') {
    if (!isObjectValue(config)) return config;
    return settleMembers(attribute.attributes, config, isObjectValue(prior) ? prior : null);
  }
  if (prior === null) return config;
  if (isWhollyKnown(config) && equalInMeaning(attribute, config, prior)) return prior;
  return attribute.type === 'set' && attribute.of !== 'string' ? keepSpelling(attribute, config, prior) : config;
}

function settleAbsent(attribute: Attribute, prior: Value, priorExists: boolean): Value {
  if (attribute.presence === 'chosen') return priorExists ? prior : UNKNOWN;
  if (attribute.default === undefined) return null;
  const value = valueOfJson(attribute, attribute.default);
  return prior !== null && equalInMeaning(attribute, value, prior) ? prior : value;
}

/** Whether a planned input differs from the prior one in a way the service would notice. */
function differs(attribute: Attribute, planned: Value, prior: Value): boolean {
  if (!isWhollyKnown(planned)) return true;
  // What cannot be read is not taken away by no longer naming it.
  if (attribute.unreadable && planned === null) return false;
  return !equalInMeaning(attribute, planned, prior);
}

/** Dotted paths of the inputs that change, at every depth of nested objects. */
function changedPaths(attributes: Attributes, planned: ObjectValue, prior: ObjectValue | null, above = ''): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    if (!isInput(attribute)) return [];
    const [now, before]: [Value, Value] = [planned[name] ?? null, prior?.[name] ?? null];
    const path = above + name;
    if (attribute.type === 'object' && isObjectValue(now)) {
      const within = changedPaths(attribute.attributes, now, isObjectValue(before) ? before : null, `${path}.`);
      return before === null ? [path, ...within] : within;
    }
    // Left to the service in a new nested object: not a change of its own.
    if (now === UNKNOWN && attribute.presence === 'chosen' && prior === null) return [];
    return differs(attribute, now, before) ? [path] : [];
  });
}

function withUnknowns(
  attributes: Attributes,
  planned: ObjectValue,
  changes: readonly string[],
  above: string,
): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]): [string, Value] => {
      const value: Value = planned[name] ?? null;
      if (mayChange(attribute, changes)) return [name, UNKNOWN];
      if (attribute.type !== 'object' || !isObjectValue(value)) return [name, value];
      return [name, withUnknowns(attribute.attributes, value, changes, `${above}${name}.`)];
    }),
  );
}

function mayChange({ presence, changesWith }: Attribute, changes: readonly string[]): boolean {
  if (presence !== 'computed' || changesWith === undefined) return false;
  if (changesWith === true) return true;
  return changesWith.some((path) =>
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
    const [now, before]: [Value, Value] = [planned?.[name] ?? null, prior?.[name] ?? null];
    const path = [...above, name];
    if (attribute.replace === 'presence' && (now === UNKNOWN || (now === null) !== (before === null))) return [path];
    if (attribute.replace === true && !isUnread(attribute, before, context) && differs(attribute, now, before))
      return [path];
    return attribute.type === 'object' ? replacePathsWithin(attribute, now, before, path, context) : [];
  });
}

/** Whether nothing before does not mean that nothing is there: no answer has told. */
function isUnread(attribute: Attribute, before: Value, { imported }: PlanContext): boolean {
  if (before !== null) return false;
  return attribute.mayBeUnanswered === true || (imported && attribute.unreadable !== undefined);
}

function replacePathsWithin(
  attribute: ObjectAttribute,
  now: Value,
  before: Value,
  path: AttributePath,
  context: PlanContext,
): AttributePath[] {
  // An object that is wholly unknown may turn out different in a member that cannot be changed.
  if (now === UNKNOWN) return holdsReplace(attribute.attributes) ? [path] : [];
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
function holdsReplace(attributes: Attributes): boolean {
  return Object.values(attributes).some(
    (attribute) =>
      isInput(attribute) &&
      (attribute.replace !== undefined || (attribute.type === 'object' && holdsReplace(attribute.attributes))),
  );
}
