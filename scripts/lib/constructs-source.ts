import { type ActionType, actionType } from '../../src/model/actions';
import type { Composite } from '../../src/model/composites';
import type { DataSource } from '../../src/model/data-sources';
import type { Attribute, Attributes, Kind } from '../../src/model/kind';
import { KINDS, READ_ONLY_KINDS } from '../../src/model/kinds';
import { camelCase, kebabCase, pascalCase } from '../../src/model/naming';
import { PROVIDER_ATTRIBUTES } from '../../src/model/provider-config';
import { isInput } from '../../src/model/request';
import { expandAttributes } from '../../src/model/variants/expand-attributes';
import {
  type AccessorClass,
  accessorsSource,
  constructMembers,
  findShared,
  findSharedInputs,
  referenceMembers,
  type SharedAttributes,
  type SharedInputs,
  settingMembers,
  sharedInputsSource,
  sharedSource,
} from './constructs-accessors';
import { attributeNames, docComment, inputDoc, membersOf, profileBadge, userWords } from './constructs-docs';
import { inputType, interfaceSource, isRef, type Naming, type NestedType, nestedTypes } from './constructs-types';

export interface Generated {
  /** Name without extension. */
  readonly file: string;
  readonly text: string;
}

const BANNER = '// Generated from the model by scripts/generate-constructs.ts. Do not edit.\n';

/** Members of the base classes of `cdktf` and `cdktn`, which an attribute must not override. */
const RESERVED = [
  'connection',
  'count',
  'dependsOn',
  'forEach',
  'fqn',
  'inputs',
  'lifecycle',
  'node',
  'provider',
  'provisioners',
];

export interface ConstructFacts {
  readonly profiles?: readonly string[];
  readonly className: string;
  /**
   * What its names begin with, in contrast to those of the resource of the same objects: `DataNetingress`, `Ephemeral`.
   */
  readonly prefix: string;
  readonly file: string;
  readonly doc: string;
  readonly type: string;
  readonly base: string;
  readonly module: string;
  readonly guard: string;
  readonly metaArguments: string;
  /** The import and the expression of the model. */
  readonly model: string;
  readonly lookup: string;
  readonly attributes: Attributes;
}

export function describeResource(kind: Kind): ConstructFacts {
  return describeManaged(kind, `import { getKind } from '../../model/kinds';\n`, `getKind('${kind.name}')`);
}

export function describeComposite(composite: Composite): ConstructFacts {
  const model = `import { getComposite } from '../../model/composites';\n`;
  return describeManaged(composite, model, `getComposite('${composite.name}')`);
}

function describeManaged(managed: Kind | Composite, model: string, lookup: string): ConstructFacts {
  const { name, doc, attributes } = managed;
  return {
    ...('profiles' in managed && managed.profiles && { profiles: managed.profiles }),
    className: pascalCase(name),
    prefix: '',
    file: kebabCase(name),
    doc,
    type: `netingress_${name}`,
    base: 'NetingressResource',
    module: '../resource',
    guard: 'isResourceOfType',
    metaArguments: 'TerraformMetaArguments',
    model,
    lookup,
    attributes: expandAttributes(attributes),
  };
}

export function describeAction(action: ActionType): ConstructFacts {
  const { name, doc, attributes } = action;
  const lookup = camelCase(name);
  return {
    className: pascalCase(name),
    prefix: '',
    file: kebabCase(name),
    doc,
    type: actionType(action),
    base: 'NetingressAction',
    module: '../action',
    guard: 'isActionOfType',
    metaArguments: 'ActionMetaArguments',
    model: `import { ${lookup} } from '../../model/actions';\n`,
    lookup,
    attributes,
  };
}

export function describeEphemeral({ name, doc, attributes }: Kind): ConstructFacts {
  return {
    className: `Ephemeral${pascalCase(name)}`,
    prefix: 'Ephemeral',
    file: kebabCase(name),
    doc: `${doc} Terraform creates it for one run and does not store it in plan or state.`,
    type: `netingress_${name}`,
    base: 'NetingressEphemeralResource',
    module: '../ephemeral-resource',
    guard: 'isEphemeralResourceOfType',
    metaArguments: 'EphemeralMetaArguments',
    model: `import { getKind } from '../../model/kinds';\n`,
    lookup: `getKind('${name}')`,
    attributes,
  };
}

export function describeDataSource(source: DataSource): ConstructFacts {
  const className = `DataNetingress${pascalCase(source.name)}`;
  const kind = [...KINDS, ...READ_ONLY_KINDS].find(({ name, plural }) => [name, plural].includes(source.name));
  return {
    className,
    prefix: kind?.name === source.name ? 'DataNetingress' : className,
    file: kebabCase(kind?.name ?? source.name),
    doc: source.doc,
    ...(source.profiles && { profiles: source.profiles }),
    type: `netingress_${source.name}`,
    base: 'NetingressDataSource',
    module: '../data-source',
    guard: 'isDataSourceOfType',
    metaArguments: 'TerraformMetaArguments',
    model: `import { getDataSource } from '../../model/data-sources';\n`,
    lookup: `getDataSource('${source.name}')`,
    attributes: source.attributes,
  };
}

export function providerSource(): Generated {
  const names = new Set(Object.keys(PROVIDER_ATTRIBUTES));
  const settings = Object.entries(PROVIDER_ATTRIBUTES) as [string, Attribute & { readonly env: string }][];
  const props = settings.map(([name, attribute]) => {
    const [facts, ...tags] = inputDoc(attribute, names);
    const fallback = attribute.default === undefined ? [] : [`, else ${JSON.stringify(attribute.default)}`];
    const tag = `@default - environment variable ${attribute.env}${fallback.join('')}`;
    const others = tags.filter((line) => !line.startsWith('@default'));
    return `${docComment([facts as string, ...(others.length > 0 ? others : ['']), tag], 2)}  readonly ${camelCase(name)}?: ${inputType(attribute, '')};\n`;
  });
  const accessors = settings.map(([name, attribute]) => settingMembers(name, attribute, names));
  const text = `${BANNER}import type { Construct } from 'constructs';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import { defineSettings } from '../outputs';
import { NetingressProviderBase, type ProviderMetaArguments } from '../provider';

/** Properties of {@link NetingressProvider}. */
export interface NetingressProviderConfig extends ProviderMetaArguments {
${props.join('')}}

/** The provider of a stack, which connects its resources to the service. */
export class NetingressProvider extends NetingressProviderBase<NetingressProviderConfig> {
  static readonly tfResourceType = 'netingress';

  constructor(scope: Construct, id: string, config: NetingressProviderConfig = {}) {
    super(scope, id, config);
  }
}
export interface NetingressProvider {
${accessors.join('')}}

defineSettings(NetingressProvider, PROVIDER_ATTRIBUTES);
`;
  return { file: 'netingress-provider', text };
}

/** Exports all files but that of the shared inputs. */
export function indexSource(files: readonly Generated[]): string {
  const exported = files.filter(({ file }) => file !== SHARED_INPUTS);
  return `${BANNER}${exported.map(({ file }) => `export * from './${file}';\n`).join('')}`;
}

const SHARED_INPUTS = 'shared-inputs';

/**
 * One file for the constructs of the same objects: resource, data sources, and ephemeral resource. Then the shared
 * inputs.
 */
export function constructSources(all: readonly ConstructFacts[]): Generated[] {
  const described = all.map(describeClasses);
  const inputs = findSharedInputs(described.map(({ construct }) => construct));
  const files = [...new Set(all.map(({ file }) => file))].map((file) => {
    const constructs = described.filter(({ facts }) => facts.file === file);
    const attributes = findShared(constructs.flatMap(({ construct, references }) => [construct, ...references]));
    const body = [
      ...[...attributes].map(([object, members]) => sharedSource(object, members)),
      ...constructs.map((each) => constructSource(each, { attributes, inputs })),
    ].join('\n');
    return { file, text: `${BANNER}${imports(constructs, body, inputs)}\n${body}` };
  });
  return [...files, { file: SHARED_INPUTS, text: `${BANNER}${sharedInputsSource(inputs)}` }];
}

interface Shared {
  readonly attributes: SharedAttributes;
  readonly inputs: SharedInputs;
}

interface Described {
  readonly facts: ConstructFacts;
  readonly nested: readonly NestedType[];
  readonly naming: Naming;
  readonly construct: AccessorClass;
  readonly references: readonly AccessorClass[];
}

function describeClasses(facts: ConstructFacts): Described {
  const { className, prefix, base, attributes } = facts;
  for (const name of Object.keys(attributes)) {
    if (RESERVED.includes(camelCase(name)))
      throw new Error(`Attribute ${name} of ${className} hides a member of its base class`);
  }
  const nested = nestedTypes(className, attributes);
  const naming: Naming = {
    names: attributeNames(attributes),
    nameOf: (attribute) =>
      isRef(attribute) ? 'Ref' : (nested.find(({ members }) => members === membersOf(attribute))?.name ?? ''),
  };
  const objectOf = (name: string): string => name.slice(prefix.length);
  return {
    facts,
    nested,
    naming,
    construct: {
      name: className,
      object: objectOf(className),
      // Nothing refers to the configuration of an action, so it has no accessors.
      members: base === 'NetingressAction' ? [] : constructMembers(attributes, naming),
    },
    references: nested.map(({ name, members }) => ({
      name: `${name}OutputReference`,
      object: objectOf(name),
      members: referenceMembers(members, naming),
    })),
  };
}

function constructSource(described: Described, shared: Shared): string {
  const { facts, nested, naming, references } = described;
  const inputs = nested.filter(({ attribute }) => isInput(attribute));
  const { className, attributes } = facts;
  const body = [
    ...inputs.map((type) => interfaceSource(type.name, '', type.doc, type.members, naming)),
    interfaceSource(
      `${className}Props`,
      ` extends ${facts.metaArguments}`,
      `Properties of {@link ${className}}.`,
      attributes,
      naming,
    ),
    ...nested.map((type, index) => referenceSource(type, references[index] as AccessorClass, naming, shared)),
    classSource(described, shared),
  ].join('\n');
  return body + definition(described);
}

function referenceSource(type: NestedType, reference: AccessorClass, naming: Naming, shared: Shared): string {
  const doc = isInput(type.attribute)
    ? `References to the attributes of {@link ${type.name}}.`
    : userWords(type.doc, naming.names);
  return `${docComment([doc])}export class ${reference.name} extends ComplexObject {}\n${accessorsSource(reference, shared.attributes, shared.inputs)}`;
}

function definition({ facts, nested, construct }: Described): string {
  if (construct.members.length === 0) return '';
  const { base, className, lookup } = facts;
  const attributes = base === 'NetingressResource' ? `expandAttributes(${lookup}.attributes)` : `${lookup}.attributes`;
  const references = nested.map(({ name, modelPath }) => `  '${modelPath}': ${name}OutputReference,\n`);
  const last = references.length > 0 ? `, {\n${references.join('')}}` : '';
  return `\ndefineAttributes(${className}, ${attributes}${last});\n`;
}

function badge({ profiles }: ConstructFacts): string[] {
  return profiles ? [`${profileBadge(profiles)}.`] : [];
}

function classSource({ facts, naming, construct }: Described, shared: Shared): string {
  const { className, attributes } = facts;
  const required = Object.values(attributes).some(({ presence }) => presence === 'required');
  return `${docComment([userWords(facts.doc, naming.names), '', ...badge(facts), `Terraform type: \`${facts.type}\`.`])}export class ${className} extends ${facts.base}<${className}Props> {
  static readonly tfResourceType = '${facts.type}';

  constructor(scope: Construct, id: string, props: ${className}Props${required ? '' : ' = {}'}) {
    super(scope, id, ${facts.lookup}, props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static is${className}(value: unknown): value is ${className} {
    return ${facts.guard}(value, ${className}.tfResourceType);
  }
}
${accessorsSource(construct, shared.attributes, shared.inputs)}`;
}

function imports(described: readonly Described[], text: string, inputs: SharedInputs): string {
  const uses = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
  const used = (values: readonly string[], types: readonly string[], from: string): string => {
    const names = [...values.filter(uses), ...types.filter(uses).map((name) => `type ${name}`)];
    return names.length > 0 ? `import { ${names.join(', ')} } from '${from}';\n` : '';
  };
  const facts = described.map((each) => each.facts);
  return [
    used(['ComplexObject'], ['IResolvable', 'TerraformMetaArguments'], 'cdktf'),
    `import type { Construct } from 'constructs';\n`,
    used([], ['EventType'], '../../model/events/event-types'),
    ...new Set(facts.map(({ model }) => model)),
    used(['expandAttributes'], [], '../../model/variants/expand-attributes'),
    // `  readonly trafficPolicy?: string | TrafficPolicy;`, but not the name in a comment.
    /^ {2}readonly .*\bTrafficPolicy;/m.test(text)
      ? used([], ['TrafficPolicy'], '../patterns/traffic-policy/policy')
      : '',
    used(['defineAttributes'], ['OutputList', 'OutputMap', 'RefOutputReference'], '../outputs'),
    ...new Set(
      facts.map(({ base, guard, metaArguments, module }) =>
        used([guard, base], metaArguments === 'TerraformMetaArguments' ? [] : [metaArguments], module),
      ),
    ),
    used(
      [],
      [...inputs.keys()].map((name) => `${name}Input`),
      `./${SHARED_INPUTS}`,
    ),
  ].join('');
}
