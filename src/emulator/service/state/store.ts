import { findFirstIndex } from '../../../model/arrays';
import type { Kind } from '../../../model/kind';
import { findNaturalKey } from '../../../model/natural-key';
import type { JsonObject } from '../../../values/json';

/** An object of an account. Immutable: an update stores another one. */
export interface StoredObject {
  readonly kind: Kind;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /**
   * Input values by attribute name, with defaults, never null. Strings are in the form in which requests have them,
   * which is mostly the canonical one (`toRequestString`).
   */
  readonly values: JsonObject;
  /** Values set by the service, by attribute name. Only a hook of the kind renders members that are not attributes. */
  readonly service: JsonObject;
}

export interface Store {
  readonly kinds: Map<string, Table>;
}

interface Table {
  readonly objects: Map<string, StoredObject>;
  /**
   * Ids in alphabetical order, which is the order of creation; for ids of another emulator or service to the second.
   */
  readonly ids: string[];
  /** Ids by natural key, if the kind has one and it must be unique. */
  readonly keys: Map<string, string>;
  /**
   * Ids of the objects that refer to another one, in the order of `ids`, by {@link referenceKey}: `ip_policy_id ipp_1`
   * -> `[ipr_1, ipr_2]`. Undefined in a {@link previousVersion}, whose objects are searched instead.
   */
  readonly referring: Map<string, string[]> | undefined;
  /** Objects before their last change, undefined for new ones, most recently changed last. */
  readonly previous: Map<string, StoredObject | undefined>;
}

/** A choice, which bounds the memory; the fault `stale` does not reach further back. */
const MAX_PREVIOUS = 1000;

export function createStore(): Store {
  return { kinds: new Map() };
}

export function tryFind(store: Store, kind: string, id: string): StoredObject | undefined {
  return store.kinds.get(kind)?.objects.get(id);
}

export function put(store: Store, stored: StoredObject): void {
  const table = getTable(store, stored.kind.name);
  const replaced = table.objects.get(stored.id);
  if (replaced) deleteKey(table, replaced);
  else insertId(table.ids, stored.id);
  recordPrevious(table, stored.id, replaced);
  if (replaced) deleteReferences(table, replaced);
  addReferences(table, stored);
  table.objects.set(stored.id, stored);
  const key = uniqueKey(stored.kind, stored.values);
  if (key !== undefined) table.keys.set(key, stored.id);
}

export function remove(store: Store, stored: StoredObject): void {
  const table = getTable(store, stored.kind.name);
  deleteKey(table, stored);
  deleteReferences(table, stored);
  recordPrevious(table, stored.id, stored);
  table.objects.delete(stored.id);
  deleteId(table.ids, stored.id);
}

export function findDuplicate(store: Store, kind: Kind, values: JsonObject): StoredObject | undefined {
  const key = uniqueKey(kind, values);
  const table = store.kinds.get(kind.name);
  const id = key === undefined ? undefined : table?.keys.get(key);
  return id === undefined ? undefined : table?.objects.get(id);
}

export function countObjects(store: Store, kind: string): number {
  return store.kinds.get(kind)?.objects.size ?? 0;
}

/** With `before`, an id that need not exist, only objects older than it. */
export function* newestFirst(store: Store, kind: string, before?: string): Generator<StoredObject> {
  const table = store.kinds.get(kind);
  if (table) yield* backwards(table, table.ids, before);
}

function* backwards({ objects }: Table, ids: readonly string[], before: string | undefined): Generator<StoredObject> {
  const end = before === undefined ? ids.length : findPosition(ids, before);
  for (let index = end - 1; index >= 0; index--) {
    const found = objects.get(ids[index] as string);
    if (found) yield found;
  }
}

/** With `before`, only objects older than this id. The attribute must be one of {@link listIndexedReferences}. */
export function* newestReferring(
  store: Store,
  kind: string,
  { attribute, id }: { readonly attribute: string; readonly id: string },
  before?: string,
): Generator<StoredObject> {
  const table = store.kinds.get(kind);
  if (!table?.referring) {
    for (const stored of newestFirst(store, kind, before)) if (stored.values[attribute] === id) yield stored;
    return;
  }
  yield* backwards(table, table.referring.get(referenceKey(attribute, id)) ?? [], before);
}

/** The attributes of which a store has an index: required references to one object. */
export function listIndexedReferences({ attributes }: Pick<Kind, 'attributes'>): readonly string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    attribute.type === 'string' && attribute.ref && attribute.presence === 'required' ? [name] : [],
  );
}

/** The ids of the kinds must have one prefix; with several they would not sort by time. */
export function* newestFirstOf(store: Store, kinds: readonly string[], before?: string): Generator<StoredObject> {
  const [only, ...others] = kinds;
  if (only !== undefined && others.length === 0) yield* newestFirst(store, only, before);
  else yield* kinds.flatMap((kind) => [...newestFirst(store, kind, before)]).sort((a, b) => (a.id < b.id ? 1 : -1));
}

export function oldestFirst(store: Store, kind: string): Iterable<StoredObject> {
  return [...newestFirst(store, kind)].reverse();
}

export function clearPrevious(store: Store): void {
  for (const table of store.kinds.values()) table.previous.clear();
}

/**
 * Returns a copy of the store before the last change of this object or, without `id`, of the kind; the store itself if
 * there was no such change or it is no longer recorded ({@link MAX_PREVIOUS}). The copy is for reads only: its `keys`
 * and `previous` are those of the store itself.
 */
export function previousVersion(store: Store, kind: string, id?: string): Store {
  const table = store.kinds.get(kind);
  const changed = id ?? [...(table?.previous.keys() ?? [])].at(-1);
  if (!table || changed === undefined || !table.previous.has(changed)) return store;
  const previous = table.previous.get(changed);
  const objects = new Map(table.objects);
  const ids = table.ids.filter((other) => other !== changed);
  objects.delete(changed);
  if (previous) {
    objects.set(changed, previous);
    ids.splice(findPosition(ids, changed), 0, changed);
  }
  return { kinds: new Map(store.kinds).set(kind, { ...table, objects, ids, referring: undefined }) };
}

function recordPrevious({ previous }: Table, id: string, before: StoredObject | undefined): void {
  // Deleted first, so that the most recently changed object is last in the map.
  previous.delete(id);
  previous.set(id, before);
  if (previous.size > MAX_PREVIOUS) previous.delete(previous.keys().next().value as string);
}

function uniqueKey(kind: Kind, values: JsonObject): string | undefined {
  return kind.naturalKey?.unique ? findNaturalKey(kind, values) : undefined;
}

function deleteKey(table: Table, stored: StoredObject): void {
  const key = uniqueKey(stored.kind, stored.values);
  if (key !== undefined) table.keys.delete(key);
}

function referenceKey(attribute: string, id: string): string {
  return `${attribute} ${id}`;
}

function listReferenceKeys({ kind, values }: StoredObject): readonly string[] {
  return listIndexedReferences(kind).map((attribute) => referenceKey(attribute, String(values[attribute])));
}

function addReferences({ referring }: Table, stored: StoredObject): void {
  for (const key of listReferenceKeys(stored)) {
    const ids = referring?.get(key);
    if (ids) insertId(ids, stored.id);
    else referring?.set(key, [stored.id]);
  }
}

function deleteReferences({ referring }: Table, stored: StoredObject): void {
  for (const key of listReferenceKeys(stored)) {
    const ids = referring?.get(key);
    if (ids) deleteId(ids, stored.id);
    if (ids?.length === 0) referring?.delete(key);
  }
}

function getTable(store: Store, kind: string): Table {
  const table = store.kinds.get(kind) ?? {
    objects: new Map(),
    ids: [],
    keys: new Map(),
    referring: new Map(),
    previous: new Map(),
  };
  store.kinds.set(kind, table);
  return table;
}

function insertId(ids: string[], id: string): void {
  ids.splice(findPosition(ids, id), 0, id);
}

function deleteId(ids: string[], id: string): void {
  ids.splice(findPosition(ids, id), 1);
}

function findPosition(ids: readonly string[], id: string): number {
  return findFirstIndex(ids, (other) => other >= id);
}
