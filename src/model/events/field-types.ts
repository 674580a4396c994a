/** The shape of a field of an event. */
import type { CelType } from '../cel/vocabulary';

/** What the specification calls the types of fields. `bool` and `boolean` are one type under two names. */
export type EventFieldType =
  | 'bool'
  | 'boolean'
  | 'string'
  | 'int32'
  | 'int64'
  | 'timestamp'
  | 'List<string>'
  | 'List<Map<string, any>>'
  | 'Map<string, string>'
  | 'Map<string, List<string>>';

/** One field of the object that an event carries. */
export interface EventField {
  /** Dotted path in the object: `conn.client_ip` is the member `client_ip` of the member `conn`. */
  readonly name: string;
  /** As the specification writes it. */
  readonly type: EventFieldType;
  /** What it means, in the specification's words. */
  readonly doc: string;
  /** Whether the filter of an event source may use it, as `ev.<name>`. */
  readonly filterable: boolean;
}

/** Fields by name, as they are written down: type, meaning, perhaps `filterable`. */
export type FieldTable = Readonly<
  Record<string, readonly [type: EventFieldType, doc: string] | readonly [EventFieldType, string, 'filterable']>
>;

/** The fields of a table, in its order. */
export function fieldsOf(table: FieldTable): readonly EventField[] {
  return Object.entries(table).map(([name, [type, doc, filterable]]) => ({
    name,
    type,
    doc,
    filterable: filterable !== undefined,
  }));
}

/** Members that hold a list of objects: in `destinations.id` the `id` is one of each element. */
export const LIST_MEMBERS: readonly string[] = ['sources', 'destinations', 'ip_policies'];

/** What a field's value is in CEL. */
export const CEL_TYPES: Readonly<Record<EventFieldType, CelType>> = {
  bool: 'bool',
  boolean: 'bool',
  string: 'string',
  int32: 'int',
  int64: 'int',
  timestamp: 'timestamp',
  'List<string>': 'list<string>',
  'List<Map<string, any>>': 'list<map<string, dyn>>',
  'Map<string, string>': 'map<string, string>',
  'Map<string, List<string>>': 'map<string, list<string>>',
};
