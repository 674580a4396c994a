/**
 * Finds what the next apply would change, as far as that is known without a plan: objects to create or destroy, and
 * fields with a new literal value.
 */

import { groupBy } from '../../model/arrays';
import { canonicalKey, semanticallyEqual } from '../../model/canonical';
import { isComparable, pickInputs } from '../../model/comparable';
import type { ConfiguredResource } from '../../model/inventory';
import type { Attribute, Attributes, ObjectAttribute, ObjectsAttribute } from '../../model/kind';
import { findAttributes, markValue } from '../../model/marks';
import { parseKindName } from '../../model/naming';
import { hasDefaultByProfile } from '../../model/profiles';
import { isInput } from '../../model/request';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { isWriteOnlyVersion } from '../../model/variants/write-only-attributes';
import type { StateObject } from '../../objects/from-states';
import { hasExpression, readLiteral } from '../../terraform/configuration/expressions';
import { markConfiguration, markConfiguredValue } from '../../terraform/configuration/marks';
import { stripInstanceKeys } from '../../values/address';
import { isJsonObject, type Json, type JsonObject } from '../../values/json';
import { show } from '../../values/marks';
import { attributeOf } from '../../values/path';
import type { FieldChange, UnattributedFinding } from './finding';
import type { StackMoves } from './input';
import { findName, showChange, showConfiguration } from './show-change';

/** Skips deposed objects, and resources within modules, whose configuration is not part of the stack. */
export function findRemovedFromConfiguration(
  stacks: readonly StackMoves[],
  configured: readonly ConfiguredResource[],
  inState: readonly StateObject[],
): UnattributedFinding[] {
  const byStack = groupBy(configured, ({ stack }) => stack);
  const stateByStack = groupBy(inState, ({ state }) => ('stack' in state ? state.stack : ''));
  return stacks.flatMap((stack) => {
    const addresses = (byStack.get(stack.name) ?? []).map(({ address }) => address);
    const known = new Set([...addresses, ...stack.movedOrRemoved.map(stripInstanceKeys)]);
    return (stateByStack.get(stack.name) ?? []).flatMap((object): UnattributedFinding[] => {
      const { kind, values, marks, isDeposed } = object;
      const { address } = object.place;
      if (known.has(stripInstanceKeys(address)) || isDeposed || address.startsWith('module.')) return [];
      const id = findId(values);
      const name = findName(kind, values, marks);
      return [{ ...differenceOf(kind, { address, stack: stack.name }), id, name, path: null, before: id, after: null }];
    });
  });
}

function findId({ id }: JsonObject): string | null {
  return typeof id === 'string' ? id : null;
}

/**
 * Finds configured objects and literal values that the states do not contain. Expressions, and resources with `count`
 * or `for_each`, are skipped: only a plan can compare them. So are attributes in `ignore_changes`.
 */
export function findUnappliedChanges(
  configured: readonly ConfiguredResource[],
  inState: readonly StateObject[],
): UnattributedFinding[] {
  const current = inState.filter(({ isDeposed }) => !isDeposed);
  const byAddress = groupBy(current, ({ place }) => stripInstanceKeys(place.address));
  return configured.flatMap((resource) => {
    const kind = parseKindName(resource.type);
    const attributes = kind === undefined ? undefined : findAttributes(kind);
    if (kind === undefined || !attributes || resource.repetition) return [];
    const all = byAddress.get(resource.address) ?? [];
    // A state file may be that of any stack, so its objects count for each stack: no finding is better than a wrong
    // one.
    const object =
      all.find(({ state }) => 'stack' in state && state.stack === resource.stack) ??
      all.find(({ state }) => 'file' in state);
    if (!object) return [pendingObject(kind, attributes, resource)];
    return pendingFields(attributes, resource, object.values).map((change) => ({
      ...differenceOf(kind, resource),
      id: findId(object.values),
      name: findName(kind, object.values, object.marks),
      ...showChange(change, object.marks),
    }));
  });
}

function differenceOf(
  kind: string,
  { address, stack }: Pick<ConfiguredResource, 'address' | 'stack'>,
): Omit<UnattributedFinding, 'before' | 'after' | 'path'> {
  return { type: 'pending', kind, id: null, name: null, address, state: { stack }, auditQuery: { type: 'none' } };
}

function pendingObject(kind: string, attributes: Attributes, configured: ConfiguredResource): UnattributedFinding {
  const marks = markConfiguration(attributes, configured.values);
  const after = showConfiguration(kind, configured.values);
  const name = hasExpression(after) ? null : findName(kind, configured.values, marks);
  return { ...differenceOf(kind, configured), name, path: null, before: null, after };
}

function pendingFields(attributes: Attributes, configured: ConfiguredResource, values: JsonObject): FieldChange[] {
  return Object.entries(expandAttributes(attributes)).flatMap(([name, attribute]) =>
    ignoresChange(configured, name)
      ? []
      : pendingField(attribute, name, values[name] ?? null, configured.values[name] ?? null),
  );
}

/** Compares the members of an object separately, since only some of them may be literal. */
function pendingField(attribute: Attribute, path: string, before: Json, wanted: Json): FieldChange[] {
  // No state contains a write-only value; its version attribute shows the change.
  if (!isInput(attribute) || attribute.writeOnly) return [];
  if (attribute.type === 'object' && isJsonObject(before) && isJsonObject(wanted))
    return Object.entries(attribute.attributes).flatMap(([name, member]) =>
      pendingField(member, `${path}.${name}`, before[name] ?? null, wanted[name] ?? null),
    );
  // A new object is a change whatever its expressions are, unless an object with only null members is null.
  if (attribute.type === 'object' && before === null && isJsonObject(wanted) && !attribute.nullWhenAllEmpty)
    return [{ path, before, after: show(pickInputs(attribute, wanted), markConfiguredValue(attribute, wanted)) }];
  const isMap = attribute.type === 'map' && attribute.elements !== 'string';
  if (isMap && isJsonObject(before) && isJsonObject(wanted) && !Object.keys(wanted).some((key) => hasExpression(key)))
    return pendingElements(attribute, path, before, wanted);
  // Removing an optional computed attribute from the code keeps its value.
  const keepsValue = attribute.presence === 'optional-computed' || hasDefaultByProfile(attribute);
  const after = readLiteral(wanted);
  if ((wanted === null && keepsValue) || after === undefined) return [];
  if (semanticallyEqual(attribute, before, after)) return [];
  // The version of a write-only value is in no response. It is not secret, so it is shown as it is.
  if (isWriteOnlyVersion(path)) return [{ path, before, after }];
  // Of an attribute in responses only the members that they show are compared, so a change of a secret is not reported.
  const compare = (value: Json): Json => pickInputs(attribute, value, isComparable);
  if (isComparable(attribute) && semanticallyEqual(attribute, compare(before), compare(after))) return [];
  const showInputs = (value: Json): Json => show(pickInputs(attribute, value), markValue(attribute, value));
  return [{ path, before: showInputs(before), after: showInputs(after) }];
}

/** Compares the rules of a set separately, by their networks. An element that is null counts as absent. */
function pendingElements(
  attribute: ObjectsAttribute,
  path: string,
  before: JsonObject,
  wanted: JsonObject,
): FieldChange[] {
  const rule: ObjectAttribute = { type: 'object', presence: 'optional', doc: '', attributes: attribute.elements };
  const index = (elements: JsonObject) =>
    new Map(
      Object.entries(elements)
        .filter(([, element]) => element !== null)
        .map(([key, element]) => [canonicalKey(attribute, key), { key, element: element ?? null }]),
    );
  const [earlier, later] = [index(before), index(wanted)];
  return [...new Set([...earlier.keys(), ...later.keys()])].sort().flatMap((key) => {
    const [from, to] = [earlier.get(key), later.get(key)];
    const name = `${path}[${JSON.stringify(from?.key ?? to?.key)}]`;
    return pendingField(rule, name, from?.element ?? null, to?.element ?? null);
  });
}

export function ignoresChange({ ignoreChanges }: ConfiguredResource, path: string): boolean {
  if (ignoreChanges === undefined) return false;
  return ignoreChanges === 'all' || ignoreChanges.includes(attributeOf(path));
}
