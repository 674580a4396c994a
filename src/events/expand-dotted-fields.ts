/** Nests fields that a record contains under their dotted names: `conn.client_ip` becomes `client_ip` in `conn`. */
import { findEvent } from '../model/events/event-catalog';
import { isJsonObject } from '../model/json';

type Members = Record<string, unknown>;

/**
 * Returns the record with known fields nested. A record without an object may contain its fields as
 * `object.conn.client_ip` or `conn.client_ip`. A field that is unknown or conflicts with another stays in place. The
 * record is not changed; a record without dotted names is returned as it is.
 */
export function expandDottedFields(record: Members, type: string): Members {
  const { object } = record;
  if (isJsonObject(object)) return hasDottedName(object) ? { ...record, object: nestFields(object, type) } : record;
  if (object !== undefined || !hasDottedName(record)) return record;
  return extractObject(nestPrincipal(record), type);
}

/** Names without a dot. Events have few distinct names, and a look-up is faster than a search for the dot. */
const plainNames = new Set<string>();
const MAX_PLAIN_NAMES = 1000;

function hasDottedName(members: object): boolean {
  for (const name in members) {
    if (plainNames.has(name)) continue;
    if (name.includes('.')) return true;
    if (plainNames.size < MAX_PLAIN_NAMES) plainNames.add(name);
  }
  return false;
}

function listFields(type: string): ReadonlySet<string> {
  return new Set(findEvent(type)?.fields.map(({ name }) => name));
}

function nestFields(object: object, type: string): Members {
  const fields = listFields(type);
  const isDottedField = (name: string): boolean => name.includes('.') && fields.has(name);
  const entries = Object.entries(object);
  const nested: Members = Object.fromEntries(entries.filter(([name]) => !isDottedField(name)));
  for (const [name, value] of entries) {
    if (isDottedField(name) && !setAtPath(nested, name.split('.'), value)) nested[name] = value;
  }
  return nested;
}

/** Moves the fields of the envelope into a new object; returns the envelope as it is if it contains no field. */
function extractObject(envelope: Members, type: string): Members {
  const fields = listFields(type);
  const object: Members = {};
  const others: Members = {};
  for (const [name, value] of Object.entries(envelope)) {
    const path = name.replace(/^object\./, '');
    if (!name.includes('.') || !fields.has(path)) others[name] = value;
    else if (!setAtPath(object, path.split('.'), value)) object[name] = value;
  }
  return Object.keys(object).length > 0 ? { ...others, object } : envelope;
}

function nestPrincipal(record: Members): Members {
  const result: Members = {};
  for (const [name, value] of Object.entries(record)) {
    if (!name.startsWith('principal.') || !setAtPath(result, name.split('.'), value)) result[name] = value;
  }
  return result;
}

/** Sets the member at the path. Returns false if another value prevents it. */
function setAtPath(members: Members, path: readonly string[], value: unknown): boolean {
  let parent = members;
  for (const step of path.slice(0, -1)) {
    const child = Object.hasOwn(parent, step) ? parent[step] : undefined;
    if (child !== undefined && !isJsonObject(child)) return false;
    // The received record must not be changed.
    const copy: Members = { ...child };
    parent[step] = copy;
    parent = copy;
  }
  const last = path.at(-1) as string;
  if (Object.hasOwn(parent, last)) return false;
  parent[last] = value;
  return true;
}
