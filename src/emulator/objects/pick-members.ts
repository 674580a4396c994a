import type { JsonObject } from '../../model/json';

/** Returns the members that exist. */
export function pickMembers(members: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));
}
