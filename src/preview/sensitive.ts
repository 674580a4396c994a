/** Hides values that Terraform treats as sensitive, such as a description from a sensitive variable. Pure. */
import { isJsonObject, type Json } from '../model/json';
import type { ChangedObject } from './objects';

export const SENSITIVE = '(sensitive)';

/** The marks are `before_sensitive` and `after_sensitive` of a plan: true, or an object with such a mark per member. */
export function hideSensitive(
  object: ChangedObject,
  { beforeMarks, afterMarks }: { readonly beforeMarks: unknown; readonly afterMarks: unknown },
): ChangedObject {
  return {
    ...object,
    attributes: object.attributes.map((attribute) => {
      const path = attribute.name.split('.');
      return {
        ...attribute,
        before: hide(attribute.before, markAt(beforeMarks, path)),
        after: hide(attribute.after, markAt(afterMarks, path)),
      };
    }),
  };
}

function markAt(mark: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, step) => {
    if (at === true) return true;
    return typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[step] : undefined;
  }, mark);
}

function hide(value: Json, mark: unknown): Json {
  if (value === null || !containsTrue(mark)) return value;
  if (mark === true || !isJsonObject(value)) return SENSITIVE;
  return Object.fromEntries(
    Object.entries(value).map(([name, member = null]) => [name, hide(member, markAt(mark, [name]))]),
  );
}

function containsTrue(value: unknown): boolean {
  return value === true || (typeof value === 'object' && value !== null && Object.values(value).some(containsTrue));
}
