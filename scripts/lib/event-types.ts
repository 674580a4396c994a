import type { EventSpec } from '../../src/model/events/event-catalog';
import { type EventField, type EventFieldType, LIST_MEMBERS } from '../../src/model/events/field-types';
import { pascalCase } from '../../src/model/naming';
import { docComment, profileBadge } from './constructs-docs';

const head = `// Written by scripts/generate-event-types.ts from the model; changes belong there.
import type { EventEnvelope } from '../envelope';
`;

const types: Readonly<Record<EventFieldType, string>> = {
  bool: 'boolean',
  boolean: 'boolean',
  string: 'string',
  int32: 'number',
  int64: 'number',
  timestamp: 'string',
  'List<string>': 'readonly string[]',
  'List<Map<string, any>>': 'readonly Readonly<Record<string, unknown>>[]',
  'Map<string, string>': 'Readonly<Record<string, string>>',
  'Map<string, List<string>>': 'Readonly<Record<string, readonly string[]>>',
};

export function eventTypes(events: readonly EventSpec[]): string {
  const objects = new Map<string, string>();
  for (const event of events) {
    const name = objectName(event);
    if (!objects.has(name)) objects.set(name, objectSource(name, event));
  }
  return [head, ...objects.values(), ...events.map(eventSource), unionSource(events)].join('\n');
}

/** Events about objects of one kind share the type of their object; an event without a kind has its own. */
function objectName({ type, subject }: EventSpec): string {
  return `${pascalCase(subject ?? baseName(type))}EventObject`;
}

function eventName({ type }: EventSpec): string {
  return `${pascalCase(baseName(type))}Event`;
}

function baseName(type: string): string {
  return type.replace(/\.v0$/, '');
}

function objectSource(name: string, { type, subject, class: group, fields }: EventSpec): string {
  const whose = subject === undefined ? `\`${type}\`` : `events about an object of kind \`${subject}\``;
  const which = group === 'traffic' ? ' A source that names fields gets those only.' : '';
  const doc = docComment([`What ${whose} ${subject === undefined ? 'carries' : 'carry'} as \`object\`.${which}`]);
  return `${doc}export interface ${name} {\n${members(fields, '', 2)}}\n`;
}

function members(fields: readonly EventField[], prefix: string, indent: number): string {
  const pad = ' '.repeat(indent);
  const names = [...new Set(fields.map(({ name }) => name.slice(prefix.length).split('.')[0] as string))];
  return names
    .map((member) => {
      const field = fields.find(({ name }) => name === `${prefix}${member}`);
      if (field) {
        const filterable = field.filterable ? ' Filterable.' : '';
        const badge = field.profiles ? ` ${profileBadge(field.profiles)}.` : '';
        return `${docComment([`${sentence(field.doc)}${filterable}${badge}`], indent)}${pad}readonly ${member}?: ${types[field.type]} | null;\n`;
      }
      const below = `${prefix}${member}.`;
      const inner = members(
        fields.filter(({ name }) => name.startsWith(below)),
        below,
        indent + 2,
      );
      const [open, close] = LIST_MEMBERS.includes(`${prefix}${member}`) ? ['readonly {', '}[]'] : ['{', '}'];
      return `${pad}readonly ${member}?: ${open}\n${inner}${pad}${close} | null;\n`;
    })
    .join('');
}

function sentence(doc: string): string {
  // The first letter of a word, not of a code.
  return `${/^[a-z]/.test(doc) ? `${(doc[0] as string).toUpperCase()}${doc.slice(1)}` : doc}.`;
}

function eventSource(event: EventSpec): string {
  const doc = sentence(`emitted when ${event.doc}`);
  return `${docComment([doc])}export interface ${eventName(event)} extends EventEnvelope {
  readonly event_type: '${event.type}';
  readonly object: ${objectName(event)};
}
`;
}

function unionSource(events: readonly EventSpec[]): string {
  const lines = events.map((event) => `  readonly '${event.type}': ${eventName(event)};\n`).join('');
  const subjects = [...new Set(events.flatMap(({ action, subject }) => (action && subject ? [subject] : [])))];
  return `/** Every known event by its type. */
export interface EventsByType {
${lines}}

/** Every known event: a union that \`event_type\` tells apart. */
export type KnownEvent = EventsByType[keyof EventsByType];

/** Kinds of objects whose creation, update and deletion are events. */
export type EventKind =${subjects.map((subject) => `\n  | '${subject}'`).join('')};
`;
}
