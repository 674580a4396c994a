/** Prints expressions in TypeScript as Biome formats them with 100 columns, two spaces and single quotes. */
import { camelCase } from '../model/naming';
import { escapeTemplates, escapeUnprintable, hasUnprintable } from './escape';
import type { AttributeReference, DeclaredValue, ObjectEntry, TextPart } from './expression';

export const LINE_WIDTH = 100;

/**
 * A long string is on the line below a name of at least this length: Biome breaks the line if the name is 3 columns
 * longer than the indentation, which is 2.
 */
const SHORT_NAME = 5;

export interface TsScope {
  /** Returns the construct of another object: `office`, or `ipPolicies.office` of another section. */
  readonly reference: (to: AttributeReference['to']) => string;
  /** Returns the value of a secret: `secret(scope, 'name')`. */
  readonly secret: (indent: number, column: number, variable: string) => string;
}

export function tsObject(
  entries: readonly ObjectEntry[],
  indent: number,
  scope: TsScope,
  nameOf: (name: string) => string,
): string {
  if (entries.length === 0) return '{}';
  const blanks = ' '.repeat(indent + 2);
  const lines = entries.map(([name, value]) => `${blanks}${tsMember(nameOf(name), value, indent + 2, scope)},`);
  return `{\n${lines.join('\n')}\n${' '.repeat(indent)}}`;
}

/** Biome puts a long string on the line below its name, unless the name is shorter than {@link SHORT_NAME}. */
function tsMember(name: string, value: DeclaredValue, indent: number, scope: TsScope): string {
  const text = tsExpression(value, indent, indent + name.length + 2, scope);
  const isText = value.type === 'literal' && typeof value.value === 'string';
  const fits = text.includes('\n') || indent + name.length + 2 + text.length + 1 <= LINE_WIDTH;
  if (!isText || fits || name.length < SHORT_NAME) return `${name}: ${text}`;
  return `${name}:\n${' '.repeat(indent + 2)}${text}`;
}

/** `column` is the start of the expression on its line. */
function tsExpression(expression: DeclaredValue, indent: number, column: number, scope: TsScope): string {
  switch (expression.type) {
    case 'literal':
      return typeof expression.value === 'string' ? tsText(expression.value) : String(expression.value);
    case 'reference':
      return tsAttribute(expression, scope);
    case 'secret':
      return scope.secret(indent, column, expression.variable);
    case 'list':
      return tsList(expression.items, indent, column, scope);
    case 'policy':
      return `TrafficPolicy.fromText(${tsPolicyText(expression.parts, scope)})`;
    default: {
      const nameOf = expression.type === 'map' ? (key: string) => propertyName(escapeTemplates(key)) : camelCase;
      return (
        flatObject(expression.members, column, scope, nameOf) ?? tsObject(expression.members, indent, scope, nameOf)
      );
    }
  }
}

/**
 * An object on one line, if it fits and has at most 3 members. Chosen: it is easy to read, and formatters keep both
 * forms.
 */
function flatObject(
  entries: readonly ObjectEntry[],
  column: number,
  scope: TsScope,
  nameOf: (name: string) => string,
): string | undefined {
  if (entries.length === 0 || entries.length > 3) return undefined;
  const members = entries.map(([name, value]) => `${nameOf(name)}: ${tsExpression(value, 0, 0, scope)}`);
  const flat = `{ ${members.join(', ')} }`;
  return flat.includes('\n') || column + flat.length + 1 > LINE_WIDTH ? undefined : flat;
}

function tsList(items: readonly DeclaredValue[], indent: number, column: number, scope: TsScope): string {
  const flat = `[${items.map((item) => tsExpression(item, 0, 0, scope)).join(', ')}]`;
  if (!flat.includes('\n') && column + flat.length + 1 <= LINE_WIDTH && !isTable(items)) return flat;
  const blanks = ' '.repeat(indent + 2);
  const lines = items.map((item) => `${blanks}${tsExpression(item, indent + 2, indent + 2, scope)},`);
  return `[\n${lines.join('\n')}\n${' '.repeat(indent)}]`;
}

function isTable(items: readonly DeclaredValue[]): boolean {
  return items.length > 1 && items.every((item) => item.type === 'object' && item.members.length > 1);
}

/** A text of 3 lines or more (chosen) is a template literal, unless it has unprintable characters. */
function tsText(text: string): string {
  const escaped = escapeTemplates(text);
  const lines = text.split('\n').length;
  return lines > 2 && !hasUnprintable(text) ? `\`${escapeTemplateLiteral(escaped)}\`` : tsString(escaped);
}

/** `TrafficPolicy.fromText` escapes the templates of Terraform itself. */
function tsPolicyText(parts: readonly TextPart[], scope: TsScope): string {
  const text = parts.map((part) => (typeof part === 'string' ? part : '')).join('');
  const hasReference = parts.some((part) => typeof part !== 'string');
  if (!hasReference && !text.includes('\n')) return tsString(text);
  const printed = parts.map((part) =>
    typeof part === 'string' ? escapeTemplateLiteral(part) : `\${${tsAttribute(part, scope)}}`,
  );
  return `\`${printed.join('')}\``;
}

function tsAttribute({ to, attribute }: AttributeReference, scope: TsScope): string {
  return attribute === undefined ? scope.reference(to) : `${scope.reference(to)}.${camelCase(attribute)}`;
}

function escapeTemplateLiteral(text: string): string {
  const escaped = text
    .replace(/[\\`]|\$(?=\{)/g, '\\$&')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r');
  return escapeUnprintable(escaped);
}

/** A string in the quotes that need fewer escapes. */
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
 * A call `head(first, {…})`. If its first line is too long, every argument has its own line. `last` prints the last
 * argument at an indentation; `column` is the start of the call.
 */
export function tsCall(
  head: string,
  args: readonly string[],
  last: ((indent: number) => string) | undefined,
  { indent, column = indent }: { readonly indent: number; readonly column?: number },
): string {
  const hugged = [...args, ...(last ? [last(indent)] : [])].join(', ');
  const [firstLine = '', ...more] = hugged.split('\n');
  // A call of one line ends with `);`.
  const end = more.length === 0 ? 2 : 0;
  if (column + head.length + 1 + firstLine.length + end <= LINE_WIDTH) return `${head}(${hugged})`;
  const blanks = ' '.repeat(indent + 2);
  const lines = [...args, ...(last ? [last(indent + 2)] : [])].map((arg) => `${blanks}${arg},`);
  return `${head}(\n${lines.join('\n')}\n${' '.repeat(indent)})`;
}
