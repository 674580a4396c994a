/** Hides values that Terraform treats as sensitive, such as a description from a sensitive variable. Pure. */
import { isJsonObject, type Json } from '../model/json';
import type { ChangedObject } from './objects';

export const SENSITIVE = '(sensitive)';

/** `before` and `after` are the marks of a plan: true, or an object with a mark for each member. */
export function hideSensitive(
  object: ChangedObject,
  { before, after }: { readonly before: unknown; readonly after: unknown },
): ChangedObject {
  return {
    ...object,
    attributes: object.attributes.map((attribute) => {
      const path = attribute.name.split('.');
      return {
        ...attribute,
        before: hide(attribute.before, marksAt(before, path)),
        after: hide(attribute.after, marksAt(after, path)),
      };
    }),
  };
}

function marksAt(marks: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, step) => {
    if (at === true) return true;
    return typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[step] : undefined;
  }, marks);
}

function hide(value: Json, marks: unknown): Json {
  if (value === null || !containsTrue(marks)) return value;
  if (marks === true || !isJsonObject(value)) return SENSITIVE;
  return Object.fromEntries(
    Object.entries(value).map(([name, member = null]) => [name, hide(member, marksAt(marks, [name]))]),
  );
}

function containsTrue(value: unknown): boolean {
  return value === true || (typeof value === 'object' && value !== null && Object.values(value).some(containsTrue));
}
