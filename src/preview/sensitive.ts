/** Hides values that Terraform treats as sensitive, such as a description from a sensitive variable. Pure. */
import { isJsonObject, type Json } from '../model/json';
import type { ChangedObject } from './objects';

export const SENSITIVE = '(sensitive)';

/** `before` and `after` are `before_sensitive` and `after_sensitive` of a plan: true, or an object with these members. */
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
        before: hide(attribute.before, sensitiveAt(before, path)),
        after: hide(attribute.after, sensitiveAt(after, path)),
      };
    }),
  };
}

function sensitiveAt(sensitive: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, step) => {
    if (at === true) return true;
    return typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[step] : undefined;
  }, sensitive);
}

function hide(value: Json, sensitive: unknown): Json {
  if (value === null || !containsTrue(sensitive)) return value;
  if (sensitive === true || !isJsonObject(value)) return SENSITIVE;
  return Object.fromEntries(
    Object.entries(value).map(([name, member = null]) => [name, hide(member, sensitiveAt(sensitive, [name]))]),
  );
}

function containsTrue(value: unknown): boolean {
  return value === true || (typeof value === 'object' && value !== null && Object.values(value).some(containsTrue));
}
