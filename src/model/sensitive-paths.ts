/** Marks of values that must not be shown, beside what the model says: what came from a sensitive variable, say. */
import { isJsonObject, type JsonObject } from './json';

/**
 * Members and keys of maps that lead to a marked value, `['rules', '203.0.113.0/24', 'description']`; an empty one marks
 * the whole object. Steps and not a dotted text, since a key of a map may hold any character.
 */
export type SensitivePath = readonly string[];

/** Whether the value at the steps is marked, stands within what is, or holds what is. */
export function isSensitivePath(marks: readonly SensitivePath[], steps: readonly string[]): boolean {
  return marks.some((mark) => mark.slice(0, steps.length).every((step, index) => step === steps[index]));
}

/** The values without the marked ones. */
export function omitSensitive(values: JsonObject, marks: readonly SensitivePath[]): JsonObject {
  return marks.reduce(omitPath, values);
}

function omitPath(values: JsonObject, [name, ...rest]: SensitivePath): JsonObject {
  if (name === undefined) return {};
  const { [name]: value, ...others } = values;
  if (rest.length === 0) return others;
  return isJsonObject(value) ? { ...others, [name]: omitPath(value, rest) } : values;
}
