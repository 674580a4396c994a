/** Prints traffic policies in TypeScript. */
import { isPlainObject, type Json, type JsonObject } from '../model/json';
import { camelCase, pascalCase } from '../model/naming';
import { ACTIONS } from '../model/traffic-policy/data/actions';
import type { Member, Members } from '../model/traffic-policy/data/schema';
import { splitTemplate } from '../model/traffic-policy/interpolation';
import { hasUnprintable } from './escape';
import type { PolicyExpression, PolicyLinks } from './expression';
import { isTypable } from './policy-expression';
import { type LinkedCall, splitAtSecrets, splitString } from './policy-links';
import {
  escapeTemplateLiteral,
  LINE_WIDTH,
  propertyName,
  type TsScope,
  templateLiteral,
  tsString,
  tsTemplate,
} from './print-typescript';

type PolicyImport = 'act' | 'Cel' | 'cel' | 'rule' | 'secretOf' | 'text' | 'TrafficPolicy';

/**
 * Prints the policy in TypeScript. A policy that the typed form cannot express is printed as a string. Adds what the code
 * imports from the package to `imports`.
 */
export function printTsPolicy(
  policy: PolicyExpression,
  indent: number,
  scope: Pick<TsScope, 'reference'>,
  imports: Set<string>,
): string {
  const { text, document, scheme, links } = policy;
  const use = (name: PolicyImport): string => {
    imports.add(name);
    return name;
  };
  if (!document || !isTypable(document)) return `${use('TrafficPolicy')}.fromText(${printText(text)})`;
  const printer: Printer = { links, reference: scope.reference, use };
  const blanks = ' '.repeat(indent + 2);
  const phases = Object.entries(document).map(([phase, rules]) => {
    const steps = (rules as JsonObject[]).map((rule) => printStep(rule, indent + 4, printer));
    return `${blanks}.${phaseMethod(phase)}(\n${steps.map((step) => `${blanks}  ${step},\n`).join('')}${blanks})`;
  });
  return `${use('TrafficPolicy')}.for('${scheme}')\n${phases.join('\n')}`;
}

interface Printer extends Pick<TsScope, 'reference'> {
  readonly links: PolicyLinks;
  /** Returns the name, which the code then imports. */
  readonly use: (name: PolicyImport) => string;
}

function printText(text: string): string {
  const isBlock = text.includes('\n') && !hasUnprintable(text);
  return isBlock ? templateLiteral(text) : tsString(text);
}

/** `on_http_request` is `onHttpRequest`. */
function phaseMethod(phase: string): string {
  return `on${pascalCase(phase.replace('on_', ''))}`;
}

function printStep(rule: JsonObject, indent: number, printer: Printer): string {
  const { name, expressions = [], actions } = rule;
  const printed = (actions as JsonObject[]).map((action) => (inner: number) => printAction(action, inner, printer));
  const conditions = [
    ...(name === undefined ? [] : [tsString(String(name))]),
    ...(expressions as string[]).map((expression) => printCel(expression, printer)),
  ];
  const [only] = printed;
  if (conditions.length === 0 && printed.length === 1 && only) return only(indent);
  const head = printCall(printer.use('rule'), conditions, indent);
  const lastLine = head.slice(head.lastIndexOf('\n') + 1);
  const column = head === lastLine ? indent + head.length : lastLine.length;
  return `${head}${printArguments('.do', printed, indent, column)}`;
}

type CelPart = string | LinkedCall;

function printCel(expression: string, printer: Printer): string {
  const parts = splitAtSecrets(expression, printer.links);
  if (parts.every(isPlain)) return printParts(parts, printer);
  const isLiteral = parts.every((part) => typeof part === 'string');
  const text = isLiteral ? tsString(expression) : tsTemplate(splitString(expression, true, printer.links), printer);
  return `new ${printer.use('Cel')}(${text})`;
}

/** Tagged templates cannot contain some characters. */
function isPlain(part: CelPart): boolean {
  if (typeof part !== 'string') return part.isCanonical;
  return !/[`\n\r]|\$\{|\\$/.test(part) && !hasUnprintable(part);
}

function printParts(parts: readonly CelPart[], printer: Printer): string {
  const printCall = ({ to }: LinkedCall): string => `${printer.use('secretOf')}(${printer.reference(to)})`;
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') return printCall(only);
  const code = parts.map((part) => (typeof part === 'string' ? part : `\${${printCall(part)}}`));
  return `${printer.use('cel')}\`${code.join('')}\``;
}

/** A string with CEL in it, which refers to adopted objects by their constructs. */
function printTemplate(value: string, printer: Printer): string {
  const { links } = printer;
  const linked = splitString(value, false, links);
  const [first] = linked;
  if (linked.every((part) => typeof part === 'string')) return tsString(value);
  const parts = (splitTemplate(value) ?? []).map((part) =>
    'literal' in part ? part.literal : splitAtSecrets(part.expression, links),
  );
  const isTyped = typeof first === 'string' && parts.every((part) => typeof part === 'string' || part.every(isPlain));
  if (!isTyped) return tsTemplate(linked, printer);
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') return printParts(only, printer);
  const code = parts.map((part) => {
    if (typeof part === 'string') return escapeTemplateLiteral(part);
    const isLiteral = part.every((each) => typeof each === 'string');
    return isLiteral ? escapeTemplateLiteral(`\${${part.join('')}}`) : `\${${printParts(part, printer)}}`;
  });
  return `${printer.use('text')}\`${code.join('')}\``;
}

function printString(member: Member | undefined, value: string, printer: Printer): string {
  const { objects, endpoints } = printer.links;
  if (member?.type === 'any') return printTemplate(value, printer);
  if (member?.type !== 'string') return tsString(value);
  const target = member.reference && (objects.get(value) ?? endpoints.get(value));
  if (target) return printer.reference(target);
  if (member.cel === 'template') return printTemplate(value, printer);
  const parts = member.cel === 'expression' ? splitAtSecrets(value, printer.links) : [];
  return parts.some((part) => typeof part === 'object') ? printCel(value, printer) : tsString(value);
}

function printAction({ type, config }: JsonObject, indent: number, printer: Printer): string {
  const action = ACTIONS[String(type)];
  const values = isPlainObject(config) ? config : {};
  const first = action?.firstArgument;
  const others = Object.entries(values).filter(([member]) => member !== first);
  const args = [
    ...(first === undefined
      ? []
      : [(inner: number) => printValue(action?.members[first], values[first], inner, printer)]),
    ...(others.length === 0
      ? []
      : [(inner: number) => printMembers(action?.members ?? {}, Object.fromEntries(others), inner, printer)]),
  ];
  return printArguments(`${printer.use('act')}.${camelCase(String(type).replaceAll('-', '_'))}`, args, indent);
}

type PrintAt = (indent: number) => string;

/** `column` is the start of the call. On one line if it fits, otherwise one argument a line. A single object or list keeps its brackets on the first line. */
function printArguments(head: string, args: readonly PrintAt[], indent: number, column = indent): string {
  const flat = `${head}(${args.map((print) => print(indent)).join(', ')})`;
  const [only] = args;
  const isBlock = args.length === 1 && only && /^[[{]/.test(only(indent));
  if (isBlock || fits(flat, column)) return flat;
  const blanks = ' '.repeat(indent + 2);
  return `${head}(\n${args.map((print) => `${blanks}${print(indent + 2)},\n`).join('')}${' '.repeat(indent)})`;
}

function printCall(head: string, args: readonly string[], indent: number): string {
  return printArguments(
    head,
    args.map((arg) => () => arg),
    indent,
  );
}

function fits(text: string, indent: number): boolean {
  return !text.includes('\n') && indent + text.length + 1 <= LINE_WIDTH;
}

function printMembers(members: Members, value: JsonObject, indent: number, printer: Printer): string {
  const entries = Object.entries(value).map(([name, item]): [string, PrintAt] => [
    camelCase(name),
    (inner) => printValue(members[name], item, inner, printer),
  ]);
  return printObject(entries, indent);
}

function printValue(member: Member | undefined, value: Json | undefined, indent: number, printer: Printer): string {
  if (typeof value === 'string') return printString(member, value, printer);
  if (Array.isArray(value)) {
    const items = member?.type === 'list' ? member.items : undefined;
    return printList(
      (value as Json[]).map((item) => (inner: number) => printValue(items, item, inner, printer)),
      indent,
    );
  }
  if (!isPlainObject(value)) return JSON.stringify(value ?? null);
  if (member?.type === 'object') return printMembers(member.members, value, indent, printer);
  const items = member?.type === 'map' ? member.items : undefined;
  const entries = Object.entries(value).map(([key, item]): [string, PrintAt] => [
    propertyName(key),
    (inner) => printValue(items, item, inner, printer),
  ]);
  return printObject(entries, indent);
}

function printObject(entries: readonly (readonly [string, PrintAt])[], indent: number): string {
  if (entries.length === 0) return '{}';
  const flat = `{ ${entries.map(([name, print]) => `${name}: ${print(indent)}`).join(', ')} }`;
  if (entries.length <= 3 && fits(flat, indent + 20)) return flat;
  const blanks = ' '.repeat(indent + 2);
  return `{\n${entries.map(([name, print]) => `${blanks}${name}: ${print(indent + 2)},\n`).join('')}${' '.repeat(indent)}}`;
}

function printList(items: readonly PrintAt[], indent: number): string {
  const flat = `[${items.map((print) => print(indent)).join(', ')}]`;
  if (fits(flat, indent + 20)) return flat;
  const blanks = ' '.repeat(indent + 2);
  return `[\n${items.map((print) => `${blanks}${print(indent + 2)},\n`).join('')}${' '.repeat(indent)}]`;
}
