/** JSON Schemas of the events as destinations deliver them: with nested fields, or with dotted names. */
import type { EventSpec } from '../../src/model/events/event-catalog';
import { type EventField, type EventFieldType, LIST_MEMBERS } from '../../src/model/events/field-types';

type Schema = Readonly<Record<string, unknown>>;

const string: Schema = { type: ['string', 'null'] };
const boolean: Schema = { type: ['boolean', 'null'] };
/** Some events contain numbers as strings, and "" for a missing number. */
const number: Schema = { anyOf: [{ type: ['number', 'null'] }, { type: 'string', pattern: '^(-?[0-9]+)?$' }] };
const strings = (nullable: boolean): Schema => ({
  type: nullable ? ['array', 'null'] : 'array',
  items: { type: 'string' },
});

const FIELDS: Readonly<Record<EventFieldType, Schema>> = {
  bool: boolean,
  boolean,
  string,
  int32: number,
  int64: number,
  timestamp: string,
  'List<string>': strings(true),
  'List<Map<string, any>>': { type: ['array', 'null'], items: { type: 'object' } },
  'Map<string, string>': { type: ['object', 'null'], additionalProperties: { type: 'string' } },
  'Map<string, List<string>>': { type: ['object', 'null'], additionalProperties: strings(false) },
};

const reference: Schema = { type: ['object', 'null'], properties: { id: string, uri: string } };
const principal: Schema = {
  type: ['object', 'null'],
  description: 'The actor of an audit event. Null for the service and in traffic events.',
  properties: { id: string, subject: string, source: string, credential: reference },
};

/** Other members are allowed: a source may deliver more, and a newer service has more. */
export function eventSchema({ type, doc, fields }: EventSpec): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: type,
    description: `Emitted when ${doc}. A source that selects fields delivers only these, so each may be missing. Fields are nested or have dotted names, in object or beside event_type.`,
    type: 'object',
    properties: {
      event_id: string,
      event_type: { const: type },
      event_timestamp: { description: 'RFC 3339.', ...string },
      account_id: string,
      principal,
      object: { type: 'object', properties: { ...nest(fields, ''), ...dotted(fields, '') } },
      ...dotted(fields, ''),
      ...dotted(fields, 'object.'),
    },
    required: ['event_type'],
    $defs: Object.fromEntries(fields.map((field) => [field.name, describe(field)])),
  };
}

function describe({ type, doc, filterable }: EventField): Schema {
  const sentence = `${doc.charAt(0).toUpperCase()}${doc.slice(1)}${/\.$/.test(doc) ? '' : '.'}`;
  return { description: `${sentence}${filterable ? ' Filterable.' : ''}`, ...FIELDS[type] };
}

const refer = ({ name }: EventField): Schema => ({ $ref: `#/$defs/${name}` });

function nest(fields: readonly EventField[], prefix: string): Record<string, Schema> {
  const below = fields.filter(({ name }) => name.startsWith(prefix));
  const members = new Set(below.map(({ name }) => name.slice(prefix.length).split('.')[0] as string));
  return Object.fromEntries(
    [...members].map((member) => {
      const path = `${prefix}${member}`;
      const field = below.find(({ name }) => name === path);
      if (field) return [member, refer(field)];
      const properties = nest(below, `${path}.`);
      return [
        member,
        LIST_MEMBERS.includes(path)
          ? { type: ['array', 'null'], items: { type: 'object', properties } }
          : { type: ['object', 'null'], properties },
      ];
    }),
  );
}

/** Elements of lists have no dotted names. */
function dotted(fields: readonly EventField[], prefix: string): Record<string, Schema> {
  const named = fields.filter(
    ({ name }) => `${prefix}${name}`.includes('.') && !LIST_MEMBERS.some((list) => name.startsWith(`${list}.`)),
  );
  return Object.fromEntries(named.map((field) => [`${prefix}${field.name}`, refer(field)]));
}
