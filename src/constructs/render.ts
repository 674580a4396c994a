/** From the props of a construct to the attributes of Terraform's configuration. */
import { type IResolvable, type IResolveContext, Token } from 'cdktf';
import { isPlainObject } from '../model/json';
import type { Attribute, Attributes } from '../model/kind';
import { isInput } from '../model/request';
import { camelCase } from './naming';
import { isToken } from './tokens';

/** Props by camel-case name; also those of nested objects. */
export type Props = Readonly<Record<string, unknown>>;

/**
 * The attributes that the props give, by the specification's names, in the model's order; undefined ones are left out.
 * Tokens stay as they are at any depth, and so do values of a wrong type, which validation reports.
 */
export function renderAttributes(attributes: Attributes, props: Props): Record<string, unknown> {
  const rendered: Record<string, unknown> = {};
  for (const { name, prop, attribute } of inputProps(attributes)) {
    const value = props[prop];
    if (value !== undefined) rendered[name] = renderValue(attribute, value);
  }
  return rendered;
}

/** An attribute that users give, and the name of its property. */
export interface InputProp {
  readonly name: string;
  readonly prop: string;
  readonly attribute: Attribute;
}

const known = new WeakMap<Attributes, readonly InputProp[]>();

/** The inputs among the attributes, in the model's order. Looked up once: of thousands of rules each has the same. */
export function inputProps(attributes: Attributes): readonly InputProp[] {
  const before = known.get(attributes);
  if (before) return before;
  const found = Object.entries(attributes)
    .filter(([, attribute]) => isInput(attribute))
    .map(([name, attribute]) => ({ name, prop: camelCase(name), attribute }));
  known.set(attributes, found);
  return found;
}

function renderValue(attribute: Attribute, value: unknown): unknown {
  if (isToken(value)) return value;
  if (attribute.type === 'object') return isProps(value) ? renderAttributes(attribute.attributes, value) : value;
  if (!('elements' in attribute) || attribute.elements === 'string') return value;
  const members = attribute.elements;
  if (attribute.type === 'map' && isProps(value)) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(entries.map(([key, item]) => [key, renderMember(members, item)]));
  }
  return Array.isArray(value) ? value.map((item: unknown) => renderMember(members, item)) : value;
}

function renderMember(members: Attributes, item: unknown): unknown {
  return isProps(item) && !isToken(item) ? renderAttributes(members, item) : item;
}

/** Whether the value can be the props of a nested object; an instance of a class cannot, since its members may be hidden. */
export function isProps(value: unknown): value is Props {
  return isPlainObject(value);
}

/**
 * The rendered attributes for the core, whose output is JSON. An instance of a class is left out while the app is
 * prepared, because the core would look for tokens in all of it, and never renders: validation has reported it by then.
 *
 * @param describe what is wrong, for renderings without validation
 */
export function jsonAttributes(
  rendered: Readonly<Record<string, unknown>>,
  describe: () => string,
): Record<string, unknown> {
  return jsonValue(rendered, describe) as Record<string, unknown>;
}

function jsonValue(value: unknown, describe: () => string): unknown {
  if (typeof value === 'string') return jsonText(value);
  if (value === null || (typeof value !== 'object' && typeof value !== 'function') || isToken(value)) return value;
  if (Array.isArray(value)) return value.map((item) => jsonValue(item, describe));
  if (!isProps(value)) return new Misplaced(describe);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, jsonValue(member, describe)]));
}

/** Terraform reads a string in JSON as a template, and takes U+FEFF at its start for a byte order mark, which it removes. */
function jsonText(text: string): string {
  return text.startsWith('\ufeff') ? `\${"\ufeff"}${text.slice(1)}` : text;
}

/** In place of a value that the core cannot resolve. */
class Misplaced implements IResolvable {
  readonly creationStack: string[] = [];
  readonly #describe: () => string;

  constructor(describe: () => string) {
    this.#describe = describe;
  }

  resolve({ preparing }: IResolveContext): unknown {
    if (preparing) return undefined;
    throw new Error(this.#describe());
  }

  toString(): string {
    return Token.asString(this);
  }
}

/**
 * The rendered attributes for HCL output. The core's HCL writer quotes texts only in part (it takes a text that starts
 * with a bracket or a quote for finished HCL, and breaks on new lines), so every text is given to it quoted or escaped.
 */
export function hclAttributes(rendered: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = Object.entries(rendered).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, { value: hclValue(value), type: 'any' }]));
}

/** The escapes of JSON that HCL does not have. */
const hclEscapes: Readonly<Record<string, string>> = { '\\b': '\\u0008', '\\f': '\\u000c' };

function hclValue(value: unknown): unknown {
  if (typeof value === 'string') {
    const quoted = JSON.stringify(value).replace(/\\./g, (pair) => hclEscapes[pair] ?? pair);
    // The writer puts quotes around texts with a template itself.
    return Token.isUnresolved(value) || value.includes('${') ? quoted.slice(1, -1) : quoted;
  }
  if (isToken(value)) return value;
  if (Array.isArray(value)) return value.map(hclValue);
  if (!isProps(value)) return value;
  const given = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(given.map(([name, member]) => [name, hclValue(member)]));
}
