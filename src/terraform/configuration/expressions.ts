/**
 * `resolve` returns, for example:
 *     'a-${each.key}' -> 'a-eu', in the instance with this key
 *     '${netingress_ip_policy.a.id}' -> what `scope` returns for the reference
 *     '${var.a ? 1 : 2}' -> Unknown: '${var.a ? 1 : 2}' in ... is evaluated by Terraform only
 */

import { compareCodePoints, distinct } from '../../model/arrays';
import { jsonencode } from '../../model/formats/jsonencode';
import { memoizeObject } from '../../model/memoize';
import {
  type Address,
  formatAddress,
  formatSteps,
  type ParsedReference,
  parseStepsAt,
  type Step,
} from '../../values/address';
import { isJsonObject, type Json, tryParseJson } from '../../values/json';
import { Identities, isFullyKnown, isUnknown, type KnownJson, listUnknown, Unknown } from '../../values/known';
import { skipString, skipTemplate, skipToken } from './tokens';

/** A value that only the object at an address has. The reader that knows the object replaces it. */
export class Reference extends Unknown {
  /** The stack that contains the object; undefined if the caller names none for a plan, which has only one. */
  readonly stack: string | undefined;
  readonly address: Address;
  readonly path: readonly Step[];

  readonly #identities: Identities;

  constructor(identities: Identities, stack: string | undefined, { address, path }: ParsedReference) {
    const separator = path[0] && 'name' in path[0] ? '.' : '';
    const reference = `${formatAddress(address)}${separator}${formatSteps(path)}`;
    super({ kind: 'reference', reference, stack }, identities.of('reference', stack ?? null, reference));
    this.#identities = identities;
    this.stack = stack;
    this.address = address;
    this.path = path;
  }

  /** The attribute that the reference reads; undefined for a part of one, or the whole object. */
  get attribute(): string | undefined {
    const [step, ...more] = this.path;
    return step && 'name' in step && more.length === 0 ? step.name : undefined;
  }

  follow(steps: readonly Step[]): Reference {
    return new Reference(this.#identities, this.stack, { address: this.address, path: [...this.path, ...steps] });
  }
}

/** The identities of one plan, or of one list of stacks. An equal copy of the plan or list has other ones. */
export const identitiesOf = memoizeObject((_: object) => new Identities());

/** `findValue` returns a value, a {@link Reference}, or unknown. */
export interface Scope {
  /** The name of the place of the value in causes: `netingress_ip_policy.a of the stack app`. */
  readonly place: string;
  readonly findValue: (steps: readonly Step[]) => KnownJson;
  readonly identities: Identities;
}

export function resolve(value: Json | undefined, scope: Scope): KnownJson {
  if (typeof value === 'string') return resolveTemplate(value, scope);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => resolve(item, scope));
  if (!isJsonObject(value)) return (value ?? null) as KnownJson;
  const members = Object.entries(value).map(([name, member]): [KnownJson, KnownJson] => [
    resolveTemplate(name, scope),
    resolve(member, scope),
  ]);
  return toObject(members) ?? notEvaluated(JSON.stringify(value), scope);
}

/** For references to objects that the caller knows. */
export function replaceUnknown(value: KnownJson, replace: (unknown: Unknown) => KnownJson): KnownJson {
  if (isUnknown(value)) return replace(value);
  if (Array.isArray(value)) return (value as readonly KnownJson[]).map((item) => replaceUnknown(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceUnknown(member, replace)]));
}

export function hasExpression(value: Json | undefined): boolean {
  if (typeof value === 'string') return splitTemplate(value).some((part) => 'source' in part);
  if (Array.isArray(value)) return (value as readonly Json[]).some(hasExpression);
  return isJsonObject(value) && Object.entries(value).some((entry) => entry.some(hasExpression));
}

/** Without escapes: `a$${b}` -> `a${b}`. Undefined for a value with an expression. */
export function readLiteral(value: Json): Json | undefined {
  if (hasExpression(value)) return undefined;
  const findValue = (steps: readonly Step[]) => new Unknown({ kind: 'reference', reference: formatSteps(steps) });
  return resolve(value, { place: 'a literal', findValue, identities: new Identities() }) as Json;
}

/**
 * Also in expressions that only Terraform can evaluate; and what only looks like a reference, such as the `x.id` of
 * `[for x in local.all : x.id]`.
 */
export function findReferences(value: Json | undefined): Step[][] {
  if (typeof value === 'string')
    return splitTemplate(value).flatMap((part) => ('source' in part ? referencesIn(part.source) : []));
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(findReferences);
  return isJsonObject(value) ? Object.entries(value).flat().flatMap(findReferences) : [];
}

function referencesIn(source: string): Step[][] {
  const found: Step[][] = [];
  for (let index = 0; index < source.length; ) {
    const steps = parseStepsAt(source, index);
    if (steps && steps.steps.length > 1) found.push(steps.steps);
    const end = steps?.end ?? skipToken(source, index);
    const hasTemplates = source[index] === '"' || source.startsWith('<<', index);
    if (hasTemplates) found.push(...findReferences(source.slice(index, end)));
    index = end;
  }
  return found;
}

export type TemplatePart = { readonly text: string } | { readonly source: string };

/** Removes the escapes `$${` and `%%{`. A directive `%{if ...}` is an expression. */
export function splitTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let text = '';
  for (let index = 0; index < template.length; ) {
    // `${` and `%{` start an expression; `$${` and `%%{` are escapes.
    const [start = ''] = /^(?:[$%]{1,2}\{)/.exec(template.slice(index, index + 3)) ?? [];
    if (start.length === 2) {
      if (text !== '') parts.push({ text });
      text = '';
      const end = skipTemplate(template, index + 2);
      const source = template.slice(index + 2, end - 1);
      parts.push({ source: start === '${' ? source : `%{${source}}` });
      index = end;
    } else if (start[0] !== undefined && start[0] === start[1]) {
      text += start.slice(1);
      index += 3;
    } else {
      text += template[index];
      index += 1;
    }
  }
  return text === '' ? parts : [...parts, { text }];
}

function resolveTemplate(template: string, scope: Scope): KnownJson {
  const parts = splitTemplate(template);
  const [first] = parts;
  // A template that is one expression has its value; every other one is a string.
  if (first && parts.length === 1 && 'source' in first) return resolveExpression(first.source, scope);
  return joinParts(parts, template, scope);
}

function joinParts(parts: readonly TemplatePart[], template: string, scope: Scope): KnownJson {
  const values = parts.map((part) => ('text' in part ? part.text : resolveExpression(part.source, scope)));
  const [unknown] = values.flatMap(listUnknown);
  if (unknown) return joinUnknown(values, template, unknown, scope.identities);
  return values.every(isPrimitive) ? values.map(String).join('') : notEvaluated(template, scope);
}

/** A string with an unknown part. Two are the same value if all their parts are; `template` is only for people. */
export function joinUnknown(
  parts: readonly KnownJson[],
  template: string,
  { cause: from }: Unknown,
  identities: Identities,
): Unknown {
  return new Unknown({ kind: 'derived', value: `'${template}'`, from }, identities.of('template', parts));
}

function isPrimitive(value: KnownJson): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function notEvaluated(source: string, { place }: Scope): Unknown {
  return new Unknown({ kind: 'expression', source, place });
}

function resolveExpression(source: string, scope: Scope): KnownJson {
  const reader = new ExpressionReader(source, scope);
  const value = reader.readWhole();
  return value === undefined ? notEvaluated(`\${${source}}`, scope) : value;
}

const SPACE = /\s*/y;
/** Not the start of a longer term: `true_north`, `null.a`. */
const WORD = /(?:true|false|null)(?![\w.[(-])/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const CALL = /([a-z_]\w*)\(/y;
/** `name =` and `name:`, but not `name ==`. */
const MEMBER = /([A-Za-z_][\w-]*)\s*(?==(?!=)|:)/y;

/** Functions that are evaluated for a known argument. Of an unknown one their results are equal for equal arguments. */
const PURE = ['tolist', 'tomap', 'toset', 'jsonencode'];

/** A method returns undefined for what it does not evaluate; the whole expression is unknown then. */
class ExpressionReader {
  readonly #source: string;
  readonly #scope: Scope;
  #index = 0;

  constructor(source: string, scope: Scope) {
    this.#source = source;
    this.#scope = scope;
  }

  readWhole(): KnownJson | undefined {
    const value = this.#readValue();
    return this.#index === this.#source.length ? value : undefined;
  }

  #readValue(): KnownJson | undefined {
    this.#match(SPACE);
    const value = this.#readTerm();
    this.#match(SPACE);
    return value;
  }

  #readTerm(): KnownJson | undefined {
    const word = this.#match(WORD);
    if (word) return JSON.parse(word[0]) as KnownJson;
    const number = this.#match(NUMBER);
    // Terraform reads 010 as 10, and JSON has no such number.
    if (number) return Number.isFinite(Number(number[0])) ? Number(number[0]) : undefined;
    const next = this.#source[this.#index];
    if (next === '"') return this.#readString();
    if (next === '[') return this.#readList('[', ']');
    if (next === '{') return this.#readObject();
    const call = this.#match(CALL);
    if (call) return this.#readCall(call[1] ?? '');
    const reference = parseStepsAt(this.#source, this.#index);
    if (!reference) return undefined;
    this.#index = reference.end;
    return this.#scope.findValue(reference.steps);
  }

  #readString(): KnownJson | undefined {
    const start = this.#index;
    this.#index = skipString(this.#source, start + 1);
    const parts = splitTemplate(this.#source.slice(start + 1, this.#index - 1)).map((part) =>
      'source' in part ? part : { text: parseEscapes(part.text) },
    );
    const template = this.#source.slice(start, this.#index);
    if (parts.some((part) => 'text' in part && part.text === undefined)) return undefined;
    const [first] = parts;
    if (first && parts.length === 1 && 'source' in first) return resolveExpression(first.source, this.#scope);
    return joinParts(parts as readonly TemplatePart[], template, this.#scope);
  }

  #readList(start: string, end: string): KnownJson[] | undefined {
    const items: KnownJson[] = [];
    if (!this.#skip(start)) return undefined;
    while (!this.#skip(end)) {
      const item = this.#readValue();
      if (item === undefined || !(this.#skip(',') || this.#source[this.#index] === end)) return undefined;
      items.push(item);
    }
    return items;
  }

  #readObject(): KnownJson | undefined {
    const members: [KnownJson, KnownJson][] = [];
    this.#skip('{');
    while (!this.#skip('}')) {
      const name = this.#match(MEMBER)?.[1] ?? (this.#source[this.#index] === '"' ? this.#readString() : undefined);
      this.#match(SPACE);
      if (name === undefined || !(this.#skip('=') || this.#skip(':'))) return undefined;
      const start = this.#index;
      const value = this.#readValue();
      const endsLine = this.#source.slice(start, this.#index).trimStart().includes('\n');
      if (value === undefined || !(this.#skip(',') || endsLine || this.#source[this.#index] === '}')) return undefined;
      members.push([name, value]);
    }
    return toObject(members);
  }

  #readCall(name: string): KnownJson | undefined {
    this.#index -= 1;
    const values = this.#readList('(', ')');
    const [value] = values ?? [];
    if (!values || value === undefined || values.length > 1) return undefined;
    // Another function, such as bcrypt, may return another value each time.
    if (isUnknown(value)) {
      const identity = PURE.includes(name) ? this.#scope.identities.of(name, value) : undefined;
      return new Unknown({ kind: 'derived', value: `${name}() of it`, from: value.cause }, identity);
    }
    if (name === 'tolist') return Array.isArray(value) ? value : undefined;
    if (name === 'tomap') return isJsonObject(value) ? value : undefined;
    // Which elements are equal is known only if all elements are known.
    if (name === 'toset') return Array.isArray(value) ? toSet(value as readonly KnownJson[]) : undefined;
    return name === 'jsonencode' && isFullyKnown(value) ? jsonencode(value as Json) : undefined;
  }

  #skip(text: string): boolean {
    this.#match(SPACE);
    if (!this.#source.startsWith(text, this.#index)) return false;
    this.#index += text.length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#index;
    const found = pattern.exec(this.#source) ?? undefined;
    if (found) this.#index = pattern.lastIndex;
    return found;
  }
}

/** Removes the escapes of a quoted string, which JSON has too except for `\UNNNNNNNN`; undefined for that. */
function parseEscapes(text: string): string | undefined {
  return tryParseJson(`"${text.replaceAll('\n', '\\n')}"`) as string | undefined;
}

function toObject(members: readonly (readonly [KnownJson, KnownJson])[]): KnownJson | undefined {
  if (!members.every(([name]) => typeof name === 'string')) return undefined;
  return Object.fromEntries(members as readonly [string, KnownJson][]);
}

/**
 * A set of strings or of numbers has the order of Terraform's: `["b", "a", "b"]` -> `["a", "b"]`. Other elements keep
 * theirs, although Terraform orders objects by a hash and converts elements of several types to one.
 */
function toSet(values: readonly KnownJson[]): KnownJson {
  if (!values.every(isFullyKnown)) return values;
  const elements = distinct(values);
  if (elements.every((element) => typeof element === 'string')) return elements.sort(compareCodePoints);
  if (elements.every((element) => typeof element === 'number')) return elements.sort((a, b) => a - b);
  return elements;
}
