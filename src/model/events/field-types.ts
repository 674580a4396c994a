/** Types of fields in the specification. `bool` and `boolean` are the same type. */
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

/** One field of an event type. */
export interface EventField {
  /** Dotted path in the object: `conn.client_ip`. */
  readonly name: string;
  readonly type: EventFieldType;
  /** Description in the words of the specification. */
  readonly doc: string;
  /** Whether the filter of an event source may use the field, as `ev.<name>`. */
  readonly filterable: boolean;
}

/** Fields by name: type, description, and optionally `filterable`. A string is the description of a string field. */
export type FieldTable = Readonly<
  Record<
    string,
    string | readonly [type: EventFieldType, doc: string] | readonly [EventFieldType, string, 'filterable']
  >
>;

export function toEventFields(table: FieldTable): readonly EventField[] {
  return Object.entries(table).map(([name, field]) => {
    const [type, doc, filterable] = typeof field === 'string' ? (['string', field] as const) : field;
    return { name, type, doc, filterable: filterable !== undefined };
  });
}

/** Members that are lists of objects: `destinations.id` is the `id` of each element. */
export const LIST_MEMBERS: readonly string[] = ['sources', 'destinations', 'ip_policies'];
