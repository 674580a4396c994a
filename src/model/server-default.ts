import { equalInMeaning } from './canonical';
import type { JsonObject } from './json';
import type { Attribute } from './kind';

/** Whether the service may set the attribute of such an object by itself; `values` are those of the whole object. */
export function maySetItself({ byItself }: Attribute, values: { readonly [name: string]: unknown }): boolean {
  if (!byItself) return false;
  const text = values[byItself.where.attribute];
  return typeof text === 'string' && text.startsWith(byItself.where.prefix);
}

/** Whether an object's value is one that the service may have set by itself; `live` are all values of its answer. */
export function isByItself(attribute: Attribute, name: string, live: JsonObject): boolean {
  return maySetItself(attribute, live) && equalInMeaning(attribute, live[name], attribute.byItself?.value);
}
