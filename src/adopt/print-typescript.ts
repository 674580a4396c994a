/** Expressions in TypeScript, formatted as the common formatters leave them: 100 columns, two blanks, single quotes. */
import { camelCase } from '../model/naming';
import { escapeTemplates, escapeUnprintable, hasUnprintable } from './escape';
import type { Entry, Expression } from './expression';

/** Columns of a line. */
export const LINE_WIDTH = 100;

/** How the written code reaches what it refers to. */
export interface TsScope {
  /** The construct of another object: `policies.office`. */
  readonly reference: (to: Extract<Expression, { type: 'reference' }>['to']) => string;
  /** The value of a secret: `secret(scope, 'name')`. */
  readonly secret: (indent: number, column: number, variable: string) => string;
}

/** `{…}` over several lines, each member on its own; `{}` when empty. */
export function tsObject(
  entries: readonly Entry[],
  indent: number,
  scope: TsScope,
  nameOf: (name: string) => string,
): string {
  if (entries.length === 0) return '{}';
  const blanks = ' '.repeat(indent + 2);
  const lines = entries.map(([name, value]) => `${blanks}${tsMember(nameOf(name), value, indent + 2, scope)},`);
  return `{\n${lines.join('\n')}\n${' '.repeat(indent)}}`;
}

/** A text that does not fit beside its name goes to the next line. */
function tsMember(name: string, value: Expression, indent: number, scope: TsScope): string {
  const text = tsExpression(value, indent, indent + name.length + 2, scope);
  const isText = value.type === 'literal' && typeof value.value === 'string';
  const fits = text.includes('\n') || indent + name.length + 2 + text.length + 1 <= LINE_WIDTH;
  if (!isText || fits) return `${name}: ${text}`;
  return `${name}:\n${' '.repeat(indent + 2)}${text}`;
}

/** `column` is where the expression starts on its line. */
function tsExpression(expression: Expression, indent: number, column: number, scope: TsScope): string {
  switch (expression.type) {
    case 'literal':
      return typeof expression.value === 'string' ? tsText(expression.value) : String(expression.value);
    case 'reference':
      return `${scope.reference(expression.to)}.id`;
    case 'secret':
      return scope.secret(indent, column, expression.variable);
    case 'list':
      return tsList(expression.items, indent, column, scope);
    default: {
      const nameOf = expression.type === 'map' ? (key: string) => propertyName(escapeTemplates(key)) : camelCase;
      return (
        flatObject(expression.entries, column, scope, nameOf) ?? tsObject(expression.entries, indent, scope, nameOf)
      );
    }
  }
}

/** On one line, if it is small: a formatter keeps either form. */
function flatObject(
  entries: readonly Entry[],
  column: number,
  scope: TsScope,
  nameOf: (name: string) => string,
): string | undefined {
  if (entries.length === 0 || entries.length > 3) return undefined;
  const members = entries.map(([name, value]) => `${nameOf(name)}: ${tsExpression(value, 0, 0, scope)}`);
  const flat = `{ ${members.join(', ')} }`;
  return flat.includes('\n') || column + flat.length + 1 > LINE_WIDTH ? undefined : flat;
}

function tsList(items: readonly Expression[], indent: number, column: number, scope: TsScope): string {
  const flat = `[${items.map((item) => tsExpression(item, 0, 0, scope)).join(', ')}]`;
  if (!flat.includes('\n') && column + flat.length + 1 <= LINE_WIDTH && !isTable(items)) return flat;
  const blanks = ' '.repeat(indent + 2);
  const lines = items.map((item) => `${blanks}${tsExpression(item, indent + 2, indent + 2, scope)},`);
  return `[\n${lines.join('\n')}\n${' '.repeat(indent)}]`;
}

/** Several objects of several members each stand below each other, whether they fit or not. */
function isTable(items: readonly Expression[]): boolean {
  return items.length > 1 && items.every((item) => item.type === 'object' && item.entries.length > 1);
}

/** A text for Terraform, in which nothing is a template. */
function tsText(text: string): string {
  const escaped = escapeTemplates(text);
  const lines = text.split('\n').length;
  return lines > 2 && !hasUnprintable(text) ? templateLiteral(escaped) : tsString(escaped);
}

function templateLiteral(text: string): string {
  return `\`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&').replaceAll('\t', '\\t')}\``;
}

/** A text in the quotes that need fewer escapes, on one line. */
export function tsString(text: string): string {
  const quote = text.split("'").length > text.split('"').length ? '"' : "'";
  const escaped = text
    .replace(/\\/g, '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return `${quote}${escapeUnprintable(escaped)}${quote}`;
}

function propertyName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : tsString(key);
}

/**
 * `head(first, {…})`: the last argument stays on the line of the call where what is before it fits; otherwise each has a
 * line of its own. `last` writes it at an indentation; `column` is where the call begins.
 */
export function tsCall(
  head: string,
  args: readonly string[],
  last: ((indent: number) => string) | undefined,
  { indent, column = indent }: { readonly indent: number; readonly column?: number },
): string {
  const hugged = [...args, ...(last ? [last(indent)] : [])].join(', ');
  const [firstLine = '', ...more] = hugged.split('\n');
  // What is closed on this line is followed by `);`.
  const end = more.length === 0 ? 2 : 0;
  if (column + head.length + 1 + firstLine.length + end <= LINE_WIDTH) return `${head}(${hugged})`;
  const blanks = ' '.repeat(indent + 2);
  const lines = [...args, ...(last ? [last(indent + 2)] : [])].map((arg) => `${blanks}${arg},`);
  return `${head}(\n${lines.join('\n')}\n${' '.repeat(indent)})`;
}
