/** Fields under their dotted names become nested ones, as the service delivers them: `conn.client_ip` in `conn`. */
import { findEvent } from '../model/events/event-catalog';
import { isJsonObject } from '../model/json';

type Members = Record<string, unknown>;

/**
 * The record with known fields nested: those of its object, and, of a record without one, those that stand in the record
 * itself (`object.conn.client_ip` or `conn.client_ip`). What is nested already, unknown, or in the way of another
 * stays where it is. The record itself is not changed; one with nothing to nest is answered as it is.
 */
export function nestFields(record: Members, type: string): Members {
  const { object } = record;
  if (isJsonObject(object)) return hasDot(object) ? { ...record, object: nested(object, type, '').inner } : record;
  if (object !== undefined || !hasDot(record)) return record;
  const envelope = nestPrincipal(record);
  const { inner, rest } = nested(envelope, type, 'object.');
  return Object.keys(inner).length > 0 ? { ...rest, object: inner } : envelope;
}

/** Names seen that hold no dot. Events have few, and to look one up is faster than to search it. */
const plainNames = new Set<string>();

function hasDot(members: object): boolean {
  for (const name in members) {
    if (plainNames.has(name)) continue;
    if (name.includes('.')) return true;
    if (plainNames.size < 1000) plainNames.add(name);
  }
  return false;
}

/**
 * For an object of its own, `inner` is all of it. With a prefix, fields are picked out of an envelope: `inner` holds
 * those, `rest` everything else.
 */
function nested(members: object, type: string, prefix: string): { inner: Members; rest: Members } {
  const fields = new Set(findEvent(type)?.fields.map(({ name }) => name));
  const entries = Object.entries(members);
  const pathOf = (name: string): string =>
    prefix !== '' && name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const isField = (name: string): boolean => name.includes('.') && fields.has(pathOf(name));
  const plain = entries.filter(([name]) => !isField(name));
  const inner: Members = prefix === '' ? Object.fromEntries(plain) : {};
  const rest: Members = prefix === '' ? {} : Object.fromEntries(plain);
  for (const [name, value] of entries) {
    if (isField(name) && !put(inner, pathOf(name).split('.'), value)) inner[name] = value;
    // `object.id`: known, though without a dot of its own.
    else if (
      prefix !== '' &&
      name.startsWith(prefix) &&
      fields.has(pathOf(name)) &&
      !name.slice(prefix.length).includes('.')
    ) {
      inner[pathOf(name)] = value;
      delete rest[name];
    }
  }
  return { inner, rest };
}

function nestPrincipal(record: Members): Members {
  const result: Members = {};
  for (const [name, value] of Object.entries(record)) {
    if (!name.startsWith('principal.') || !put(result, name.split('.'), value)) result[name] = value;
  }
  return result;
}

/** Sets the member at the path and answers whether there was a place for it. */
function put(members: Members, path: readonly string[], value: unknown): boolean {
  let here = members;
  for (const step of path.slice(0, -1)) {
    const next = Object.hasOwn(here, step) ? here[step] : undefined;
    if (next !== undefined && !isJsonObject(next)) return false;
    // Copied, since what was received is not ours to change.
    const copy: Members = { ...next };
    here[step] = copy;
    here = copy;
  }
  const last = path.at(-1) as string;
  if (Object.hasOwn(here, last)) return false;
  here[last] = value;
  return true;
}
