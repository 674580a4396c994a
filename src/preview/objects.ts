/** Compares the account copy before and after the apply, and finds the resources of the changed objects. Pure. */
import { diffSnapshots, type Snapshot, type SnapshotObject } from '../emulator';
import { displayName } from '../model/composites';
import { RULE_SET_TYPE } from '../model/composites/rule-set';
import { getKind, KINDS } from '../model/kinds';
import type { FindMarks } from '../model/marks';
import { LABEL_ATTRIBUTES, readableKeyPaths } from '../model/natural-key';
import { objectKey } from '../model/object-key';
import { quoteName } from '../model/text';
import { parseAddress, stripInstanceKeys } from '../values/address';
import { isJsonObject, type Json, valueAt } from '../values/json';
import { joinMarks, type Marks, marksAt, omitMarked, show } from '../values/marks';
import type { StackOutcome } from './outcome';
import { ruleSetKey } from './stacks/stack-state';

export type ObjectAction = 'create' | 'change' | 'replace' | 'destroy';

export interface ChangedAttribute {
  readonly name: string;
  /** Null if the attribute was not set, and for a created object. A sensitive value is shown as `(sensitive value)`. */
  readonly before: Json;
  /** Null if the attribute is not set, and for a destroyed object. */
  readonly after: Json;
}

export interface ChangedObject {
  readonly action: ObjectAction;
  readonly kind: string;
  /** `IP policy`. */
  readonly title: string;
  /** Id in the account; of a created object the id in the copy. */
  readonly id: string;
  /**
   * Id in the copy of the object that replaces this one, as `attributes` of other objects name it; null unless it is
   * replaced.
   */
  readonly replaced_by: string | null;
  /**
   * A label such as the description, or the natural key, for people. Without one, a created object has the construct or
   * address, others the id.
   */
  readonly name: string;
  readonly stack: string | null;
  /** Address of the resource; null if no state has the object, such as one that the service changes itself. */
  readonly address: string | null;
  /** Path of the construct; null if there is none, as in HCL. */
  readonly path: string | null;
  /** Those that differ; of a created or destroyed object all that are set. */
  readonly attributes: readonly ChangedAttribute[];
}

export interface Located {
  readonly stack: string | null;
  readonly address: string | null;
  readonly path: string | null;
}

/** With `policyId` also the rule set of this policy. All null if there is none. */
export type Locate = (id: string, policyId?: string) => Located;

export function createLocator(stacks: readonly StackOutcome[]): Locate {
  return (id, policyId) => {
    for (const { name: stack, addresses, constructs } of stacks) {
      const address = addresses.get(id) ?? (policyId === undefined ? undefined : addresses.get(ruleSetKey(policyId)));
      if (address !== undefined) return { stack, address, path: findConstruct(constructs, address) };
    }
    return { stack: null, address: null, path: null };
  };
}

export function findConstruct(constructs: ReadonlyMap<string, string>, address: string): string | null {
  return constructs.get(stripInstanceKeys(address)) ?? null;
}

/**
 * Computed attributes are not listed, because the service derives them from the others. The exception is `binding` of
 * an object that changes, whose certificate may be issued anew. Destroyed objects are first, created ones last.
 */
export function listChangedObjects(
  before: Snapshot,
  after: Snapshot,
  locate: Locate,
  findMarks: FindMarks,
): ChangedObject[] {
  const { accounts } = diffSnapshots(before, after);
  const [beforeById, afterById] = [indexObjects(before), indexObjects(after)];
  const changes = Object.values(accounts).flatMap((kinds) => Object.entries(kinds));
  const context = { locate, findMarks };
  const objects = changes.flatMap(([kind, { added, removed, changed }]): MarkedObject[] => [
    ...added.map((object) => toObject('create', kind, object, context)),
    ...removed.map((object) => toObject('destroy', kind, object, context)),
    ...changed.flatMap(({ id, ...members }): MarkedObject[] => {
      const attributes = listAttributes(members.before, members.after);
      const object = afterById.get(objectKey(kind, id));
      if (!object || attributes.length === 0) return [];
      const old = beforeById.get(objectKey(kind, id))?.values ?? {};
      const changedObject = toObject('change', kind, object, context);
      return [{ ...changedObject, attributes, marks: joinMarks(changedObject.marks, findMarks(kind, id, old)) }];
    }),
  ]);
  return joinReplaced(objects).map(showObject).sort(compareObjects);
}

function indexObjects({ accounts }: Snapshot): ReadonlyMap<string, SnapshotObject> {
  const entries = Object.values(accounts).flatMap(({ objects }) =>
    Object.entries(objects).flatMap(([kind, list]) => list.map((each) => [objectKey(kind, each.id), each] as const)),
  );
  return new Map(entries);
}

interface MarkedObject extends ChangedObject {
  readonly marks: Marks;
}

function showObject({ marks, ...object }: MarkedObject): ChangedObject {
  const attributes = object.attributes.map(({ name, before, after }) => {
    const ofAttribute = marksAt(marks, name.split('.'));
    return { name, before: show(before, ofAttribute), after: show(after, ofAttribute) };
  });
  return { ...object, attributes };
}

function toObject(
  action: ObjectAction,
  kind: string,
  object: SnapshotObject,
  { locate, findMarks }: { readonly locate: Locate; readonly findMarks: FindMarks },
): MarkedObject {
  const { id, values } = object;
  const policy = values['ip_policy_id'];
  const located = locate(id, typeof policy === 'string' ? policy : undefined);
  // The copy made the id of a created object, so it says nothing to people.
  const unnamed = action === 'create' ? (located.path ?? located.address ?? id) : id;
  const marks = findMarks(kind, id, values);
  const attributes = Object.entries(values).map(([name, value = null]): ChangedAttribute => {
    return action === 'create' ? { name, before: null, after: value } : { name, before: value, after: null };
  });
  return {
    action,
    kind,
    title: displayName(kind),
    id,
    replaced_by: null,
    name: nameObject(kind, { ...object, values: omitMarked(values, marks) }, unnamed),
    marks,
    ...located,
    attributes,
  };
}

/** The name of a rule is `203.0.113.0/24 'Berlin'`. Returns `unnamed` for an object without a name. */
function nameObject(kind: string, { values, service }: SnapshotObject, unnamed: string): string {
  const members = [...LABEL_ATTRIBUTES, ...(isKnownKind(kind) ? readableKeyPaths(getKind(kind)) : [])];
  const [cidr] = kind === 'ip_policy_rule' ? [values['cidr']] : [];
  const found = members
    .map((path) => valueAt(values, path) ?? valueAt(service, path))
    .find((value) => typeof value === 'string' && value !== '');
  if (typeof cidr === 'string') return found === undefined || found === cidr ? cidr : `${cidr} '${String(found)}'`;
  return typeof found === 'string' ? found : unnamed;
}

/** The name of a rule begins with its network. */
export function quoteObject({ kind, id, name }: Pick<ChangedObject, 'kind' | 'id' | 'name'>): string {
  return kind === 'ip_policy_rule' ? name : quoteName(name, id);
}

function isKnownKind(name: string): boolean {
  return KINDS.some((kind) => kind.name === name);
}

function listAttributes(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): ChangedAttribute[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => name !== 'updated_at' && (!name.startsWith('service.') || name === 'service.binding'))
    .flatMap((name) => flatten(name.replace(/^service\./, ''), before[name] as Json, after[name] as Json));
}

function flatten(name: string, before: Json | undefined, after: Json | undefined): ChangedAttribute[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isJsonObject(before ?? null) || !isJsonObject(after ?? null)) {
    return [{ name, before: before ?? null, after: after ?? null }];
  }
  const [old, now] = [before, after] as Record<string, Json>[];
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])];
  return names.flatMap((member) => flatten(`${name}.${member}`, old?.[member], now?.[member]));
}

/** Joins a destroyed and a created object of one address; of a rule set, whose rules have one address, by the name. */
function joinReplaced(objects: readonly MarkedObject[]): MarkedObject[] {
  const key = ({ stack, address, kind, name }: ChangedObject): string =>
    [stack, address, kind, address && parseAddress(address)?.type === RULE_SET_TYPE ? name : ''].join('\0');
  const destroyed = new Map(
    objects
      .filter(({ action, address }) => action === 'destroy' && address !== null)
      .map((object) => [key(object), object]),
  );
  const replaced = new Set<MarkedObject>();
  const joined = objects.map((object): MarkedObject => {
    const old = object.action === 'create' && object.address !== null ? destroyed.get(key(object)) : undefined;
    if (!old || replaced.has(old)) return object;
    replaced.add(old);
    const before = Object.fromEntries(old.attributes.map((attribute) => [attribute.name, attribute.before]));
    const after = Object.fromEntries(object.attributes.map((attribute) => [attribute.name, attribute.after]));
    const marks = joinMarks(old.marks, object.marks);
    return {
      ...object,
      id: old.id,
      replaced_by: object.id,
      action: 'replace',
      attributes: listAttributes(before, after),
      marks,
    };
  });
  return joined.filter((object) => !replaced.has(object));
}

const ACTIONS: readonly ObjectAction[] = ['destroy', 'replace', 'change', 'create'];

function compareObjects(a: ChangedObject, b: ChangedObject): number {
  const byAction = ACTIONS.indexOf(a.action) - ACTIONS.indexOf(b.action);
  if (byAction !== 0) return byAction;
  const [keyA, keyB] = [a, b].map(({ kind, name, id }) => `${kind} ${name} ${id}`) as [string, string];
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0;
}
