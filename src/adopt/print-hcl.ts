/** Expressions in HCL, formatted as `terraform fmt` leaves them. */
import { escapeTemplates, escapeUnprintable, hasUnprintable } from './escape';
import type { Entry, Expression } from './expression';

/** Columns of a line that a list on one line may fill. */
const lineWidth = 100;

/** Attributes, one or more lines each, in a block that is indented by so many blanks. */
export function hclAttributes(entries: readonly Entry[], indent: number): string[] {
  return assignments(
    entries.map(([name, value]) => [name, hclExpression(value, indent)]),
    indent,
  );
}

/**
 * `name = value` lines; the signs of neighbours stand below each other. A value in braces or brackets over several lines
 * has none beside it, a text of several lines has.
 */
export function assignments(pairs: readonly (readonly [name: string, value: string])[], indent: number): string[] {
  const blanks = ' '.repeat(indent);
  const isBlock = ([, value]: readonly [string, string]): boolean => value.includes('\n') && !value.startsWith('<<');
  const lines: string[] = [];
  for (let start = 0; start < pairs.length; ) {
    const block = pairs.findIndex((pair, index) => index >= start && isBlock(pair));
    const end = block < 0 ? pairs.length : Math.max(block, start + 1);
    const run = pairs.slice(start, end);
    const width = block === start ? 0 : Math.max(...run.map(([name]) => name.length));
    lines.push(...run.map(([name, value]) => `${blanks}${name.padEnd(width)} = ${value}`));
    start = end;
  }
  return lines;
}

function hclExpression(expression: Expression, indent: number): string {
  switch (expression.type) {
    case 'literal':
      return typeof expression.value === 'string' ? hclText(expression.value, indent) : String(expression.value);
    case 'reference':
      return `netingress_${expression.to.resource}.${expression.to.name}.id`;
    case 'secret':
      return `var.${expression.variable}`;
    case 'list':
      return hclList(expression.items, indent);
    case 'object':
      return braces(hclAttributes(expression.entries, indent + 2), indent);
    case 'map': {
      const quoted = expression.entries.map(([key, value]): Entry => [hclString(key), value]);
      return braces(hclAttributes(quoted, indent + 2), indent);
    }
  }
}

function braces(lines: readonly string[], indent: number): string {
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${' '.repeat(indent)}}`;
}

function hclList(items: readonly Expression[], indent: number): string {
  const flat = `[${items.map((item) => hclExpression(item, indent)).join(', ')}]`;
  if (!flat.includes('\n') && indent + flat.length < lineWidth - 30) return flat;
  const blanks = ' '.repeat(indent + 2);
  const lines = items.map((item) => `${blanks}${listItem(item, indent + 2)},`);
  return `[\n${lines.join('\n')}\n${' '.repeat(indent)}]`;
}

/** A text in a list is quoted: a comma cannot follow the end of a heredoc on its line. */
function listItem(item: Expression, indent: number): string {
  return item.type === 'literal' && typeof item.value === 'string'
    ? hclString(item.value)
    : hclExpression(item, indent);
}

/** A text: as lines of its own where it has several and ends with a line break, such as PEM, else quoted. */
function hclText(text: string, indent: number): string {
  if (!isHeredoc(text)) return hclString(text);
  const blanks = ' '.repeat(indent + 2);
  const lines = escapeTemplates(text.slice(0, -1))
    .split('\n')
    .map((line) => (line === '' ? '' : `${blanks}${line}`));
  return `<<-EOT\n${lines.join('\n')}\n${' '.repeat(indent)}EOT`;
}

/** The indentation that is taken off is that of the least indented line, so one of them has to have none of its own. */
function isHeredoc(text: string): boolean {
  if (!text.endsWith('\n') || hasUnprintable(text)) return false;
  const lines = text.slice(0, -1).split('\n');
  const plain = lines.every((line) => line === '' || (/\S/.test(line) && line.trim() !== 'EOT'));
  return lines.length > 1 && plain && lines.some((line) => /^\S/.test(line));
}

/** A text in quotes, on one line. */
export function hclString(text: string): string {
  const escaped = escapeTemplates(text)
    .replace(/[\\"]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return `"${escapeUnprintable(escaped)}"`;
}
