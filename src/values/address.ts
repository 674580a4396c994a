/**
 * Terraform's addresses and references as steps: text cannot be cut at dots, because keys may contain any character.
 */

import { tryParseJson } from './json';

export type InstanceKey = string | number;

export interface ModuleStep {
  readonly name: string;
  readonly key?: InstanceKey;
}

/**
 * Whether Terraform destroys the first address before or after it changes the second one; undefined if that is not
 * proved.
 */
export type DestroyOrder = (destroyed: string, changed: string) => 'before' | 'after' | undefined;

export interface Address {
  readonly module: readonly ModuleStep[];
  readonly mode: 'managed' | 'data' | 'ephemeral';
  readonly type: string;
  readonly name: string;
  readonly key?: InstanceKey;
}

/** A step of a reference: `.name`, `["key"]` or `[0]`. */
export type Step = { readonly name: string } | { readonly key: InstanceKey };

/** An address, and the steps to a value of the object; none for the whole object. */
export interface ParsedReference {
  readonly address: Address;
  readonly path: readonly Step[];
}

/** `name` or `.name`, `.0` (an index in the notation before Terraform 0.12), `[0]`, `["key"]`. */
const STEP =
  /\.?([\p{ID_Start}_][\p{ID_Continue}-]*)|\.(\d+)(?![\p{ID_Continue}-])|\[(?:(\d+)|"((?:[^"\\]|\\.)*)")\]/uy;

/** Undefined unless the text is one reference without blanks: not for an operator, a splat or a computed key. */
export function parseSteps(text: string): Step[] | undefined {
  const found = parseStepsAt(text, 0);
  return found?.end === text.length ? found.steps : undefined;
}

/**
 * Parses the reference at an index of an expression, up to the first character that is not part of it: `a.b + 1` at 0
 * ends at 3. Undefined if none begins there.
 */
export function parseStepsAt(
  text: string,
  start: number,
): { readonly steps: Step[]; readonly end: number } | undefined {
  const steps: Step[] = [];
  const pattern = new RegExp(STEP);
  let end = start;
  for (;;) {
    pattern.lastIndex = end;
    const [match, name, plainIndex, index, quoted] = pattern.exec(text) ?? [];
    // The first step is a name without a dot, and every other one begins with a dot or bracket.
    const isFirst = steps.length === 0;
    if (match === undefined || isFirst !== /^[\p{ID_Start}_]/u.test(match)) break;
    const number = index ?? plainIndex;
    const key = number === undefined ? parseQuoted(quoted) : Number(number);
    if (name !== undefined) steps.push({ name });
    else if (key !== undefined) steps.push({ key });
    else break;
    end += match.length;
  }
  return steps.length > 0 ? { steps, end } : undefined;
}

/**
 * Parses the inside of a quoted string: `a\"b` -> `a"b`, `$${x}` -> `${x}`. Undefined if it has an expression, or an
 * escape that JSON does not have, such as `\U0001f600`.
 */
function parseQuoted(quoted: string | undefined): string | undefined {
  // An odd number of `$` or `%` before a brace begins an expression; an even number is escaped text.
  if (quoted === undefined || /(?<![$])[$](?:[$]{2})*\{|(?<!%)%(?:%%)*\{/.test(quoted)) return undefined;
  return tryParseJson(`"${quoted.replace(/([$%])\1\{/g, '$1{')}"`) as string | undefined;
}

/**
 * Splits the steps of a reference after the address. Undefined for `module.a.x`, and for `var.x`, `each.key` and others
 * that begin with one of {@link RESERVED}. Takes `module.a.x.y` for the resource `x.y` in the module, as in an address;
 * in an expression, it is `y` of the output `x`.
 */
export function toReference(steps: readonly Step[]): ParsedReference | undefined {
  const module: ModuleStep[] = [];
  let rest = steps;
  while (isNamed(rest[0], 'module') && rest[1] && 'name' in rest[1]) {
    const { name } = rest[1];
    const key = keyOf(rest[2]);
    module.push({ name, ...(key !== undefined && { key }) });
    rest = rest.slice(key === undefined ? 2 : 3);
  }
  const mode = isNamed(rest[0], 'data') ? 'data' : isNamed(rest[0], 'ephemeral') ? 'ephemeral' : 'managed';
  const [type, name, next] = mode === 'managed' && !isNamed(rest[0], 'resource') ? rest : rest.slice(1);
  if (!type || !name || !('name' in type) || !('name' in name) || RESERVED.has(type.name)) return undefined;
  const key = keyOf(next);
  const address: Address = { module, mode, type: type.name, name: name.name, ...(key !== undefined && { key }) };
  const start = rest.indexOf(name) + (key === undefined ? 1 : 2);
  return { address, path: rest.slice(start) };
}

/**
 * What a reference without the address of a resource begins with. Without `action`: `action.a.b` is taken for `b` of a
 * resource `action.a`.
 */
const RESERVED = new Set(['var', 'local', 'each', 'count', 'path', 'terraform', 'self', 'module', 'output', 'data']);

function isNamed(step: Step | undefined, name: string): boolean {
  return step !== undefined && 'name' in step && step.name === name;
}

function keyOf(step: Step | undefined): InstanceKey | undefined {
  return step && 'key' in step ? step.key : undefined;
}

/**
 * Parses the address of a resource or instance, as Terraform prints it, and also `resource.a.b` and `a.b.0`. Undefined
 * for all else, such as `a.b.id`.
 */
export function parseAddress(text: string): Address | undefined {
  const reference = toReference(parseSteps(text) ?? []);
  return reference?.path.length === 0 ? reference.address : undefined;
}

export function formatAddress({ module, mode, type, name, key }: Address): string {
  const prefix = module.length > 0 ? `${formatModulePath(module)}.` : '';
  return `${prefix}${mode === 'managed' ? '' : `${mode}.`}${type}.${name}${formatKey(key)}`;
}

export function formatModulePath(path: readonly ModuleStep[]): string {
  return path.map(({ name, key }) => `module.${name}${formatKey(key)}`).join('.');
}

export function formatSteps(steps: readonly Step[]): string {
  return steps
    .map((step) => ('name' in step ? `.${step.name}` : formatKey(step.key)))
    .join('')
    .replace(/^\./, '');
}

export function formatKey(key: InstanceKey | undefined): string {
  if (key === undefined) return '';
  return typeof key === 'number' ? `[${key}]` : `[${JSON.stringify(key).replace(/([$%])\{/g, '$1$1{')}]`;
}

export function withoutKeys({ module, mode, type, name }: Address): Address {
  return { module: module.map((step) => ({ name: step.name })), mode, type, name };
}

/** `a.b[0].c["d"]` -> `a.b.c`. A text that {@link parseSteps} does not parse is returned unchanged. */
export function stripInstanceKeys(text: string): string {
  // A state may have thousands of addresses. Most have no key, so they need not be parsed.
  if (!/\[|\.\d/.test(text)) return text;
  const steps = parseSteps(text);
  return steps ? formatSteps(steps.filter((step) => 'name' in step)) : text;
}
