export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. A missing member equals a null member unless a comment says otherwise. */
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/** For values of JSON. True for other objects, too, such as a `Map`: see {@link isPlainObject}. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function tryParseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function parseJsonObject(text: unknown): JsonObject | undefined {
  const value = typeof text === 'string' ? tryParseJson(text) : undefined;
  return isJsonObject(value) ? value : undefined;
}

/** `[value]`, then all its members, then all of theirs. Without recursion: a deep value must not overflow the stack. */
export function* walkLevels(value: unknown): Generator<readonly unknown[], void> {
  for (let level = [value]; level.length > 0; level = level.flatMap(listMembers)) yield level;
}

function listMembers(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

/** `{ a: 1 }` is deeper than 0, and not deeper than 1. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  const levels = walkLevels(value);
  for (let depth = 0; depth <= limit; depth++) if (levels.next().done) return false;
  return levels.next().done !== true;
}

/** The names of members are not among the strings. */
export function listStrings(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : [];
}

/** False for an instance of a class, such as `Map`. */
export function isPlainObject(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Objects of another realm have another Object.prototype, so it cannot be compared by identity.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The value at `deployment.name`; undefined if a step is missing, or leads into a value that is no JSON object. */
export function valueAt(value: unknown, path: string): unknown {
  let current: unknown = value;
  for (const step of path.split('.')) {
    if (!isJsonObject(current) || !Object.hasOwn(current, step)) return undefined;
    current = current[step];
  }
  return current;
}
