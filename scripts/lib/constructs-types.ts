import type { Attribute, Attributes, ScalarAttribute, StringsAttribute } from '../../src/model/kind';
import { KINDS } from '../../src/model/kinds';
import { camelCase, pascalCase } from '../../src/model/naming';
import { isInput } from '../../src/model/request';
import { refMembers } from '../../src/model/resources/common';
import { docComment, inputDoc, membersOf, userWords } from './constructs-docs';

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
  /** The first path to the members in the model, such as `target.auth`. */
  readonly modelPath: string;
}

/**
 * Objects within the attributes, inner ones first. If the same value of the model has several paths, it has one type,
 * named by their common steps: `target.data_stream.auth` and `target.log_group.auth` -> `EventDestinationTargetAuth`.
 */
export function nestedTypes(className: string, attributes: Attributes): NestedType[] {
  const positions = nestedPositions(attributes, [], []).filter(({ attribute }) => !isRef(attribute));
  const types: NestedType[] = [];
  for (const { attribute, members, modelPath } of positions) {
    if (types.some((type) => type.members === members)) continue;
    const paths = positions.filter((position) => position.members === members).map(({ path }) => path);
    const common = (paths[0] ?? []).filter((step, index) => paths.every((path) => path[index] === step));
    const name = `${className}${common.map(pascalCase).join('')}`;
    if (name === className || types.some((type) => type.name === name))
      throw new Error(`Two types have the name ${name}`);
    types.push({
      name,
      attribute,
      members,
      doc: positions.find((position) => position.members === members)?.doc ?? '',
      modelPath,
    });
  }
  return types.reverse();
}

interface Position {
  readonly path: readonly string[];
  readonly modelPath: string;
  readonly doc: string;
  readonly attribute: Attribute;
  readonly members: Attributes;
}

function nestedPositions(attributes: Attributes, path: readonly string[], names: readonly string[]): Position[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const members = membersOf(attribute);
    if (!members) return [];
    const [step, doc] =
      attribute.type === 'object' ? [name, attribute.doc] : [singular(name), `One element of \`${name}\`.`];
    const inner = [...names, name];
    const position = { path: [...path, step], modelPath: inner.join('.'), doc, attribute, members };
    return [position, ...nestedPositions(members, position.path, inner)];
  });
}

/** The kind whose plural it is, else without the last `s`: `targets` -> `target`. */
function singular(name: string): string {
  return KINDS.find(({ plural }) => plural === name)?.name ?? name.replace(/(?<=[a-z]{2})s$/, '');
}

export function isRef(attribute: Attribute): boolean {
  return attribute.type === 'object' && attribute.attributes === refMembers;
}

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
  return `${docComment([userWords(doc, naming.names)])}export interface ${name}${heritage} {\n${members.join('')}}\n`;
}

/**
 * A string type with the values that editors complete. It accepts any other string, because a token is a string.
 * Validation reports other values.
 */
function stringType(attribute: ScalarAttribute | StringsAttribute): string {
  if ('format' in attribute && attribute.format === 'event_type') return 'EventType | (string & {})';
  const values = attribute.enum?.map((value) => `'${value}'`) ?? [];
  return values.length === 0 ? 'string' : [...values, '(string & {})'].join(' | ');
}

/**
 * The type of an input. Strings, numbers, and lists and maps of strings can be encoded tokens; other types accept
 * `IResolvable`.
 */
export function inputType(attribute: Attribute, nested: string): string {
  switch (attribute.type) {
    case 'string':
      if (attribute.format === 'traffic_policy') return 'string | TrafficPolicy';
      return stringType(attribute);
    case 'number':
      return attribute.allowedNumbers ? [...attribute.allowedNumbers, '(number & {})'].join(' | ') : 'number';
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
