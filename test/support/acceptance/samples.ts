/**
 * Valid values for the attributes of a kind, made from the model, so that tests include a new kind as soon as the model
 * has it.
 * `n` picks among alternatives: n and n + 1 give values that differ in meaning, unless only one value is valid.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatOf } from '../../../src/model/canonical';
import { ipPolicyRules } from '../../../src/model/composites';
import type {
  Attribute,
  Attributes,
  FormatName,
  Kind,
  ScalarAttribute,
  StringsAttribute,
} from '../../../src/model/kind';
import { getKind } from '../../../src/model/kinds';
import { attributeAt } from '../../../src/model/natural-key';
import type { RawValues } from '../../../src/model/problem';
import { isInput } from '../../../src/model/request';
import { UNKNOWN } from '../../../src/values/cty-value';
import { isJsonObject, type Json, type JsonObject } from '../../../src/values/json';

/** Which object the values are for; values of natural keys differ from object to object. */
export interface SampleContext {
  /** Small number of the object within its configuration. */
  readonly object: number;
}

/** The text of a file of test/fixtures: `pem('tls-key-1')`. */
export const pem = (name: string): string => readFileSync(join(__dirname, `../../fixtures/${name}.pem`), 'utf8');
const fixtures = (name: string): string[] => [1, 2].map((n) => pem(`${name}-${n}`));
const csr = fixtures('csr');
const ca = fixtures('ca');
// Two certificates for one key, and that key in two forms: either can change without the other.
const certificates = fixtures('tls-certificate');
const keys = fixtures('tls-key');

/** Values of formats whose examples in the model do not suffice: these differ by `n` or by object, or are files. */
export const SAMPLES_BY_FORMAT: Readonly<Partial<Record<FormatName, (n: number, context: SampleContext) => string>>> = {
  acl: (n) => `bind:app${n}.example.com`,
  ca_certificate: (n) => ca[n % ca.length] as string,
  certificate_chain: (n) => certificates[n % certificates.length] as string,
  cidr: (n, { object }) => `10.${object}.${n}.0/24`,
  csr: (n) => csr[n % csr.length] as string,
  domain: (n, { object }) => `n${n}-o${object}.apps.example.com`,
  endpoint_selector: (n) => `endpoint.port == ${n}`,
  endpoint_url: (n, { object }) => `https://n${n}-o${object}.internal`,
  hostname: (n, { object }) => `n${n}-o${object}.ingress.example.com`,
  private_key: (n) => keys[n % keys.length] as string,
  ssh_public_key: (n, { object }) => ed25519Line(`${n} ${object}`),
  traffic_policy: (n) => JSON.stringify(denyPolicy(400 + n)),
  vault_name: (n, { object }) => `sample-${n}.of/${object}`,
};

/** Members in alphabetical order, as Terraform's `jsonencode` writes them in generated configuration. */
function denyPolicy(status: number): JsonObject {
  return { on_http_request: [{ actions: [{ config: { status_code: status }, type: 'deny' }] }] };
}

/** A well-formed authorized-keys line, another one for every seed. */
function ed25519Line(seed: string): string {
  const field = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  const body = Buffer.concat([field(Buffer.from('ssh-ed25519')), field(createHash('sha256').update(seed).digest())]);
  return `ssh-ed25519 ${body.toString('base64')} key ${seed}`;
}

/** Terraform address of the object of a kind that samples refer to; there are two of each, `dep0` and `dep1`. */
export function dependencyAddress(kind: string, n: number): string {
  return `netingress_${kind}.dep${n % 2}`;
}

/**
 * The sample with references to policies in place of those to their rule sets, for tests that create objects one by
 * one: `netingress_ip_policy_rules.ruled0.ip_policy_id` -> `netingress_ip_policy.dep0.id`.
 */
export function namePoliciesById(values: JsonObject): JsonObject {
  const pattern = /netingress_ip_policy_rules\.ruled(\d)\.ip_policy_id/g;
  return JSON.parse(JSON.stringify(values).replaceAll(pattern, 'netingress_ip_policy.dep$1.id')) as JsonObject;
}

export function referredKinds(kind: Kind): string[] {
  const referred = Object.values(kind.attributes).flatMap((attribute) =>
    'ref' in attribute && attribute.ref && isInput(attribute) ? [attribute.ref.kind] : [],
  );
  return [...new Set(referred)];
}

/** A configuration with the attributes that are required, always or on create. `n` picks among alternatives. */
export function minimalConfig(kind: Kind, context: SampleContext, n = 0): JsonObject {
  const isRequired = (each: Attribute): boolean => each.presence === 'required' || each.requiredOnCreate === true;
  return configOf(kind.attributes, n, context, isRequired);
}

/**
 * A configuration with every attribute that can be set. Of attributes that exclude each other, `n` picks the one that
 * is set.
 */
export function fullConfig(kind: Kind, n: number, context: SampleContext): JsonObject {
  const values = configOf(kind.attributes, n, context, () => true);
  const excluded = (kind.conflicts ?? []).flatMap(({ attributes }) =>
    attributes.filter((_, index) => index !== n % attributes.length),
  );
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !excluded.includes(name)));
  return consistent(kind, rest);
}

/**
 * The configuration with the elements that its attributes require, and without the attributes that it does not allow
 * (`allowedOnlyWith`).
 */
export function consistent(kind: Kind, values: JsonObject): JsonObject {
  const whole: Record<string, Json | undefined> = { ...values };
  for (const { attribute, requires, element } of kind.requires ?? []) {
    const elements = Array.isArray(whole[requires]) ? (whole[requires] as Json[]) : [];
    if (whole[attribute] !== undefined && !elements.includes(element)) whole[requires] = [...elements, element];
  }
  for (const [name, { allowedOnlyWith }] of Object.entries(kind.attributes)) {
    if (allowedOnlyWith && whole[allowedOnlyWith.attribute] !== allowedOnlyWith.value) delete whole[name];
  }
  return whole;
}

/** Full configurations of one object, with every alternative in at least one of them. */
export function fullConfigs(kind: Kind, context: SampleContext): JsonObject[] {
  return Array.from({ length: fullVariants(kind) }, (_, n) => fullConfig(kind, n, context));
}

/** How many full configurations a kind needs so that each alternative is in one of them. */
export function fullVariants(kind: Kind): number {
  const widths = (attributes: Attributes): number[] =>
    Object.values(attributes).flatMap((attribute) =>
      attribute.type === 'object' ? [attribute.exactlyOne?.length ?? 1, ...widths(attribute.attributes)] : [],
    );
  const selectors = Object.values(kind.attributes).flatMap(({ allowedOnlyWith }) => {
    const other = allowedOnlyWith && kind.attributes[allowedOnlyWith.attribute];
    return other && 'enum' in other && other.enum ? [other.enum.length] : [];
  });
  const conflicts = (kind.conflicts ?? []).map(({ attributes }) => attributes.length);
  return Math.max(1, ...widths(kind.attributes), ...selectors, ...conflicts);
}

type IsWanted = (attribute: Attribute) => boolean;

/** With `only`, the attribute of that name alone. */
function configOf(
  attributes: Attributes,
  n: number,
  context: SampleContext,
  wanted: IsWanted,
  only?: string,
): JsonObject {
  const values: Record<string, Json> = {};
  for (const [name, attribute] of Object.entries(attributes)) {
    if (!isInput(attribute) || (only === undefined ? !wanted(attribute) : name !== only)) continue;
    values[name] = sampleWithin(attribute, n, context, wanted);
  }
  return values;
}

function sampleWithin(attribute: Attribute, n: number, context: SampleContext, wanted: IsWanted): Json {
  if (attribute.type !== 'object') return sampleValue(attribute, n, context);
  const only = attribute.exactlyOne?.[n % attribute.exactlyOne.length];
  return configOf(attribute.attributes, n, context, wanted, only);
}

export function sampleValue(attribute: Attribute, n: number, context: SampleContext): Json {
  if (attribute.examples) return attribute.examples[n % attribute.examples.length] ?? null;
  switch (attribute.type) {
    case 'object':
      return sampleWithin(attribute, n, context, () => true);
    case 'bool':
      return (n % 2 === 0) !== (attribute.default === true);
    case 'number':
      return attribute.allowedNumbers
        ? (attribute.allowedNumbers[n % attribute.allowedNumbers.length] as number)
        : n + 1;
    case 'map':
      return { [`key ${n}`]: `value ${n}` };
    case 'string':
      return sampleText(attribute, n, context);
    default:
      if (attribute.elements !== 'string') return [configOf(attribute.elements, n, context, () => true)];
      return attribute.enum
        ? [...new Set([sampleText(attribute, n, context), sampleText(attribute, n + 1, context)])]
        : [sampleText(attribute, n, context)];
  }
}

function sampleText(attribute: ScalarAttribute | StringsAttribute, n: number, context: SampleContext): string {
  // An enforced restriction of a policy without rules is refused, so the policy is named through its rules.
  if (attribute.hasMustAdmit) return `\${netingress_${ipPolicyRules.name}.ruled${n % 2}.ip_policy_id}`;
  if (attribute.ref) return `\${${dependencyAddress(attribute.ref.kind, n)}.id}`;
  // A kind that exists once per value of an enum gets another value for each object.
  if (attribute.enum) return attribute.enum[(n + context.object) % attribute.enum.length] as string;
  const made = attribute.format && SAMPLES_BY_FORMAT[attribute.format]?.(n, context);
  if (made !== undefined) return made;
  const { check, examples = [] } = formatOf(attribute) ?? {};
  if (check) return examples[n % examples.length]?.[0] as string;
  return `sample ${n}-${context.object} of "quotes", ünïcödé and a\nsecond line`;
}

/** Path of an attribute: member names from the top. */
export type LeafPath = readonly string[];

/** One attribute that a configuration sets, at any depth of nested objects. */
export interface Leaf {
  readonly path: LeafPath;
  readonly attribute: Attribute;
  readonly value: Json;
}

/** Every attribute that a configuration sets, objects before their members. */
export function leavesOf(attributes: Attributes, values: JsonObject, above: LeafPath = []): Leaf[] {
  return Object.entries(attributes).flatMap(([name, attribute]): Leaf[] => {
    const value = values[name];
    if (value === undefined || value === null) return [];
    const path = [...above, name];
    const leaf: Leaf = { path, attribute, value };
    return attribute.type === 'object' && isJsonObject(value)
      ? [leaf, ...leavesOf(attribute.attributes, value, path)]
      : [leaf];
  });
}

/** The configuration with another value at the path; without the attribute if `value` is undefined. */
export function withValue(values: JsonObject, [first, ...rest]: LeafPath, value: Json | undefined): JsonObject {
  const name = first as string;
  const { [name]: present, ...others } = values;
  if (rest.length > 0) return { ...others, [name]: withValue(isJsonObject(present) ? present : {}, rest, value) };
  return value === undefined ? others : { ...others, [name]: value };
}

/**
 * The configuration without an attribute, and without what would be invalid or useless then (`requires` of the kind):
 * an attribute that requires an element of the removed one, or the element that the removed one required.
 */
export function withoutAttribute(kind: Kind, values: JsonObject, path: LeafPath): JsonObject {
  const without = withValue(values, path, undefined);
  const rule = kind.requires?.find(
    ({ attribute, requires }) => path.length === 1 && [attribute, requires].includes(path[0] as string),
  );
  if (!rule) return without;
  if (rule.requires === path[0]) return withValue(without, [rule.attribute], undefined);
  const elements = without[rule.requires];
  return Array.isArray(elements)
    ? { ...without, [rule.requires]: elements.filter((element) => element !== rule.element) }
    : without;
}

/**
 * The resources that samples of a kind refer to, directly or through others, in Terraform's JSON syntax. `find` returns
 * a kind as the profile has it; `firstObject` is the number (`SampleContext.object`) of the first object.
 */
export function dependencies(
  kind: Kind,
  find: (name: string) => Kind = getKind,
  firstObject = 200,
): Record<string, Record<string, JsonObject>> {
  const resources: Record<string, Record<string, JsonObject>> = {};
  for (const name of referredKinds(kind)) {
    const referred = find(name);
    Object.assign(resources, dependencies(referred, find, firstObject));
    resources[`netingress_${name}`] = Object.fromEntries(
      [0, 1].map((n) => [`dep${n}`, minimalConfig(referred, { object: firstObject + n })]),
    );
  }
  if (Object.values(kind.attributes).some((attribute) => attribute.hasMustAdmit)) {
    const rules = { '203.0.113.0/24': { action: 'allow' } };
    const names = ['ruled0', 'ruled1'];
    // Not the policies of the samples of single rules, which cannot have a set, too.
    const policies = Object.fromEntries(names.map((name) => [name, {}]));
    resources['netingress_ip_policy'] = { ...resources['netingress_ip_policy'], ...policies };
    resources[`netingress_${ipPolicyRules.name}`] = Object.fromEntries(
      names.map((name) => [name, { ip_policy_id: `\${netingress_ip_policy.${name}.id}`, rules }]),
    );
  }
  return resources;
}

/**
 * How many objects of a kind can exist at once: as many as an enum has values, if the kind is unique by it; else
 * infinite.
 */
export function capacity(kind: Kind): number {
  if (!kind.naturalKey?.unique) return Number.POSITIVE_INFINITY;
  const widths = kind.naturalKey.attributes.map((path) => {
    const attribute = attributeAt(kind.attributes, path);
    return 'enum' in attribute && attribute.enum ? attribute.enum.length : Number.POSITIVE_INFINITY;
  });
  return widths.reduce((all, width) => all * width, 1);
}

/** The values, with an unknown one in place of each reference to another resource. */
export function withUnknownReferences(values: JsonObject): RawValues {
  return toUnknown(values) as RawValues;
}

function toUnknown(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('${') ? UNKNOWN : value;
  if (Array.isArray(value)) return value.map(toUnknown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toUnknown(member)]));
}
