import type { ProfileName } from '../kind';

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
  /** Of traffic and session events in the words of the specification. */
  readonly doc: string;
  /** Whether the filter of an event source may use the field, as `ev.<name>`. */
  readonly filterable: boolean;
  /** Profiles that have the field; by default all. */
  readonly profiles?: readonly ProfileName[];
}

/** A string is the description of a string field. A field with a profile is in that one only. */
export type FieldTable = Readonly<
  Record<
    string,
    | string
    | readonly [type: EventFieldType, doc: string]
    | readonly [EventFieldType, string, 'filterable' | { readonly profile: ProfileName }]
  >
>;

export function toEventFields(table: FieldTable): readonly EventField[] {
  return Object.entries(table).map(([name, field]) => {
    const [type, doc, trait] = typeof field === 'string' ? (['string', field] as const) : field;
    const known = { name, type, doc, filterable: trait === 'filterable' };
    return typeof trait === 'object' ? { ...known, profiles: [trait.profile] } : known;
  });
}

/** Without a profile, those that the event has in every one. */
export function fieldsIn(fields: readonly EventField[], profile: ProfileName | undefined): readonly EventField[] {
  return fields.filter(({ profiles }) => !profiles || (profile !== undefined && profiles.includes(profile)));
}

/**
 * Members that are lists of objects: `destinations.id` is the `id` of each element. By hand, so that events do not load
 * the model: a new set of references or of objects of an audited kind belongs here.
 */
export const LIST_MEMBERS: readonly string[] = ['sources', 'destinations', 'ip_policies', 'resolves_to'];
