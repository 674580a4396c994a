/** Objects of audit events in the words of the specification, whichever profile's service delivered them. */
import { isJsonObject, type JsonObject } from '../model/json';
import type { Attributes, Kind } from '../model/kind';
import { KINDS } from '../model/kinds';
import { PROFILES } from '../model/profiles';
import { fromProfileNames } from '../model/rename-members';

/** Kinds whose members have other words in a profile, by the beginning of their event types. */
const renamed = new Map<string, Kind>(
  KINDS.filter((kind) => kind.audited && hasOtherWords(kind.attributes)).map((kind) => [kind.name, kind]),
);

/** The record with its object renamed; the same record where nothing has other words. The record is not changed. */
export function toSpecificationNames(record: JsonObject, type: string): JsonObject {
  const { object } = record;
  const kind = renamed.get(type.replace(/_(created|updated|deleted)\.v\d+$/, ''));
  if (!kind || !isJsonObject(object)) return record;
  // Neutral words are left as they are, so no profile needs to be named.
  const neutral = Object.values(PROFILES).reduce(
    (body, profile) => fromProfileNames(kind.attributes, body, profile),
    object,
  );
  return { ...record, object: neutral };
}

function hasOtherWords(attributes: Attributes): boolean {
  return Object.entries(attributes).some(
    ([name, attribute]) =>
      Object.values(PROFILES).some(({ words }) => Object.hasOwn(words, name)) ||
      (attribute.type === 'object' && hasOtherWords(attribute.attributes)),
  );
}
