import type { FieldType } from './values';
/** placeholder */
export function fieldTypeOf(_type: string, _field: string): FieldType {
  return 'string';
}
