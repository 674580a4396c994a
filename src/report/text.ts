import { oneLine } from '../model/text';
import { hasContents, type Item, type Line, type Section, type Summary, type Table } from './section';

/** For terminals and logs: the sections, and the result on the last line. */
export function toText({ sections, result }: Pick<Summary, 'sections' | 'result'>): string {
  const lines = sections.filter(hasContents).flatMap((section) => [...sectionLines(section), '']);
  return `${[...lines, oneLine(result)].join('\n')}\n`;
}

function sectionLines({ heading, table, items = [] }: Section): string[] {
  const rows = table ? tableLines(table) : [];
  return [oneLine(heading), ...[...rows, ...items.flatMap((item) => itemLines(item, ''))].map((line) => `  ${line}`)];
}

function itemLines({ line, details = [] }: Item, indentation: string): string[] {
  const lines = details.flatMap((detail) => itemLines(detail, `${indentation}  `));
  return [`${indentation}${formatLine(line)}`, ...lines];
}

export function formatLine(line: Line): string {
  return partsOf(line)
    .map((part) => (typeof part === 'string' ? part.replace(CONTROL, ' ') : formatCode(part.code)))
    .join('');
}

export function partsOf(line: Line): readonly (string | { readonly code: string })[] {
  return typeof line === 'object' && !('code' in line) ? line : [line];
}

/** Replaces control characters, several at once by one space. Spaces are part of a command, so they are kept. */
export function formatCode(code: string): string {
  return code.replace(CONTROL, ' ');
}

/** Control characters, line breaks, and characters that change the direction of what follows. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** The last column may be of any width. */
function tableLines({ head, rows }: Table): string[] {
  const cells = [head, ...rows.map((row) => row.map(formatLine))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
