/**
 * SQL views of all event types, with the columns of the envelope without `event_type`, of the principal, and of the
 * fields.
 */
import { EVENTS, type EventSpec } from '../model/events/event-catalog';
import { type EventField, type EventFieldType, LIST_MEMBERS } from '../model/events/field-types';
import { type Dialect, quote } from './dialect';
import { listPaths } from './requests';

const ENVELOPE: readonly string[] = ['event_id', 'event_timestamp', 'account_id'];

const PRINCIPAL: readonly string[] = ['id', 'subject', 'source', 'credential.id', 'credential.uri'];

/**
 * The SQL types of columns; a value that has not this form is null. A column of any other type is text: a string as it
 * is, a list or a map as JSON.
 */
const TYPES: Partial<Record<EventFieldType, string>> = {
  bool: 'BOOLEAN',
  boolean: 'BOOLEAN',
  int32: 'BIGINT',
  int64: 'BIGINT',
};

/** `http_request_complete.v0` -> `http_request_complete_v0`. */
function toViewName(type: string): string {
  return type.replaceAll('.', '_');
}

export function defineEventTables(dialect: Dialect): string[] {
  return EVENTS.map((spec) => defineEventTable(dialect, spec));
}

function defineEventTable(dialect: Dialect, { type, fields }: EventSpec): string {
  const columns = [
    ...ENVELOPE.map((name) => [name, dialect.toText([name])] as const),
    ...PRINCIPAL.map((name) => {
      const [nested, flat] = [['principal', ...name.split('.')], [`principal.${name}`]];
      return [`principal.${name}`, `coalesce(${dialect.toText(nested)}, ${dialect.toText(flat)})`] as const;
    }),
    ...listColumns(fields).map(({ name, type: of }) => [name, selectField(dialect, name, of)] as const),
  ];
  return dialect.defineView(
    toViewName(type),
    [
      'SELECT',
      columns.map(([name, value]) => `  ${value} AS ${dialect.name(name)}`).join(',\n'),
      `FROM netingress_documents WHERE ${dialect.toText(['event_type'])} = ${quote(type)}`,
    ].join('\n'),
  );
}

/** A list of objects is one column: `ip_policies.id`, `ip_policies.uri` -> `ip_policies`. */
function listColumns(fields: readonly EventField[]): Pick<EventField, 'name' | 'type'>[] {
  const found = new Map<string, Pick<EventField, 'name' | 'type'>>();
  for (const { name, type } of fields) {
    const list = LIST_MEMBERS.find((member) => name.startsWith(`${member}.`));
    const column = list === undefined ? { name, type } : { name: list, type: 'List<Map<string, any>>' as const };
    found.set(column.name, column);
  }
  return [...found.values()];
}

function selectField({ toText }: Dialect, name: string, type: EventFieldType): string {
  const values = listPaths(name).flatMap((path) => (path ? [toText(path)] : []));
  const text = `coalesce(${values.join(', ')})`;
  return TYPES[type] ? `TRY_CAST(${text} AS ${TYPES[type]})` : text;
}
