/**
 * Generates the accessors of the constructs and of the references to objects within their attributes. They are declared
 * in an interface that TypeScript merges with the class; `src/constructs/outputs.ts` defines them at run time from the
 * model.
 */
import type { Attribute, Attributes } from '../../src/model/kind';
import { camelCase, pascalCase } from '../../src/model/naming';
import { isInput } from '../../src/model/request';
import { docComment, outputDoc } from './constructs-docs';
import { inputType, type Naming } from './constructs-types';

export interface AccessorClass {
  readonly name: string;
  /** Name of the objects that it describes, such as `IpPolicyRule` for the resource, the data source and the list. */
  readonly object: string;
  readonly members: readonly Member[];
}

interface Member {
  /** The getter, without its doc comment. None if the attribute is write-only. */
  readonly getter?: string;
  readonly doc: string;
  /** If the attribute is an input of a construct. */
  readonly input?: InputMembers;
}

interface InputMembers {
  /** Name of the attribute as a type: `IpPolicyId`. */
  readonly name: string;
  readonly setter: string;
  /** `<name>Input` and `reset<Name>()`. */
  readonly others: string;
}

/** The getters that all classes of an object have, by the object's name. */
export type SharedAttributes = ReadonlyMap<string, readonly Member[]>;

/** `<name>Input` and `reset<Name>()` of the inputs that many constructs have, by the input's name. */
export type SharedInputs = ReadonlyMap<string, string>;

export function constructMembers(attributes: Attributes, naming: Naming): Member[] {
  return Object.entries(attributes).map(([name, attribute]) => ({
    ...(!attribute.writeOnly && { getter: getter(name, attribute, naming) }),
    doc: docComment(outputDoc(attribute, naming.names), 2),
    ...(isInput(attribute) && { input: inputMembers(name, attribute, naming.nameOf(attribute)) }),
  }));
}

/** The members of a setting of the provider, whose getter returns the input value. */
export function settingMembers(name: string, attribute: Attribute, names: ReadonlySet<string>): string {
  const camel = camelCase(name);
  const type = inputType(attribute, '');
  return (
    `${docComment(outputDoc(attribute, names), 2)}  get ${camel}(): ${type} | undefined;\n` +
    `  set ${camel}(value: ${type});\n${resetMember(name)}`
  );
}

/** The getters of a reference. A write-only attribute has no value in the state, so it has none. */
export function referenceMembers(attributes: Attributes, naming: Naming): Member[] {
  return Object.entries(attributes)
    .filter(([, { writeOnly }]) => !writeOnly)
    .map(([name, attribute]) => ({
      getter: getter(name, attribute, naming),
      doc: docComment(outputDoc(attribute, naming.names), 2),
    }));
}

/**
 * The getters that all classes of an object have with the same name and type, if there are several classes. Those of
 * the classes that can be set are declared again, because TypeScript does not inherit one half of a pair of accessors.
 */
export function findShared(classes: readonly AccessorClass[]): SharedAttributes {
  const objects = new Set(classes.map(({ object }) => object));
  return new Map(
    [...objects].flatMap((object) => {
      const group = classes.filter((each) => each.object === object && each.members.length > 0);
      // The last class is of a data source or of an ephemeral resource. Neither has a write-only attribute, so each of
      // its members has a getter.
      const last = group.at(-1);
      if (!last || group.length === 1) return [];
      const members = last.members.filter((member) =>
        group.every((each) => each.members.some(({ getter }) => getter === member.getter)),
      );
      return members.length > 0 ? [[object, members] as const] : [];
    }),
  );
}

export function sharedSource(object: string, members: readonly Member[]): string {
  const lines = members.map(({ doc, getter }) => doc + getter);
  return `/** What each class of a \`${object}\` has. */\ninterface ${object}Attributes {\n${lines.join('')}}\n`;
}

/** The inputs that are equal in all constructs that have them, if these are at least three. */
export function findSharedInputs(classes: readonly AccessorClass[]): SharedInputs {
  const inputs = classes.flatMap(({ members }) => members.flatMap(({ input }) => (input ? [input] : [])));
  const names = [...new Set(inputs.map(({ name }) => name))].sort();
  return new Map(
    names.flatMap((name) => {
      const [first = '', ...others] = inputs.filter((input) => input.name === name).map((input) => input.others);
      return others.length >= 2 && others.every((each) => each === first) ? [[name, first] as const] : [];
    }),
  );
}

export function sharedInputsSource(shared: SharedInputs): string {
  const interfaces = [...shared].map(
    ([name, members]) =>
      `/** What each construct with the input has. */\nexport interface ${name}Input {\n${members}}\n`,
  );
  const body = interfaces.join('\n');
  return `${/\bIResolvable\b/.test(body) ? `import type { IResolvable } from 'cdktf';\n\n` : ''}${body}`;
}

export function accessorsSource(
  { name, object, members }: AccessorClass,
  attributes: SharedAttributes,
  inputs: SharedInputs,
): string {
  if (members.length === 0) return '';
  const inherited = attributes.get(object) ?? [];
  const own = members.filter(
    ({ getter, doc, input }) => input || !inherited.some((each) => each.getter === getter && each.doc === doc),
  );
  const bases = [
    ...(inherited.length > 0 ? [`${object}Attributes`] : []),
    ...own.flatMap(({ input }) => (input && inputs.has(input.name) ? [`${input.name}Input`] : [])),
  ];
  const lines = own.map(({ getter = '', doc, input }) => {
    if (!input) return doc + getter;
    return doc + getter + input.setter + (inputs.has(input.name) ? '' : input.others);
  });
  const heritage = bases.length > 0 ? ` extends ${bases.join(', ')}` : '';
  return `export interface ${name}${heritage} {${lines.length > 0 ? `\n${lines.join('')}` : ''}}\n`;
}

function getter(name: string, attribute: Attribute, naming: Naming): string {
  return `  get ${camelCase(name)}(): ${outputType(attribute, `${naming.nameOf(attribute)}OutputReference`)};\n`;
}

function outputType(attribute: Attribute, reference: string): string {
  switch (attribute.type) {
    case 'string':
    case 'number':
      return attribute.type;
    case 'bool':
      return 'IResolvable';
    case 'object':
      return reference;
    case 'map':
      return attribute.elements === 'string' ? '{ [key: string]: string }' : `OutputMap<${reference}>`;
    default:
      return attribute.elements === 'string' ? 'string[]' : `OutputList<${reference}>`;
  }
}

function inputMembers(name: string, attribute: Attribute, nested: string): InputMembers {
  const camel = camelCase(name);
  const type = inputType(attribute, nested);
  return {
    name: pascalCase(name),
    setter: `  set ${camel}(value: ${type});\n`,
    others:
      `  /** The input value of \`${camel}\`. */\n  get ${camel}Input(): ${type} | undefined;\n` +
      (attribute.presence === 'required' ? '' : resetMember(name)),
  };
}

function resetMember(name: string): string {
  return `  /** Unsets \`${camelCase(name)}\`. */\n  reset${pascalCase(name)}(): void;\n`;
}
