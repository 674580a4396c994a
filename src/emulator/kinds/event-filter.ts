import type { JsonObject } from '../../model/json';
/** placeholder */
export function compileEventFilter(_filter: string): (object: JsonObject) => boolean {
  return () => true;
}
