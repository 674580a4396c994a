/** Markdown for comments: users' strings must not end a table, nor become markup, mentions, links or terminal commands. */
import { hasContents, type Item, type Line, type Section, type Summary, type Table } from './section';
import { formatCode, formatLine, partsOf } from './text';

/** Limit of a comment and of an issue on GitHub; that of GitLab is larger. */
export const MAX_CHARACTERS = 65_536;

const SHORTENED = '_Shortened. The JSON report is complete._';

const ICONS: Readonly<Record<Summary['tone'], string>> = { good: '✅', attention: '⚠️', bad: '❌', undecided: '❓' };

export interface MarkdownOptions {
  /** A comment in the first line by which a pipeline finds the report of an earlier run. */
  readonly marker?: string;
  /** A Mermaid flowchart, drawn after the sections that are open. */
  readonly picture?: string | undefined;
}

/**
 * One comment. Lists are shortened, and then the picture is left out, until it fits; notes say what is missing. What
 * must be seen first is open, and the rest is folded.
 */
export function toMarkdown(summary: Summary, { marker, picture }: MarkdownOptions = {}): string {
  const sections = summary.sections.filter(hasContents);
  const head = [
    ...(marker === undefined ? [] : [marker]),
    `## ${ICONS[summary.tone]} ${escapeMarkdown(summary.title)}`,
    ...(summary.scope ? [escapeMarkdown(summary.scope)] : []),
    escapeMarkdown(summary.result),
  ];
  const drawing = picture === undefined ? [] : [fenced(picture.trimEnd().split('\n'), 'mermaid')];
  const write = (max: number, drawn: readonly string[]): string => {
    const open = sections.filter(({ folded }) => !folded).map((section) => writeSection(section, max));
    const folded = sections.filter(({ folded: isFolded }) => isFolded).map((section) => writeSection(section, max));
    return `${[...head, ...open, ...drawn, ...folded].join('\n\n')}\n`;
  };
  for (const max of [Number.POSITIVE_INFINITY, 200, 50, 20, 5]) {
    const text = write(max, drawing);
    if (text.length <= MAX_CHARACTERS) return text;
  }
  return shortenMarkdown(write(5, []), MAX_CHARACTERS, SHORTENED);
}

/**
 * Cuts a text that is too long at the end of a line, ends the code and the folded sections that are then open, and says so
 * with the note.
 */
export function shortenMarkdown(text: string, max: number, note: string): string {
  if (text.length <= max) return text;
  const kept = text.slice(0, max - note.length - ROOM_TO_CLOSE).replace(/[\ud800-\udbff]$/, '');
  const lastLine = kept.lastIndexOf('\n');
  // A line may be longer than a comment.
  const cut = lastLine > kept.length / 2 ? kept.slice(0, lastLine) : kept;
  const fence = findOpenFence(cut);
  const count = (tag: string): number => cut.split(tag).length - 1;
  const ends = Math.min(count('<details>') - count('</details>'), MAX_OPEN);
  const end = `${fence === undefined ? '' : `\n${fence}`}${ends > 0 ? DETAILS_END.repeat(ends) : ''}`;
  return `${cut}${end}\n\n${note}\n`;
}

const DETAILS_END = '\n\n</details>';
const MAX_OPEN = 20;
const MAX_FENCE = 100;
const ROOM_TO_CLOSE = MAX_OPEN * DETAILS_END.length + MAX_FENCE + 10;

/** The backquotes that began a block of code which does not end. */
function findOpenFence(text: string): string | undefined {
  let open: string | undefined;
  for (const [, fence = '', info = ''] of text.matchAll(/^ {0,3}(`{3,100})([^`\n]*)$/gm)) {
    if (open === undefined) open = fence;
    else if (fence.length >= open.length && info.trim() === '') open = undefined;
  }
  return open;
}

function writeSection({ heading, table, items = [], folded }: Section, max: number): string {
  const body = [
    ...(table && table.rows.length > 0 ? [writeTable(table, max)] : []),
    ...(items.length > 0 ? [writeItems(items, max, '').join('\n')] : []),
  ].join('\n\n');
  return folded
    ? `<details><summary>${escapeMarkdown(heading)}</summary>\n\n${body}\n\n</details>`
    : `### ${escapeMarkdown(heading)}\n\n${body}`;
}

function writeItems(items: readonly Item[], max: number, indentation: string): string[] {
  const more = items.length - max;
  return [
    ...(more > 0 ? worstFirst(items).slice(0, max) : items).flatMap(({ line, details = [] }) => [
      `${indentation}- ${escapeLine(line)}`,
      ...writeItems(details, max, `${indentation}  `),
    ]),
    ...(more > 0 ? [`${indentation}- and ${more} more`] : []),
  ];
}

/** A failure is never among the items that are only counted. */
function worstFirst(items: readonly Item[]): Item[] {
  const rank = ({ tone }: Item): number => (tone === 'bad' ? 0 : tone === 'undecided' ? 1 : 2);
  return [...items].sort((a, b) => rank(a) - rank(b));
}

function writeTable({ head, rows }: Table, max: number): string {
  const write = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const more = rows.length - max;
  const lines = [
    head.map(escapeMarkdown),
    head.map(() => '---'),
    ...rows.slice(0, max).map((row) => row.map(escapeLine)),
  ];
  return `${lines.map(write).join('\n')}${more > 0 ? `\n\nand ${more} more` : ''}`;
}

/** The fence is longer than any in the content, so that a description cannot end it. */
function fenced(lines: readonly string[], language: string): string {
  const longest = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map(({ length }) => length)));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${lines.map(formatCode).join('\n')}\n${fence}`;
}

function escapeLine(line: Line): string {
  return partsOf(line)
    .map((part) => (typeof part === 'string' ? escapeMarkdown(part) : writeCode(part.code)))
    .join('');
}

/** URLs are code: GitHub and GitLab make links of bare ones. */
function escapeMarkdown(value: string): string {
  return formatLine(value)
    .split(URLS)
    .map((part, index) => (index % 2 === 1 ? `\`${part}\`` : escapeText(part)))
    .join('');
}

/** A scheme begins where no other character of a scheme is before it: a long word is read once, not from each letter. */
const URLS = /((?:(?<![a-z\d+.-])[a-z\d+.-]+:\/\/|www\.)[^\s`|]*[^\s`|.,:;!?)\]'"])/i;

function escapeText(value: string): string {
  return value.replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&').replaceAll('@', '@\u200b');
}

function writeCode(value: string): string {
  return value.includes('`') || value.includes('|') ? escapeMarkdown(value) : `\`${formatCode(value)}\``;
}
