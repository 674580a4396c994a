/** Generates the source of the constructs from the model. */

import { type ActionType, actionType } from '../../src/model/actions';
import type { Composite } from '../../src/model/composites';
import type { DataSource } from '../../src/model/data-sources';
import type { Attribute, Attributes, Kind } from '../../src/model/kind';
import { camelCase, kebabCase, pascalCase } from '../../src/model/naming';
import { PROVIDER_ATTRIBUTES } from '../../src/model/provider-config';
import { isInput } from '../../src/model/request';
import { expandAttributes } from '../../src/model/variants/expand-attributes';
import { attributeNames, docComment, inputDoc, membersOf, outputDoc, profileBadge, userWords } from './constructs-docs';
import { getter, outputSource } from './constructs-outputs';
import { inputType, interfaceSource, isRef, type Naming, nestedTypes } from './constructs-types';

/** One generated file. */
export interface Generated {
  /** Name without extension. */
  readonly file: string;
  readonly text: string;
  /** Exported classes and interfaces. */
  readonly classes: readonly string[];
  readonly types: readonly string[];
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

export function resourceSource(kind: Kind): Generated {
  return managedSource(kind, `import { getKind } from '../../model/kinds';\n`, `getKind('${kind.name}')`);
}

export function compositeSource(composite: Composite): Generated {
  const model = `import { findComposite } from '../../model/composites';\n`;
  return managedSource(composite, model, `findComposite('${composite.name}')`);
}

function managedSource(managed: Kind | Composite, model: string, lookup: string): Generated {
  const { name, doc, attributes } = managed;
  return constructSource({
    ...('profiles' in managed && managed.profiles && { profiles: managed.profiles }),
    className: pascalCase(name),
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
  });
}

export function ephemeralSource(kind: Kind): Generated {
  const model = `import { getKind } from '../../model/kinds';\n`;
  const doc = `${kind.doc} Terraform creates it for one run and does not store it in plan or state.`;
  return ephemeralConstruct({ ...kind, doc }, model, `getKind('${kind.name}')`);
}

export function actionSource(action: ActionType): Generated {
  const { name, doc, attributes } = action;
  const lookup = camelCase(name);
  return constructSource({
    className: pascalCase(name),
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
  });
}

function ephemeralConstruct({ name, doc, attributes }: Kind, model: string, lookup: string): Generated {
  return constructSource({
    className: `Ephemeral${pascalCase(name)}`,
    file: `ephemeral-${kebabCase(name)}`,
    doc,
    type: `netingress_${name}`,
    base: 'NetingressEphemeralResource',
    module: '../ephemeral-resource',
    guard: 'isEphemeralResourceOfType',
    metaArguments: 'EphemeralMetaArguments',
    model,
    lookup,
    attributes,
  });
}

export function dataSourceSource(source: DataSource): Generated {
  return constructSource({
    className: `DataNetingress${pascalCase(source.name)}`,
    file: `data-${kebabCase(source.name)}`,
    doc: source.doc,
    ...(source.profiles && { profiles: source.profiles }),
    type: `netingress_${source.name}`,
    base: 'NetingressDataSource',
    module: '../data-source',
    guard: 'isDataSourceOfType',
    metaArguments: 'TerraformMetaArguments',
    model: `import { findDataSource } from '../../model/data-sources';\n`,
    lookup: `findDataSource('${source.name}')`,
    attributes: source.attributes,
  });
}

export function providerSource(): Generated {
  const names = new Set(Object.keys(PROVIDER_ATTRIBUTES));
  const props = Object.entries(PROVIDER_ATTRIBUTES).map(([name, attribute]: [string, Attribute & { env: string }]) => {
    const [facts, ...tags] = inputDoc(attribute, names);
    const fallback = attribute.default === undefined ? [] : [`, else ${JSON.stringify(attribute.default)}`];
    const tag = `@default - environment variable ${attribute.env}${fallback.join('')}`;
    const others = tags.filter((line) => !line.startsWith('@default'));
    return `${docComment([facts as string, ...(others.length > 0 ? others : ['']), tag], 2)}  readonly ${camelCase(name)}?: ${inputType(attribute, '')};\n`;
  });
  const accessors = Object.entries(PROVIDER_ATTRIBUTES).map(([name, attribute]: [string, Attribute]) =>
    providerAccessors(name, attribute, names),
  );
  const text = `${BANNER}import type { Construct } from 'constructs';
import { NetingressProviderBase, type ProviderMetaArguments } from '../provider';

/** Properties of {@link NetingressProvider}. */
export interface NetingressProviderConfig extends ProviderMetaArguments {
${props.join('\n')}}

/** The provider of a stack, which connects its resources to the service. */
export class NetingressProvider extends NetingressProviderBase<NetingressProviderConfig> {
  static readonly tfResourceType = 'netingress';

  constructor(scope: Construct, id: string, config: NetingressProviderConfig = {}) {
    super(scope, id, config);
  }

${accessors.join('\n')}}
`;
  return { file: 'netingress-provider', text, classes: ['NetingressProvider'], types: ['NetingressProviderConfig'] };
}

export function indexSource(files: readonly Generated[]): string {
  const lines = files.map(({ file, classes, types }) => {
    const names = [...classes, ...types.map((type) => `type ${type}`)];
    return `export {\n${names.map((name) => `  ${name},\n`).join('')}} from './${file}';\n`;
  });
  return `${BANNER}${lines.join('')}`;
}

interface ConstructFacts {
  readonly profiles?: readonly string[];
  readonly className: string;
  readonly file: string;
  readonly doc: string;
  readonly type: string;
  readonly base: string;
  readonly module: string;
  readonly guard: string;
  readonly metaArguments: string;
  readonly model: string;
  readonly lookup: string;
  readonly attributes: Attributes;
}

function constructSource(facts: ConstructFacts): Generated {
  const { className, attributes } = facts;
  const nested = nestedTypes(className, attributes);
  for (const name of Object.keys(attributes)) {
    if (RESERVED.includes(camelCase(name)))
      throw new Error(`Attribute ${name} of ${className} hides a member of its base class`);
  }
  const inputs = nested.filter(({ attribute }) => isInput(attribute));
  const naming: Naming = {
    names: attributeNames(attributes),
    nameOf: (attribute) =>
      isRef(attribute) ? 'Ref' : (nested.find(({ members }) => members === membersOf(attribute))?.name ?? ''),
  };
  const body = [
    ...inputs.map((type) => interfaceSource(type.name, '', type.doc, type.members, naming)),
    interfaceSource(
      `${className}Props`,
      ` extends ${facts.metaArguments}`,
      `Properties of {@link ${className}}.`,
      attributes,
      naming,
    ),
    ...nested.map((type) => outputSource(type, naming)),
    classSource(facts, naming),
  ].join('\n');
  return {
    file: facts.file,
    text: `${BANNER}${imports(facts, body)}\n${body}`,
    classes: [className, ...nested.map(({ name }) => `${name}OutputReference`)],
    types: [`${className}Props`, ...inputs.map(({ name }) => name)],
  };
}

function badge({ profiles }: ConstructFacts): string[] {
  return profiles ? [`${profileBadge(profiles)}.`] : [];
}

function classSource(facts: ConstructFacts, naming: Naming): string {
  const { className, attributes, base } = facts;
  const required = Object.values(attributes).some(({ presence }) => presence === 'required');
  // Nothing refers to the configuration of an action, so it has no getters.
  const members = (base === 'NetingressAction' ? [] : Object.entries(attributes)).map(
    // A write-only attribute has no value in state, so it has no getter.
    ([name, attribute]) =>
      (attribute.writeOnly ? docComment(outputDoc(attribute, naming.names), 2) : getter(name, attribute, naming)) +
      inputMembers(name, attribute, naming).slice(attribute.writeOnly ? 1 : 0),
  );
  return `${docComment([userWords(facts.doc, naming.names), '', ...badge(facts), `Terraform type: \`${facts.type}\`.`])}export class ${className} extends ${facts.base}<${className}Props> {
  static readonly tfResourceType = '${facts.type}';

  constructor(scope: Construct, id: string, props: ${className}Props${required ? '' : ' = {}'}) {
    super(scope, id, ${facts.lookup}, props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static is${className}(value: unknown): value is ${className} {
    return ${facts.guard}(value, ${className}.tfResourceType);
  }

${base === 'NetingressResource' ? importMember(className) : ''}${members.join('\n')}}
`;
}

function importMember(className: string): string {
  return `  /**
   * Lets the next \`cdktf plan\` generate the Terraform configuration of a pre-existing object and import the object.
   *
   * @param scope the stack, or a construct in it
   * @param importToId id of the construct that will declare the object
   * @param importFromId identifier of the object at the service
   * @param provider the provider that reads the object; by default that of the stack
   */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    return createImportableResource(scope, importToId, ${className}.tfResourceType, importFromId, provider);
  }

`;
}

function inputMembers(name: string, attribute: Attribute, { nameOf }: Naming): string {
  if (!isInput(attribute)) return '';
  const camel = camelCase(name);
  const lines = [
    `  set ${camel}(value: ${inputType(attribute, nameOf(attribute))}) {\n    this.inputs.set('${camel}', value);\n  }\n`,
    `  /** The input value of \`${camel}\`. */\n  get ${camel}Input() {\n    return this.inputs.get('${camel}');\n  }\n`,
  ];
  if (attribute.presence !== 'required') lines.push(resetMember(name));
  return `\n${lines.join('\n')}`;
}

function resetMember(name: string): string {
  return `  /** Unsets \`${camelCase(name)}\`. */\n  reset${pascalCase(name)}(): void {\n    this.inputs.reset('${camelCase(name)}');\n  }\n`;
}

function providerAccessors(name: string, attribute: Attribute, names: ReadonlySet<string>): string {
  const camel = camelCase(name);
  const type = inputType(attribute, '');
  return `${docComment(outputDoc(attribute, names), 2)}  get ${camel}(): ${type} | undefined {
    return this.inputs.get('${camel}');
  }

  set ${camel}(value: ${type}) {
    this.inputs.set('${camel}', value);
  }

${resetMember(name)}`;
}

function imports({ base, module, guard, model }: ConstructFacts, body: string): string {
  const uses = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(body);
  const values = ['ComplexObject', 'Fn'].filter(uses);
  const types = ['ImportableResource', 'IResolvable', 'TerraformMetaArguments', 'TerraformProvider'].filter(uses);
  const core = [...values, ...types.map((name) => `type ${name}`)];
  const outputs = ['OutputList', 'OutputMap', 'RefOutputReference'].filter(uses);
  return [
    core.length > 0 ? `import { ${core.join(', ')} } from 'cdktf';\n` : '',
    `import type { Construct } from 'constructs';\n`,
    uses('EventType') ? `import type { EventType } from '../../model/events/event-types';\n` : '',
    model,
    /^ {2}readonly .*\bTrafficPolicy;/m.test(body)
      ? `import type { TrafficPolicy } from '../patterns/traffic-policy/policy';\n`
      : '',
    outputs.length > 0 ? `import { ${outputs.join(', ')} } from '../outputs';\n` : '',
    `import { ${[...['ActionMetaArguments', 'EphemeralMetaArguments'].filter(uses).map((name) => `type ${name}`), ...['createImportableResource', guard, base].filter(uses)].join(', ')} } from '${module}';\n`,
  ].join('');
}
