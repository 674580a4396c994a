/** The objects of the account, in memory. */
import type { JsonObject } from '../../model/json';
import type { Kind } from '../../model/kind';
import { naturalKeyOf } from '../../model/natural-key';

/** One object. Never changed in place: an update puts another value in its stead. */
export interface Stored {
  readonly kind: Kind;
  readonly id: string;
  /** Milliseconds of the emulator's clock. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** What users gave, by attribute name, in the service's spelling and with defaults; nothing is null. */
  readonly values: JsonObject;
  /** What the service itself set, by attribute name. Members that are no attributes are never answered. */
  readonly service: JsonObject;
}

/** Objects by kind. `ids` stand in order of creation, which is their alphabetical order. */
export interface Store {
  readonly kinds: Map<string, Table>;
}

interface Table {
  readonly objects: Map<string, Stored>;
  readonly ids: string[];
  /** Identifier by natural key, where the kind's must be unique. */
  readonly keys: Map<string, string>;
  /**
   * What objects were before their last change, undefined for what was not there; the last changed is the last. Of
   * the newest {@link CHANGES_KEPT} only, so that it does not grow with what is deleted.
   */
  readonly before: Map<string, Stored | undefined>;
}

const CHANGES_KEPT = 1000;

/** A store that holds nothing. */
export function createStore(): Store {
  return { kinds: new Map() };
}

/** The object of that kind and identifier, or undefined. */
export function tryFind(store: Store, kind: string, id: string): Stored | undefined {
  return store.kinds.get(kind)?.objects.get(id);
}

/** Stores an object, in place of the one with its identifier if there is one. */
export function put(store: Store, stored: Stored): void {
  const shelf = shelfOf(store, stored.kind.name);
  const before = shelf.objects.get(stored.id);
  if (before) forgetKey(shelf, before);
  else shelf.ids.splice(positionOf(shelf.ids, stored.id), 0, stored.id);
  noteChange(shelf, stored.id, before);
  shelf.objects.set(stored.id, stored);
  const key = uniqueKey(stored.kind, stored.values);
  if (key !== undefined) shelf.keys.set(key, stored.id);
}

/** Takes an object out. */
export function take(store: Store, stored: Stored): void {
  const shelf = shelfOf(store, stored.kind.name);
  forgetKey(shelf, stored);
  noteChange(shelf, stored.id, stored);
  shelf.objects.delete(stored.id);
  shelf.ids.splice(positionOf(shelf.ids, stored.id), 1);
}

/** The object of the kind that has the same unique natural key as these values, or undefined. */
export function findDuplicate(store: Store, kind: Kind, values: JsonObject): Stored | undefined {
  const key = uniqueKey(kind, values);
  const shelf = store.kinds.get(kind.name);
  const id = key === undefined ? undefined : shelf?.keys.get(key);
  return id === undefined ? undefined : shelf?.objects.get(id);
}

/** Every object of a kind, newest first, starting after `before` if that is given, whether or not it still exists. */
export function* newestFirst(store: Store, kind: string, before?: string): Generator<Stored> {
  const shelf = store.kinds.get(kind);
  if (!shelf) return;
  const end = before === undefined ? shelf.ids.length : positionOf(shelf.ids, before);
  for (let index = end - 1; index >= 0; index--) {
    const found = shelf.objects.get(shelf.ids[index] as string);
    if (found) yield found;
  }
}

/** Every object of a kind, oldest first. */
export function* oldestFirst(store: Store, kind: string): Generator<Stored> {
  const shelf = store.kinds.get(kind);
  for (const id of shelf?.ids ?? []) {
    const found = shelf?.objects.get(id);
    if (found) yield found;
  }
}

/** As if everything had been as it is from the beginning. */
export function forgetChanges(store: Store): void {
  for (const shelf of store.kinds.values()) shelf.before.clear();
}

/** How many objects of a kind there are. */
export function countOf(store: Store, kind: string): number {
  return store.kinds.get(kind)?.ids.length ?? 0;
}

/** A copy of the store as it was before the last change of that object, or of any of the kind. */
export function beforeLastChange(store: Store, kind: string, id?: string): Store {
  const shelf = store.kinds.get(kind);
  const changed = id ?? [...(shelf?.before.keys() ?? [])].at(-1);
  if (!shelf || changed === undefined || !shelf.before.has(changed)) return store;
  const before = shelf.before.get(changed);
  const objects = new Map(shelf.objects);
  const ids = shelf.ids.filter((other) => other !== changed);
  objects.delete(changed);
  if (before) {
    objects.set(changed, before);
    ids.splice(positionOf(ids, changed), 0, changed);
  }
  return { kinds: new Map(store.kinds).set(kind, { ...shelf, objects, ids }) };
}

function noteChange({ before }: Table, id: string, was: Stored | undefined): void {
  // Taken out first, so that the last changed stands last.
  before.delete(id);
  before.set(id, was);
  if (before.size > CHANGES_KEPT) before.delete(before.keys().next().value as string);
}

function uniqueKey(kind: Kind, values: JsonObject): string | undefined {
  return kind.naturalKey?.unique ? naturalKeyOf(kind, values) : undefined;
}

function forgetKey(shelf: Table, stored: Stored): void {
  const key = uniqueKey(stored.kind, stored.values);
  if (key !== undefined) shelf.keys.delete(key);
}

function shelfOf(store: Store, kind: string): Table {
  const found = store.kinds.get(kind);
  if (found) return found;
  const shelf: Table = { objects: new Map(), ids: [], keys: new Map(), before: new Map() };
  store.kinds.set(kind, shelf);
  return shelf;
}

/** Index of the first identifier that is not smaller: its own, if it is there. */
function positionOf(ids: readonly string[], id: string): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] as string) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
