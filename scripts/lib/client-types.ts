/** Generates `src/client/generated/types.ts`: the request and response types of every kind. */

import type { Attribute, Attributes, Kind, ObjectsAttribute } from '../../src/model/kind';
import { camelCase, pascalCase } from '../../src/model/naming';
import { isInput, isSetOnCreateOnly } from '../../src/model/request';
import { BOUND_ENDPOINTS, EVENT_SOURCES } from '../../src/model/sub-collections';
import { isRef, nestedTypes } from './constructs-types';

type Shape = 'response' | 'create' | 'update';

/**
 * Which members of a response are declared as required: of the object itself (`top`) those that are always returned, of
 * `nested` objects only required inputs and those with a default, and if `loose` only `id`.
 */
type Level = 'top' | 'nested' | 'loose';

/** Where the types of one kind are declared: `declarations` is of all kinds. */
interface Context {
  readonly declarations: Map<string, Declaration>;
  /** Names of the nested objects, without the suffix of a request; an object with several paths has one. */
  readonly names: ReadonlyMap<Attributes, string>;
}

interface Declaration {
  readonly name: string;
  readonly doc: string;
  readonly members: readonly string[];
}

const head = `// Written by scripts/generate-client-types.ts from the model; changes belong there.
import type { EventType } from '../../model/events/event-types';
import type { Collection, ReadOnlyCollection } from '../call-options';

/** A reference to another object in a response. */
export type Ref = {
  /** Identifier of the object. */
  readonly id: string;
  /** URL of the object; may be empty. */
  readonly uri: string;
};
`;

export function clientTypes(kinds: readonly Kind[], readOnlyKinds: readonly Kind[]): string {
  const declarations = new Map<string, Declaration>();
  for (const kind of kinds) declareKind(contextOf(declarations, kind), kind);
  declareSubCollections({ declarations, names: new Map() });
  for (const kind of readOnlyKinds) {
    const name = pascalCase(kind.name);
    // Endpoints are also a sub-collection.
    if (!declarations.has(name))
      declare(contextOf(declarations, kind), name, 'response', kind.attributes, kind.doc, 'loose');
  }
  return [head, ...[...declarations.values()].map(declarationText), collectionsText(kinds, readOnlyKinds)].join('\n');
}

function contextOf(declarations: Map<string, Declaration>, { name, attributes }: Kind): Context {
  const types = nestedTypes(pascalCase(name), attributes);
  return { declarations, names: new Map(types.map((type) => [type.members, type.name])) };
}

function declareKind(context: Context, kind: Kind): void {
  const name = pascalCase(kind.name);
  const title = `${/^[aeiou]/i.test(kind.title) ? 'an' : 'a'} ${kind.title}`;
  declare(context, name, 'response', kind.attributes, kind.doc, 'top');
  declare(context, `${name}Create`, 'create', kind.attributes, `What ${title} is created from.`, 'top');
  declare(
    context,
    `${name}Update`,
    'update',
    kind.attributes,
    `What ${title} is changed by; members left out stay as they are.`,
    'top',
  );
}

function declareSubCollections(context: Context): void {
  const source = EVENT_SOURCES.attributes;
  declare(context, 'EventSource', 'response', source, 'An event type that a subscription captures.', 'top');
  declare(context, 'EventSourceCreate', 'create', source, 'What an event source is created from.', 'top');
  const changeable = Object.fromEntries(Object.entries(source).filter(([name]) => name !== EVENT_SOURCES.idMember));
  declare(
    context,
    'EventSourceUpdate',
    'update',
    changeable,
    'What an event source is changed by; members left out stay as they are.',
    'top',
  );
  const doc = 'An endpoint bound to a Kubernetes operator; which members an endpoint has depends on what serves it.';
  declare(context, 'Endpoint', 'response', BOUND_ENDPOINTS.attributes, doc, 'loose');
}

function declare(
  context: Context,
  name: string,
  shape: Shape,
  attributes: Attributes,
  doc: string,
  level: Level,
): void {
  const members: string[] = [];
  // Reserves its position, so that an object precedes its nested objects.
  context.declarations.set(name, { name, doc, members });
  for (const [member, attribute] of Object.entries(attributes)) {
    if (!isDeclared(shape, attribute, level)) continue;
    // Another attribute has the name that this one has in responses, and declares the member.
    const inResponse = responseName(member, attribute);
    if (shape === 'response' && inResponse !== member && inResponse in attributes) continue;
    const written = memberText(context, name, shape, member, attribute, level);
    members.push(`${docText(docOf(shape, attribute), '  ')}${written}`);
  }
}

function responseName(name: string, attribute: Attribute): string {
  return ('ref' in attribute ? attribute.ref?.responseName : undefined) ?? attribute.responseName ?? name;
}

function isDeclared(shape: Shape, attribute: Attribute, level: Level): boolean {
  // A secret in a nested object is a member of responses, always null.
  if (shape === 'response')
    return attribute.omittedFromResponses !== 'always' || (attribute.sensitive === true && level === 'nested');
  return isInput(attribute) && !(shape === 'update' && isSetOnCreateOnly(attribute));
}

function memberText(
  context: Context,
  owner: string,
  shape: Shape,
  name: string,
  attribute: Attribute,
  level: Level,
): string {
  if (shape !== 'response') {
    const type = typeOf(context, owner, shape, name, attribute);
    const needed = shape === 'create' && (attribute.presence === 'required' || attribute.requiredOnCreate);
    const clearable = shape === 'update' && attribute.type === 'object' && attribute.clearBy === 'null';
    return `  readonly ${name}${needed ? '' : '?'}: ${type}${clearable ? ' | null' : ''};`;
  }
  const inResponse = responseName(name, attribute);
  const ref = 'ref' in attribute && attribute.ref !== undefined && inResponse !== name;
  const several = attribute.type === 'set' || attribute.type === 'list';
  const type = ref ? (several ? 'readonly Ref[]' : 'Ref') : typeOf(context, owner, shape, name, attribute);
  const sure = level === 'loose' ? name === 'id' : isAlwaysReturned(attribute, level);
  return `  readonly ${inResponse}${sure ? '' : '?'}: ${type}${sure ? '' : ' | null'};`;
}

/**
 * Nested members may be zero, null or absent (docs/internals/gaps.md section 2.5), so only those that are required or
 * have a default are declared as returned.
 */
function isAlwaysReturned(attribute: Attribute, level: Level): boolean {
  if (attribute.omittedFromResponses) return false;
  if (attribute.profiles) return false;
  if (attribute.presence === 'required' || attribute.default !== undefined) return true;
  return (
    level === 'top' && attribute.presence === 'computed' && attribute.type !== 'object' && !isEmptyAbsent(attribute)
  );
}

function isEmptyAbsent(attribute: Attribute): boolean {
  return 'emptyIsAbsent' in attribute && attribute.emptyIsAbsent === true;
}

function typeOf(context: Context, owner: string, shape: Shape, name: string, attribute: Attribute): string {
  switch (attribute.type) {
    case 'string':
      return attribute.idOfRef && shape === 'response' ? 'Ref' : textType(attribute);
    case 'number':
      return attribute.allowedNumbers?.join(' | ') ?? 'number';
    case 'bool':
      return 'boolean';
    case 'map':
      return 'Readonly<Record<string, string>>';
    case 'object': {
      if (isRef(attribute)) return 'Ref';
      const named = context.names.get(attribute.attributes);
      const nested = named === undefined ? nestedName(owner, shape, name) : `${named}${SUFFIXES[shape]}`;
      declare(context, nested, shape, attribute.attributes, attribute.doc, 'nested');
      return nested;
    }
    default:
      return elementType(context, owner, shape, name, attribute);
  }
}

function elementType(
  context: Context,
  owner: string,
  shape: Shape,
  name: string,
  attribute: Exclude<Attribute, { type: 'string' | 'number' | 'bool' | 'object' | 'map' }>,
): string {
  if (attribute.elements === 'string') {
    const item = textType(attribute as Parameters<typeof textType>[0]);
    return `readonly ${item.includes('|') ? `(${item})` : item}[]`;
  }
  const { elements, doc } = attribute as ObjectsAttribute;
  if (elements['type'] && elements['type'] === EVENT_SOURCES.attributes['type']) {
    // The sub-collection's objects. In an update a list is replaced whole, so its elements are made anew.
    return shape === 'response' ? 'readonly EventSource[]' : 'readonly EventSourceCreate[]';
  }
  const elementShape = shape === 'update' ? 'create' : shape;
  const nested = nestedName(owner, elementShape, name.replace(/s$/, ''));
  declare(context, nested, elementShape, elements, doc, 'nested');
  return `readonly ${nested}[]`;
}

/** The listed values. Where case does not matter, any other string is accepted too, and editors complete the values. */
function textType(attribute: { enum?: readonly string[]; enumIgnoresCase?: true; format?: string }): string {
  // The service may have event types that this version does not know.
  if (attribute.format === 'event_type') return 'EventType | (string & {})';
  if (!attribute.enum) return 'string';
  const values = attribute.enum.map((value) => `'${value}'`);
  return [...values, ...(attribute.enumIgnoresCase ? ['(string & {})'] : [])].join(' | ');
}

const SUFFIXES: Readonly<Record<Shape, string>> = { response: '', create: 'Create', update: 'Update' };

/** `IpPolicyCreate` and `target` make `IpPolicyTargetCreate`. */
function nestedName(owner: string, shape: Shape, member: string): string {
  const base = owner.replace(/(Create|Update)$/, '');
  return `${base}${pascalCase(member)}${SUFFIXES[shape]}`;
}

function docOf(shape: Shape, attribute: Attribute): string {
  const notes: string[] = [];
  if (shape === 'update' && isInput(attribute)) notes.push(...clearNote(attribute));
  if (shape === 'response' && attribute.omittedFromResponses === 'after-create')
    notes.push('Returned only on create, later null.');
  const deprecated = attribute.deprecated === undefined ? '' : `\n@deprecated ${attribute.deprecated}`;
  const doc = shape === 'response' ? [attribute.doc] : [attribute.doc, attribute.docOnChange];
  return `${[...doc, ...notes].filter(Boolean).join(' ')}${deprecated}`;
}

function clearNote(attribute: Attribute): string[] {
  if (attribute.type === 'object' && attribute.clearBy === 'null') return ['`null` removes it.'];
  if (isEmptyAbsent(attribute) && attribute.presence === 'optional') return ['`""` clears it.'];
  const several = attribute.type === 'set' || attribute.type === 'list';
  return several ? ['Replaces all that were there.'] : [];
}

/** A type alias and not an interface, because only an alias is assignable to JsonObject. */
function declarationText({ name, doc, members }: Declaration): string {
  return `${docText(doc, '')}export type ${name} = {\n${members.join('\n')}\n};\n`;
}

function collectionsText(kinds: readonly Kind[], readOnlyKinds: readonly Kind[]): string {
  const members = kinds.map((kind) => {
    const name = pascalCase(kind.name);
    return `${docText(kind.doc, '  ')}  readonly ${camelCase(kind.plural)}: Collection<${name}, ${name}Create, ${name}Update>;`;
  });
  for (const kind of readOnlyKinds) {
    const type = `ReadOnlyCollection<${pascalCase(kind.name)}>`;
    members.push(`${docText(kind.doc, '  ')}  readonly ${camelCase(kind.plural)}: ${type};`);
  }
  return `/** The members of a client, one per kind. */\nexport interface Collections {\n${members.join('\n')}\n}\n`;
}

/** A doc comment, wrapped at 120 columns. */
function docText(doc: string, indent: string): string {
  const lines = doc.split('\n').flatMap((line) => wrapped(line, 116 - indent.length));
  if (lines.length === 1 && indent.length + (lines[0] as string).length <= 113) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
