import { isJsonObject, type JsonObject } from '../model/json';
import type { Attributes, Kind } from '../model/kind';
import { KINDS } from '../model/kinds';
import { PROFILES } from '../model/profiles';
import { fromProfileNames } from '../model/rename-members';

/** Audited kinds that have an attribute with another name in a profile, by the prefix of their event types. */
const RENAMED_KINDS = new Map<string, Kind>(
  KINDS.filter((kind) => kind.audited && hasProfileName(kind.attributes)).map((kind) => [kind.name, kind]),
);

/** Renames the members of an audit event's object from the names of any profile to those of the specification. */
export function toSpecificationNames(record: JsonObject, type: string): JsonObject {
  const { object } = record;
  const kind = RENAMED_KINDS.get(type.replace(/_(created|updated|deleted)\.v\d+$/, ''));
  if (!kind || !isJsonObject(object)) return record;
  // The profile of the sender is unknown. Names of the specification do not change, so all profiles are tried.
  const renamed = Object.values(PROFILES).reduce(
    (body, profile) => fromProfileNames(kind.attributes, body, profile),
    object,
  );
  return { ...record, object: renamed };
}

function hasProfileName(attributes: Attributes): boolean {
  return Object.entries(attributes).some(
    ([name, attribute]) =>
      Object.values(PROFILES).some(({ words }) => Object.hasOwn(words, name)) ||
      (attribute.type === 'object' && hasProfileName(attribute.attributes)),
  );
}
