import { findEventType } from '../model/events/event-catalog';
import { isAudited } from '../model/events/event-types';
import type { Attributes, Kind } from '../model/kind';
import { KINDS } from '../model/kinds';
import { PROFILES } from '../model/profiles';
import { fromProfileBody } from '../model/profiles/profile-body';
import { isJsonObject, type JsonObject } from '../values/json';

type Members = Record<string, unknown>;

/**
 * Returns a record with the known fields of its event type nested: `{"object": {"conn.client_ip": "192.0.2.1"}}` ->
 * `{"object": {"conn": {"client_ip": "192.0.2.1"}}}`. A record without an object may contain its fields as
 * `object.conn.client_ip` or `conn.client_ip`, and its principal as `principal.id`. A field that is unknown, or whose
 * place another one has taken, keeps its dotted name. The received record is not changed.
 */
export function expandDottedFields(record: Members, type: string): Members {
  const { object } = record;
  if (isJsonObject(object)) {
    if (!hasDottedName(object)) return record;
    const fields = listFields(type);
    return { ...record, object: nestMembers(object, (name) => name.includes('.') && fields.has(name)) };
  }
  if (object !== undefined || !hasDottedName(record)) return record;
  const envelope = nestMembers(record, (name) => name.startsWith('principal.'));
  return extractObject(envelope, type);
}

function hasDottedName(members: object): boolean {
  return Object.keys(members).some((name) => name.includes('.'));
}

function listFields(type: string): ReadonlySet<string> {
  return new Set(findEventType(type)?.fields.map(({ name }) => name));
}

/** The members that are not nested take precedence. */
function nestMembers(members: object, shouldNest: (name: string) => boolean): Members {
  const entries = Object.entries(members);
  const nested: Members = Object.fromEntries(entries.filter(([name]) => !shouldNest(name)));
  for (const [name, value] of entries) {
    if (shouldNest(name) && !setAtPath(nested, name.split('.'), value)) nested[name] = value;
  }
  return nested;
}

/**
 * Without known fields with dotted names, returns the same record. A field without a dot has one after `object.`:
 * `object.agent_ip` is moved, `agent_ip` is not.
 */
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

/** Returns false, and sets nothing, if the place has a value already, or lies within a value that is not an object. */
function setAtPath(members: Members, path: readonly string[], value: unknown): boolean {
  let parent = members;
  for (const step of path.slice(0, -1)) {
    const child = Object.hasOwn(parent, step) ? parent[step] : undefined;
    if (child !== undefined && !isJsonObject(child)) return false;
    const copy: Members = { ...child };
    parent[step] = copy;
    parent = copy;
  }
  const last = path.at(-1) as string;
  if (Object.hasOwn(parent, last)) return false;
  parent[last] = value;
  return true;
}

/** Audited kinds that have an attribute with another name in a profile, by the prefix of their event types. */
const RENAMED_KINDS = new Map<string, Kind>(
  KINDS.filter((kind) => isAudited(kind.name) && hasProfileName(kind.attributes)).map((kind) => [kind.name, kind]),
);

/** Renames the members of an audit event's object from the names of any profile to those of the specification. */
export function toSpecificationNames(record: JsonObject, type: string): JsonObject {
  const { object } = record;
  const kind = RENAMED_KINDS.get(type.replace(/_(created|updated|deleted)\.v\d+$/, ''));
  if (!kind || !isJsonObject(object)) return record;
  // The profile of the sender is unknown. Names of the specification do not change, so all profiles are tried.
  const renamed = Object.values(PROFILES).reduce(
    (body, profile) => fromProfileBody(kind.attributes, body, profile),
    object,
  );
  return { ...record, object: renamed };
}

function hasProfileName(attributes: Attributes): boolean {
  return Object.entries(attributes).some(
    ([name, attribute]) =>
      Object.values(PROFILES).some(({ memberNames }) => Object.hasOwn(memberNames, name)) ||
      (attribute.type === 'object' && hasProfileName(attribute.attributes)),
  );
}
