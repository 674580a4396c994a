/** Finds what the next apply would change: objects to create or destroy, and fields with a new literal value. */

import { groupBy } from '../../model/arrays';
import { semanticallyEqual } from '../../model/canonical';
import type { ConfiguredResource, StateResource } from '../../model/inventory';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import type { Attribute, Attributes } from '../../model/kind';
import { parseKindName } from '../../model/naming';
import { isDefaultOfProfile } from '../../model/profiles';
import { redactValue } from '../../model/redaction';
import { isInput } from '../../model/request';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { isWriteOnlyVersion } from '../../model/variants/write-only-attributes';
import { stripInstanceKeys } from '../../terraform/configuration/address';
import { hasExpression, readLiteral } from '../../terraform/configuration/expressions';
import type { Difference, FieldChange } from './finding';
import type { StackMoves } from './input';
import {
  findAttributes,
  findDisplayName,
  findName,
  redactChange,
  redactConfiguration,
  redactConfiguredValue,
  redactIfSensitive,
} from './redact';

/**
 * Finds objects in the states of stacks that the stack no longer configures. Resources within modules are skipped,
 * because their configuration is not part of the stack.
 */
export function findRemovedFromConfiguration(
  stacks: readonly StackMoves[],
  configured: readonly ConfiguredResource[],
  stateResources: readonly StateResource[],
): Difference[] {
  const byStack = groupBy(configured, ({ stack }) => stack);
  const ofStacks = stateResources.flatMap((resource) =>
    'stack' in resource.state ? [{ resource, stack: resource.state.stack }] : [],
  );
  const stateByStack = groupBy(ofStacks, ({ stack }) => stack);
  return stacks.flatMap((stack) => {
    const addresses = (byStack.get(stack.name) ?? []).map(({ address }) => address);
    const known = new Set([...addresses, ...stack.movedOrRemoved.map(stripInstanceKeys)]);
    return (stateByStack.get(stack.name) ?? []).flatMap(({ resource }): Difference[] => {
      const { type, address, module, deposed, values, sensitive } = resource;
      const kind = parseKindName(type);
      if (kind === undefined || known.has(stripInstanceKeys(address))) return [];
      if (module !== undefined || deposed !== undefined) return [];
      const id = findId(values);
      const name = findDisplayName(kind, values, sensitive);
      return [{ ...differenceOf(kind, { address, stack: stack.name }), id, name, path: null, before: id, after: null }];
    });
  });
}

function findId({ id }: JsonObject): string | null {
  return typeof id === 'string' ? id : null;
}

/** Finds configured objects and literal values that the states do not contain. Only a plan can compare expressions. */
export function findUnappliedChanges(
  configured: readonly ConfiguredResource[],
  stateResources: readonly StateResource[],
): Difference[] {
  const current = stateResources.filter(({ deposed }) => deposed === undefined);
  const byAddress = groupBy(current, ({ address }) => stripInstanceKeys(address));
  return configured.flatMap((resource) => {
    const kind = parseKindName(resource.type);
    const attributes = kind === undefined ? undefined : findAttributes(kind);
    if (kind === undefined || !attributes) return [];
    const all = byAddress.get(resource.address) ?? [];
    const ofStack = all.filter(({ state }) => 'stack' in state && state.stack === resource.stack);
    const found = ofStack.length > 0 ? ofStack : all.filter(({ state }) => 'file' in state);
    if (resource.repetition) return [];
    const [object] = found;
    if (!object) return [pendingObject(kind, resource)];
    return pendingFields(attributes, resource, object.values).map((change) => ({
      ...differenceOf(kind, resource),
      id: findId(object.values),
      name: findDisplayName(kind, object.values, object.sensitive),
      ...redactIfSensitive(change, object.sensitive),
    }));
  });
}

function differenceOf(
  kind: string,
  { address, stack }: Pick<ConfiguredResource, 'address' | 'stack'>,
): Omit<Difference, 'before' | 'after' | 'path'> {
  return { type: 'pending', kind, id: null, name: null, address, state: { stack }, auditQuery: { type: 'none' } };
}

function pendingObject(kind: string, configured: ConfiguredResource): Difference {
  const after = redactConfiguration(kind, configured.values);
  const name = isJsonObject(after) && !hasExpression(after) ? findName(kind, after) : null;
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
    return [{ path, before, after: redactConfiguredValue(attribute, wanted) }];
  // Removing an optional computed attribute from the code keeps its value.
  const keepsValue = attribute.presence === 'optional-computed' || isDefaultOfProfile(attribute);
  const after = readLiteral(wanted);
  if ((wanted === null && keepsValue) || after === undefined) return [];
  if (semanticallyEqual(attribute, before, after)) return [];
  if (isWriteOnlyVersion(path)) return [{ path, before, after }];
  if (attribute.omittedFromResponses || attribute.sensitive) return [redactChange({ path, before, after })];
  const [from, to] = [redactValue(attribute, before), redactValue(attribute, after)];
  return semanticallyEqual(attribute, from, to) ? [] : [{ path, before: from, after: to }];
}

/** Whether `ignore_changes` contains the first step of the path. */
export function ignoresChange({ ignoreChanges }: ConfiguredResource, path: string): boolean {
  if (ignoreChanges === undefined) return false;
  return ignoreChanges === 'all' || ignoreChanges.includes(/^[^.[]+/.exec(path)?.[0] ?? path);
}
