import { semanticallyEqual } from './canonical';
import type { JsonObject } from './json';
import type { Attribute } from './kind';

/** Whether the service may set the attribute of such an object by itself; `values` are those of the whole object. */
export function mayHaveServerDefault(
  { serverDefault }: Attribute,
  values: { readonly [name: string]: unknown },
): boolean {
  if (!serverDefault) return false;
  const text = values[serverDefault.where.attribute];
  return typeof text === 'string' && text.startsWith(serverDefault.where.prefix);
}

/** Whether an object's value is one that the service may have set by itself; `live` are all values of its answer. */
export function isServerDefault(attribute: Attribute, name: string, live: JsonObject): boolean {
  return (
    mayHaveServerDefault(attribute, live) && semanticallyEqual(attribute, live[name], attribute.serverDefault?.value)
  );
}
