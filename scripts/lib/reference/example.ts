/**
 * Renders examples of the reference from the samples of the tests (test/support/acceptance/samples.ts), in HCL and
 * TypeScript.
 */
import { stringify } from 'yaml';
import type { DeclaredValue, ObjectEntry } from '../../../src/adopt/expression';
import { printHclAttributes } from '../../../src/adopt/print-hcl';
import { type TsScope, tsObject } from '../../../src/adopt/print-typescript';
import { formatOf } from '../../../src/model/canonical';
import { type Composite, getComposite } from '../../../src/model/composites';
import type { Attribute, Attributes, Kind } from '../../../src/model/kind';
import { tryFindKind } from '../../../src/model/kinds';
import { camelCase, pascalCase } from '../../../src/model/naming';
import { isKindIn, kindIn, PROFILES } from '../../../src/model/profiles';
import { isCreatedFirst } from '../../../src/model/replacement-order';
import { isJsonObject, type Json, type JsonObject } from '../../../src/values/json';
import { dependencies, fullConfig, SAMPLES_BY_FORMAT } from '../../../test/support/acceptance/samples';
import { membersOf } from '../constructs-docs';

export interface ExampleBlock {
  readonly block: 'resource' | 'data' | 'ephemeral';
  /** Name without the prefix of the provider. */
  readonly type: string;
  readonly name: string;
  readonly className: string;
  readonly attributes: Attributes;
  readonly values: JsonObject;
}

/** Readable strings that replace generated ones in samples, by attribute. */
const WORDS: Readonly<Record<string, string>> = {
  description: 'Managed as code',
  name: 'ingress-operator',
  namespace: 'ingress',
  cluster_name: 'staging',
  version: '0.19.0',
  principals: 'deploy',
  value: 'correct-horse-battery-staple',
};

/** Files that contain values which are not written into code, by format. */
const FILES: Readonly<Record<string, string>> = {
  ca_certificate: 'ca.pem',
  certificate_chain: 'tls-certificate.pem',
  csr: 'operator-csr.pem',
  private_key: 'tls-key.pem',
};

/** Begins a value that the printed example reads from a file: `file:ca.pem`. */
const FILE = 'file:';

/** The kind without the attributes that only some profiles have, if the profile of the specification has the kind. */
function usualKind(kind: Kind): Kind {
  return isKindIn(kind, PROFILES.spec) ? kindIn(kind, PROFILES.spec) : kind;
}

/** A complete configuration that is valid in the profile of the specification, if that has the kind. */
export function sampleConfig(kind: Kind): JsonObject {
  return fullConfig(usualKind(kind), 0, { object: 0 });
}

/** Returns the block of a kind, after the blocks that it refers to. */
export function kindExample(kind: Kind): ExampleBlock[] {
  const usual = usualKind(kind);
  return withDependencies(resourceBlock(kind, 'example', sampleConfig(kind)), dependencies(usual));
}

/** Returns a block after those blocks of `around` that it refers to. */
export function withDependencies(
  block: ExampleBlock,
  around: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>,
): ExampleBlock[] {
  const referred = [
    ...new Set(
      [...JSON.stringify(block.values).matchAll(/\$\{netingress_(\w+)\.(\w+)\.(?:id|ip_policy_id)\}/g)].map(
        ([, type = '', name = '']) => `${type}.${name}`,
      ),
    ),
  ];
  const before = referred.flatMap((address) => {
    const [type = '', name = ''] = address.split('.');
    const values = around[`netingress_${type}`]?.[name];
    if (!values) throw new Error(`The sample of ${block.type} refers to ${address}, which does not exist`);
    const kind = tryFindKind(type);
    // 'sample' becomes the description of WORDS.
    const referredBlock = kind
      ? resourceBlock(kind, nameOf(name), { ...values, description: 'sample' })
      : resourceBlock(getComposite(type), nameOf(name), values);
    return withDependencies(referredBlock, around);
  });
  return [...before, block];
}

function resourceBlock(kind: Kind | Composite, name: string, sample: JsonObject): ExampleBlock {
  const values = shown(kind.attributes, sample);
  return {
    block: 'resource',
    type: kind.name,
    name,
    className: pascalCase(kind.name),
    attributes: kind.attributes,
    values,
  };
}

/**
 * Returns values for readers: without deprecated attributes, and with readable strings. A generated string without one
 * in WORDS is left out.
 */
export function shown(attributes: Attributes, values: JsonObject): JsonObject {
  const entries = Object.entries(attributes).flatMap(([name, attribute]): [string, Json][] => {
    const value = values[name];
    if (value === undefined || value === null || attribute.deprecated !== undefined) return [];
    const seen = shownValue(name, attribute, value);
    return seen === undefined ? [] : [[name, seen]];
  });
  return Object.fromEntries(entries);
}

function shownValue(name: string, attribute: Attribute, value: Json): Json | undefined {
  const format = ('format' in attribute && attribute.format) || '';
  if (FILES[format]) return `${FILE}${FILES[format]}`;
  const readable = format in SAMPLES_BY_FORMAT ? formatOf(attribute)?.examples[0]?.[0] : undefined;
  if (typeof value === 'string') return readable ?? (value.startsWith('sample') ? WORDS[name] : value);
  if (Array.isArray(value) && String(value[0]).startsWith('sample')) return WORDS[name] && [WORDS[name]];
  const members = membersOf(attribute);
  if (!members) return value;
  if (attribute.type === 'object') return orNothing(shown(members, value as JsonObject));
  if (Array.isArray(value)) return value.map((element) => shown(members, element as JsonObject));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, element]) => [key, shown(members, element as JsonObject)]),
  );
}

function orNothing(values: JsonObject): JsonObject | undefined {
  return Object.keys(values).length === 0 ? undefined : values;
}

/** The name of a block, from that of the samples: `dep0` is the first object that another one refers to. */
function nameOf(name: string): string {
  return { dep0: 'first', dep1: 'second', ruled0: 'first', ruled1: 'second' }[name] ?? name;
}

const CREATED_FIRST = '\n  lifecycle {\n    create_before_destroy = true\n  }\n';

export function hclExample(blocks: readonly ExampleBlock[]): string {
  return blocks
    .map(({ block, type, name, attributes, values }) => {
      const lines = printHclAttributes(entriesOf(attributes, values), 2).join('\n');
      const order = block === 'resource' && isCreatedFirst(type) ? CREATED_FIRST : '';
      return `${block} "netingress_${type}" "${name}" {\n${lines}\n${order}}`;
    })
    .join('\n\n')
    .replace(/"file:([\w.-]+)"/g, 'file("$1")');
}

/** Renders blocks in TypeScript; `stack` is defined by the reader. */
export function tsExample(blocks: readonly ExampleBlock[]): string {
  const variable = (type: string, name: string): string => camelCase(`${name}_${type}`);
  const text = blocks.map(({ block, type, name, className, attributes, values }, index) => {
    const scope: TsScope = {
      reference: (to) => variable(to.type, to.name),
      secret: () => '',
    };
    const later = JSON.stringify(blocks.slice(index + 1).map((each) => each.values));
    const used = block === 'resource' && later.includes(`netingress_${type}.`) && isReferred(later, type, name);
    const props = tsObject(entriesOf(attributes, values), 0, scope, camelCase);
    return `${used ? `const ${variable(type, name)} = ` : ''}new ${className}(stack, '${id(name, type, block)}', ${props});`;
  });
  const code = text.join('\n').replace(/'file:([\w.-]+)'/g, "readFileSync('$1', 'utf8')");
  const policies = code.includes('TrafficPolicy.') ? ['TrafficPolicy'] : [];
  const names = [...new Set([...blocks.map(({ className }) => className), ...policies])].sort();
  const imports = `import { ${names.join(', ')} } from 'netingress';\n\n`;
  return `${code.includes('readFileSync(') ? `import { readFileSync } from 'node:fs';\n` : ''}${imports}${code}`;
}

function isReferred(text: string, type: string, name: string): boolean {
  const references = [...text.matchAll(/\$\{netingress_(\w+)\.(\w+)\.(?:id|ip_policy_id)\}/g)];
  return references.some(([, otherType, sample = '']) => otherType === type && nameOf(sample) === name);
}

/** Construct ids are unique in a stack across types. */
function id(name: string, type: string, block: string): string {
  return `${name}-${type.replaceAll('_', '-')}${block === 'resource' ? '' : `-${block}`}`;
}

function entriesOf(attributes: Attributes, values: JsonObject): ObjectEntry[] {
  return Object.entries(values).map(([name, value]) => {
    const attribute = attributes[name];
    const isPolicy = attribute && 'format' in attribute && attribute.format === 'traffic_policy';
    if (isPolicy) return [name, { type: 'policy', parts: [stringify(JSON.parse(String(value)))] }];
    return [name, expressionOf(attribute, value as Json)];
  });
}

function expressionOf(attribute: Attribute | undefined, value: Json): DeclaredValue {
  const reference = typeof value === 'string' ? /^\$\{netingress_(\w+)\.(\w+)\.(id|ip_policy_id)\}$/.exec(value) : null;
  if (reference) {
    const [, resource = '', name = '', member = ''] = reference;
    return {
      type: 'reference',
      to: { type: resource, name: nameOf(name) },
      attribute: member as 'id' | 'ip_policy_id',
    };
  }
  const members = attribute && membersOf(attribute);
  if (Array.isArray(value)) {
    const items = (value as Json[]).map(
      (item): DeclaredValue =>
        members && isJsonObject(item)
          ? { type: 'object', members: entriesOf(members, item) }
          : expressionOf(undefined, item),
    );
    return { type: 'list', items };
  }
  if (!isJsonObject(value)) return { type: 'literal', value: value as string | number | boolean };
  if (attribute?.type === 'map')
    return {
      type: 'map',
      members: Object.entries(value).map(([key, element]) => [
        key,
        members
          ? { type: 'object', members: entriesOf(members, element as JsonObject) }
          : expressionOf(undefined, element as Json),
      ]),
    };
  return { type: 'object', members: entriesOf(members ?? {}, value) };
}
