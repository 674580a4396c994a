/** Prints expressions in HCL, in the format of `terraform fmt`. */
import { escapeTemplates, escapeUnprintable, hasUnprintable } from './escape';
import type { AttributeReference, DeclaredValue, ObjectEntry, TextPart } from './expression';

/** Chosen: `terraform fmt` breaks no lines. */
const LINE_WIDTH = 100;

/** Columns for the name before a list, chosen: its length is not known there. */
const NAME_WIDTH = 30;

/** `indent` is a number of spaces. */
export function printHclAttributes(entries: readonly ObjectEntry[], indent: number): string[] {
  return assignments(
    entries.map(([name, value]) => [name, hclExpression(value, indent)]),
    indent,
  );
}

/** `name = value` lines with aligned `=`. A block of several lines interrupts the alignment, a heredoc does not. */
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

function hclExpression(expression: DeclaredValue, indent: number): string {
  switch (expression.type) {
    case 'literal':
      return typeof expression.value === 'string' ? hclText([expression.value], indent) : String(expression.value);
    case 'reference':
      return hclTraversal(expression);
    case 'secret':
      return `var.${expression.variable}`;
    case 'list':
      return hclList(expression.items, indent);
    case 'object':
      return braces(printHclAttributes(expression.members, indent + 2), indent);
    case 'policy':
      return hclText(expression.parts, indent);
    case 'map': {
      const quoted = expression.members.map(([key, value]): ObjectEntry => [hclString(key), value]);
      return braces(printHclAttributes(quoted, indent + 2), indent);
    }
  }
}

function hclTraversal({ to, attribute }: AttributeReference): string {
  return [`netingress_${to.type}`, to.name, ...(attribute === undefined ? [] : [attribute])].join('.');
}

function braces(lines: readonly string[], indent: number): string {
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${' '.repeat(indent)}}`;
}

function hclList(items: readonly DeclaredValue[], indent: number): string {
  const flat = `[${items.map((item) => hclExpression(item, indent)).join(', ')}]`;
  if (!flat.includes('\n') && indent + flat.length < LINE_WIDTH - NAME_WIDTH) return flat;
  const blanks = ' '.repeat(indent + 2);
  const lines = items.map((item) => `${blanks}${listItem(item, indent + 2)},`);
  return `[\n${lines.join('\n')}\n${' '.repeat(indent)}]`;
}

/** Strings in lists are quoted, since no comma can follow a heredoc. */
function listItem(item: DeclaredValue, indent: number): string {
  return item.type === 'literal' && typeof item.value === 'string'
    ? hclString(item.value)
    : hclExpression(item, indent);
}

function hclText(parts: readonly TextPart[], indent: number): string {
  const print = (escapeLiteral: (text: string) => string): string =>
    parts.map((part) => (typeof part === 'string' ? escapeLiteral(part) : `\${${hclTraversal(part)}}`)).join('');
  const text = print(escapeTemplates);
  if (!isHeredoc(text)) return `"${print(escapeString)}"`;
  const blanks = ' '.repeat(indent + 2);
  const lines = text
    .slice(0, -1)
    .split('\n')
    .map((line) => (line === '' ? '' : `${blanks}${line}`));
  return `<<-EOT\n${lines.join('\n')}\n${' '.repeat(indent)}EOT`;
}

/** An indented heredoc removes the smallest indentation of its lines, so one line must have none. */
function isHeredoc(text: string): boolean {
  if (!text.endsWith('\n') || hasUnprintable(text)) return false;
  const lines = text.slice(0, -1).split('\n');
  const plain = lines.every((line) => line === '' || (/\S/.test(line) && line.trim() !== 'EOT'));
  return lines.length > 1 && plain && lines.some((line) => /^\S/.test(line));
}

export function hclString(text: string): string {
  return `"${escapeString(text)}"`;
}

function escapeString(text: string): string {
  const escaped = escapeTemplates(text)
    .replace(/[\\"]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return escapeUnprintable(escaped);
}
