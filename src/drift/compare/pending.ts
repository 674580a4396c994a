/**
 * What a deployment would change: objects that are declared and not there, or there and no longer declared, and fields
 * whose declared value the state does not have yet.
 */
import { semanticallyEqual } from '../../model/canonical';
import { groupBy } from '../../model/group-by';
import type { StateResource } from '../../model/inventory';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import type { Attribute, Attributes } from '../../model/kind';
import { kindNameOf } from '../../model/naming';
import { isDefaultOfProfile } from '../../model/profiles';
import { isInput } from '../../model/request';
import { expandWriteOnly, isWriteOnlyVersion } from '../../model/write-only-attributes';
import type { DeclaredInput, DeclaredStackInput } from '../input';
import { nameOf, withoutKeys } from '../report/display-name';
import type { Difference, FieldChange } from '../report/finding';
import { attributesOf, isLiteral, shownDeclared, shownDeclaredValue } from '../report/redact-configuration';
import { hideMarked, hideValues, shownName } from '../report/redact-sensitive';
import { shownValue } from './compare-values';
import { isStackState, stackState } from './configuration-index';

/**
 * Objects of the stacks' own states that their code no longer declares: the next apply destroys them. What is within a
 * module is declared elsewhere.
 */
export function findUndeclared(
  stacks: readonly DeclaredStackInput[],
  declared: readonly DeclaredInput[],
  stated: readonly StateResource[],
): Difference[] {
  const byStack = groupBy(declared, ({ stack }) => stack);
  return stacks.flatMap((stack) => {
    const own = (byStack.get(stack.name) ?? []).map(({ address }) => address);
    const known = new Set([...own, ...stack.relocated.map(withoutKeys)]);
    return stated.flatMap(({ type, address, state, module, deposed, values, sensitive }): Difference[] => {
      const kind = kindNameOf(type);
      if (kind === undefined || state !== stackState(stack.name) || known.has(withoutKeys(address))) return [];
      if (module !== undefined || deposed !== undefined) return [];
      const id = idOf(values);
      const name = shownName(kind, values, sensitive);
      return [{ ...differenceOf(kind, { address, stack: stack.name }), id, name, path: null, before: id, after: null }];
    });
  });
}

function idOf({ id }: JsonObject): string | null {
  return typeof id === 'string' ? id : null;
}

/** Compares what is declared with the states. Never compares what an expression stands for: only a plan knows that. */
export function findPending(declared: readonly DeclaredInput[], stated: readonly StateResource[]): Difference[] {
  const current = stated.filter(({ deposed }) => deposed === undefined);
  const byAddress = groupBy(current, ({ address }) => withoutKeys(address));
  return declared.flatMap((each) => {
    const kind = kindNameOf(each.type);
    const attributes = kind === undefined ? undefined : attributesOf(kind);
    if (kind === undefined || !attributes) return [];
    const all = byAddress.get(each.address) ?? [];
    const own = all.filter(({ state }) => state === stackState(each.stack));
    const found = own.length > 0 ? own : all.filter(({ state }) => !isStackState(state));
    if (found.length === 0) return each.repeated ? [] : [pendingObject(kind, each)];
    if (each.repeated) return [];
    const [object] = found as [StateResource];
    return fieldsPending(attributes, each, object.values).map((change) => ({
      ...differenceOf(kind, each),
      id: idOf(object.values),
      name: shownName(kind, object.values, object.sensitive),
      ...hideMarked(change, object.sensitive),
    }));
  });
}

function differenceOf(
  kind: string,
  { address, stack }: Pick<DeclaredInput, 'address' | 'stack'>,
): Omit<Difference, 'before' | 'after' | 'path'> {
  return {
    type: 'pending',
    kind,
    id: null,
    name: null,
    address,
    state: stackState(stack),
    also: [],
    trace: { of: 'nobody' },
  };
}

function pendingObject(kind: string, declared: DeclaredInput): Difference {
  const after = shownDeclared(kind, declared.values);
  const name = isJsonObject(after) && isLiteral(after) ? nameOf(kind, after) : null;
  return { ...differenceOf(kind, declared), name, path: null, before: null, after };
}

function fieldsPending(attributes: Attributes, declared: DeclaredInput, values: JsonObject): FieldChange[] {
  return Object.entries(expandWriteOnly(attributes)).flatMap(([name, attribute]) =>
    ignoresChange(declared, name)
      ? []
      : pendingField(attribute, name, values[name] ?? null, declared.values[name] ?? null),
  );
}

/** A field, or of an object that stays one its members: each may be literal where others are not. */
function pendingField(attribute: Attribute, path: string, before: Json, wanted: Json): FieldChange[] {
  // The value of a write-only twin stands in no state; its version does.
  if (!isInput(attribute) || attribute.writeOnly) return [];
  if (attribute.type === 'object' && isJsonObject(before) && isJsonObject(wanted))
    return Object.entries(attribute.attributes).flatMap(([name, member]) =>
      pendingField(member, `${path}.${name}`, before[name] ?? null, wanted[name] ?? null),
    );
  // That an object is there needs no knowledge of what is in it, unless its emptiness means that it is not.
  if (attribute.type === 'object' && before === null && isJsonObject(wanted) && !attribute.nullWhenAllEmpty)
    return [{ path, before, after: shownDeclaredValue(attribute, wanted) }];
  // A value that is kept when it is removed from the code is not pending for being there.
  const isLeftToService = attribute.presence === 'optional-computed' || isDefaultOfProfile(attribute);
  if ((wanted === null && isLeftToService) || !isLiteral(wanted)) return [];
  if (semanticallyEqual(attribute, before, wanted)) return [];
  if (isWriteOnlyVersion(path)) return [{ path, before, after: wanted }];
  if (attribute.readback || attribute.sensitive) return [hideValues({ path, before, after: wanted })];
  const [from, to] = [shownValue(attribute, before), shownValue(attribute, wanted)];
  return semanticallyEqual(attribute, from, to) ? [] : [{ path, before: from, after: to }];
}

/** Whether the configuration has Terraform leave the field alone. */
export function ignoresChange({ ignoreChanges }: DeclaredInput, path: string): boolean {
  if (ignoreChanges === undefined) return false;
  return ignoreChanges === 'all' || ignoreChanges.includes(/^[^.[]+/.exec(path)?.[0] ?? path);
}
