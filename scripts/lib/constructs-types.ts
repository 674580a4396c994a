/** The types that nested objects of a construct get: which there are, what they are called, and their interfaces. */
import { camelCase, pascalCase } from '../../src/constructs/naming';
import type { Attribute, Attributes, ScalarAttribute, StringsAttribute } from '../../src/model/kind';
import { KINDS } from '../../src/model/kinds';
import { isInput } from '../../src/model/request';
import { refMembers } from '../../src/model/resources/common';
import { docComment, inputDoc, membersOf, userWords } from './constructs-docs';

/** What texts about one construct need to know: its attribute names, and what its nested objects are called. */
export interface Naming {
  readonly names: ReadonlySet<string>;
  /** Name of the type of an attribute with members, without suffix; `Ref` for references; empty for all others. */
  readonly nameOf: (attribute: Attribute) => string;
}

/** An object within the attributes of a construct, or the element of a collection. */
export interface NestedType {
  readonly name: string;
  readonly doc: string;
  readonly attribute: Attribute;
  readonly members: Attributes;
}

/**
 * Objects within the attributes, inner ones first. One that stands at several places (the same value in the model) is
 * named by what its paths have in common.
 */
export function nestedTypes(className: string, attributes: Attributes): NestedType[] {
  const places = nestedPlaces(attributes, []).filter(({ attribute }) => !isRef(attribute));
  const types: NestedType[] = [];
  for (const { attribute, members } of places) {
    if (types.some((type) => type.members === members)) continue;
    const paths = places.filter((place) => place.members === members).map(({ path }) => path);
    const common = (paths[0] ?? []).filter((step, index) => paths.every((path) => path[index] === step));
    const name = `${className}${common.map(pascalCase).join('')}`;
    if (name === className || types.some((type) => type.name === name))
      throw new Error(`Two types would be called ${name}`);
    types.push({ name, attribute, members, doc: places.find((place) => place.members === members)?.doc ?? '' });
  }
  return types.reverse();
}

interface Place {
  readonly path: readonly string[];
  readonly doc: string;
  readonly attribute: Attribute;
  readonly members: Attributes;
}

function nestedPlaces(attributes: Attributes, path: readonly string[]): Place[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const members = membersOf(attribute);
    if (!members) return [];
    const [step, doc] =
      attribute.type === 'object' ? [name, attribute.doc] : [singular(name), `One element of \`${name}\`.`];
    const here = [...path, step];
    return [{ path: here, doc, attribute, members }, ...nestedPlaces(members, here)];
  });
}

function singular(name: string): string {
  return KINDS.find(({ plural }) => plural === name)?.name ?? name.replace(/(?<=[a-z]{2})s$/, '');
}

/** Whether the attribute is a reference `{id, uri}` to another object. */
export function isRef(attribute: Attribute): boolean {
  return attribute.type === 'object' && attribute.attributes === refMembers;
}

/** The interface of the inputs among the attributes. */
export function interfaceSource(
  name: string,
  heritage: string,
  doc: string,
  attributes: Attributes,
  naming: Naming,
): string {
  const members = Object.entries(attributes)
    .filter(([, attribute]) => isInput(attribute))
    .map(([member, attribute]) => {
      const optional = attribute.presence === 'required' ? '' : '?';
      return `${docComment(inputDoc(attribute, naming.names), 2)}  readonly ${camelCase(member)}${optional}: ${inputType(attribute, naming.nameOf(attribute))};\n`;
    });
  return `${docComment([userWords(doc, naming.names)])}export interface ${name}${heritage} {\n${members.join('\n')}}\n`;
}

/**
 * A string, with the values that editors complete. Any other string is accepted too: a token is one, and validation
 * reports what is none of the values.
 */
function stringType(attribute: ScalarAttribute | StringsAttribute): string {
  if ('format' in attribute && attribute.format === 'event_type') return 'EventType | (string & {})';
  const values = attribute.enum?.map((value) => `'${value}'`) ?? [];
  return values.length === 0 ? 'string' : [...values, '(string & {})'].join(' | ');
}

/** What may be given for an input: tokens stand for texts, numbers, lists and maps as such, `IResolvable` for the rest. */
export function inputType(attribute: Attribute, nested: string): string {
  switch (attribute.type) {
    case 'string':
      return stringType(attribute);
    case 'number':
      return 'number';
    case 'bool':
      return 'boolean | IResolvable';
    case 'map':
      return attribute.elements === 'string'
        ? '{ readonly [key: string]: string }'
        : `{ readonly [key: string]: ${nested} | IResolvable | null } | IResolvable`;
    case 'object':
      return `${nested} | IResolvable`;
    default:
      if (attribute.elements === 'string') return listOf(stringType(attribute as StringsAttribute));
      return `readonly (${nested} | IResolvable)[] | IResolvable`;
  }
}

function listOf(item: string): string {
  return `readonly ${item.includes('|') ? `(${item})` : item}[]`;
}
