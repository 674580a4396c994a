/** Prints traffic policies in TypeScript. */
import { isPlainObject, type Json, type JsonObject } from '../model/json';
import { camelCase, pascalCase } from '../model/naming';
import { ACTIONS } from '../model/traffic-policy/data/actions';
import type { Member, Members } from '../model/traffic-policy/data/schema';
import { hasUnprintable } from './escape';
import type { PolicyExpression } from './expression';
import { isTypable } from './policy-expression';
import { LINE_WIDTH, propertyName, type TsScope, tsString } from './print-typescript';

const TRAFFIC_POLICY_IMPORTS = ['act', 'Cel', 'cel', 'rule', 'TrafficPolicy'];

/** Returns what the code imports from the package for its traffic policies. */
export function findPolicyImports(code: string): string[] {
  return TRAFFIC_POLICY_IMPORTS.filter((name) => new RegExp(`(?<![\\w.'])${name}[.(\`]`).test(code));
}

/** Prints the policy in TypeScript. A policy that the typed form cannot express is printed as a string. */
export function printTsPolicy(policy: PolicyExpression, indent: number, scope: TsScope): string {
  const { text, document, scheme, references } = policy;
  if (!document || !isTypable(document)) return printText(text);
  const printer: Printer = {
    string(value) {
      const target = references.get(value);
      return target ? scope.reference(target) : tsString(value);
    },
  };
  const blanks = ' '.repeat(indent + 2);
  const phases = Object.entries(document).map(([phase, rules]) => {
    const steps = (rules as JsonObject[]).map((rule) => printStep(rule, indent + 4, printer));
    return `${blanks}.${phaseMethod(phase)}(\n${steps.map((step) => `${blanks}  ${step},\n`).join('')}${blanks})`;
  });
  return `TrafficPolicy.for('${scheme}')\n${phases.join('\n')}`;
}

interface Printer {
  /** Prints a string, or the construct with this id. */
  readonly string: (value: string) => string;
}

function printText(text: string): string {
  const isBlock = text.includes('\n') && !hasUnprintable(text);
  const literal = isBlock ? `\`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&').replaceAll('\t', '\\t')}\`` : tsString(text);
  return `TrafficPolicy.fromText(${literal})`;
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
    ...(expressions as string[]).map(printCel),
  ];
  const [only] = printed;
  if (conditions.length === 0 && printed.length === 1 && only) return only(indent);
  const head = printCall('rule', conditions, indent);
  const lastLine = head.slice(head.lastIndexOf('\n') + 1);
  const column = head === lastLine ? indent + head.length : lastLine.length;
  return `${head}${printArguments('.do', printed, indent, column)}`;
}

/** Tagged templates cannot contain some characters. */
function printCel(expression: string): string {
  const isPlain = !/[`\n\r]|\$\{|\\$/.test(expression) && !hasUnprintable(expression);
  return isPlain ? `cel\`${expression}\`` : `new Cel(${tsString(expression)})`;
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
  return printArguments(`act.${camelCase(String(type).replaceAll('-', '_'))}`, args, indent);
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
  if (typeof value === 'string')
    return member?.type === 'string' && member.reference ? printer.string(value) : tsString(value);
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
