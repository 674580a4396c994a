import { type IResolvable, type IResolveContext, Token } from 'cdktf';
import type { Attribute, Attributes } from '../model/kind';
import { memoizeObject } from '../model/memoize';
import { camelCase } from '../model/naming';
import { isInput } from '../model/request';
import { isPlainObject } from '../values/json';
import { isTextValue } from './text-value';
import { isToken } from './tokens';

/** Props by camel-case name, at the top level or of a nested object. */
export type Props = Readonly<Record<string, unknown>>;

/** The arguments that CDKTF renders, those of `TerraformMetaArguments`. */
const META_ARGUMENTS = ['dependsOn', 'count', 'provider', 'lifecycle', 'forEach', 'provisioners', 'connection'];

/** The inputs of one construct: its props without {@link META_ARGUMENTS}, and what its setters have assigned since. */
export class ConstructInputs<P extends object> {
  private readonly values: Partial<P>;

  constructor(props: P) {
    this.values = { ...props };
    for (const name of META_ARGUMENTS) delete (this.values as Record<string, unknown>)[name];
  }

  get<K extends keyof P>(name: K): P[K] | undefined {
    return this.values[name];
  }

  set<K extends keyof P>(name: K, value: P[K]): void {
    this.values[name] = value;
  }

  reset(name: keyof P): void {
    delete this.values[name];
  }

  all(): Props {
    return this.values as Props;
  }
}

export interface InputProp {
  readonly name: string;
  readonly prop: string;
  readonly attribute: Attribute;
}

export interface InputProps {
  readonly list: readonly InputProp[];
  readonly byProp: ReadonlyMap<string, Attribute>;
  /** Whether no input is an object or a collection of objects. */
  readonly isFlat: boolean;
}

// Thousands of rules have the same attributes, and each of them looks up its inputs several times in a synthesis.
export const getInputProps = memoizeObject((attributes: Attributes): InputProps => {
  const list = Object.entries(attributes)
    .filter(([, attribute]) => isInput(attribute))
    .map(([name, attribute]) => ({ name, prop: camelCase(name), attribute }));
  return {
    list,
    byProp: new Map(list.map(({ prop, attribute }) => [prop, attribute])),
    isFlat: list.every(({ attribute }) => nestedAttributes(attribute) === undefined),
  };
});

export function nestedAttributes(attribute: Attribute): Attributes | undefined {
  if (attribute.type === 'object') return attribute.attributes;
  return 'elements' in attribute && attribute.elements !== 'string' ? attribute.elements : undefined;
}

/**
 * Converts props to attributes in the model's order, without undefined ones. Tokens, at any depth, and values of a
 * wrong type are not changed. Props that the model lacks are left out. Validation reports these and the wrong types.
 */
export function renderAttributes(attributes: Attributes, props: Props): Record<string, unknown> {
  const rendered: Record<string, unknown> = {};
  for (const { name, prop, attribute } of getInputProps(attributes).list) {
    const value = props[prop];
    if (value !== undefined) rendered[name] = renderValue(attribute, value);
  }
  return rendered;
}

function renderValue(attribute: Attribute, value: unknown): unknown {
  if (isTextValue(value)) return value.toString();
  const members = nestedAttributes(attribute);
  if (!members || isToken(value)) return value;
  if (attribute.type === 'object') return renderMember(members, value);
  if (attribute.type === 'map' && isProps(value)) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(entries.map(([key, item]) => [key, renderMember(members, item)]));
  }
  return Array.isArray(value) ? value.map((item: unknown) => renderMember(members, item)) : value;
}

function renderMember(members: Attributes, item: unknown): unknown {
  return isProps(item) && !isToken(item) ? renderAttributes(members, item) : item;
}

/**
 * Whether a write-only attribute is configured, also within objects, but not within elements of lists, sets and maps.
 */
export function hasWriteOnlyValue(attributes: Attributes, props: Props): boolean {
  return getInputProps(attributes).list.some(({ prop, attribute }) => {
    const value = props[prop];
    if (value === undefined || value === null) return false;
    if (attribute.type === 'object') return isProps(value) && hasWriteOnlyValue(attribute.attributes, value);
    return attribute.writeOnly === true;
  });
}

/** An instance of a class cannot be props, because its members may be private. */
export function isProps(value: unknown): value is Props {
  return isPlainObject(value);
}

/**
 * Converts rendered attributes to JSON output. Functions and instances of a class are replaced: of an instance, CDKTF
 * would search all members for tokens while it prepares the app. Validation reports both before they are written.
 *
 * @param describe returns the error message, for output without validation
 */
export function jsonAttributes(
  rendered: Readonly<Record<string, unknown>>,
  describe: () => string,
): Record<string, unknown> {
  return toJsonValue(rendered, describe) as Record<string, unknown>;
}

function toJsonValue(value: unknown, describe: () => string): unknown {
  if (typeof value === 'string') return escapeByteOrderMark(value);
  if (value === null || (typeof value !== 'object' && typeof value !== 'function') || isToken(value)) return value;
  if (Array.isArray(value)) return value.map((item) => toJsonValue(item, describe));
  if (!isProps(value)) return new InvalidValue(describe);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toJsonValue(member, describe)]));
}

/** Terraform parses JSON strings as templates, and removes U+FEFF at the start as a byte order mark. */
function escapeByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? `\${"\ufeff"}${text.slice(1)}` : text;
}

class InvalidValue implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(private readonly describe: () => string) {}

  resolve({ preparing }: IResolveContext): unknown {
    if (preparing) return undefined;
    throw new Error(this.describe());
  }

  toString(): string {
    return Token.asString(this);
  }
}

/**
 * Converts rendered attributes to HCL output. Every string is quoted or escaped here, because CDKTF's HCL writer takes
 * strings that start with a bracket or a quote for HCL, and does not escape line breaks.
 */
export function hclAttributes(rendered: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const set = Object.entries(rendered).filter(([, value]) => value !== null);
  return Object.fromEntries(set.map(([name, value]) => [name, { value: toHclValue(value), type: 'any' }]));
}

/** Escapes of JSON that HCL does not have. */
const HCL_ESCAPES: Readonly<Record<string, string>> = { '\\b': '\\u0008', '\\f': '\\u000c' };

function toHclValue(value: unknown): unknown {
  if (typeof value === 'string') {
    const quoted = JSON.stringify(value).replace(/\\./g, (pair) => HCL_ESCAPES[pair] ?? pair);
    // The writer adds quotes to strings with a template.
    return Token.isUnresolved(value) || value.includes('${') ? quoted.slice(1, -1) : quoted;
  }
  if (isToken(value)) return value;
  if (Array.isArray(value)) return value.map(toHclValue);
  if (!isProps(value)) return value;
  const set = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(set.map(([name, member]) => [name, toHclValue(member)]));
}
