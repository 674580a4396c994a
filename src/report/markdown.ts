/** Users' strings must not end a table, nor become markup, mentions, links or control characters. */
import { clip } from '../model/text';
import { formatList } from '../values/words';
import { hasContents, type Item, type Line, SEVERITY, type Section, type Summary, type Table } from './section';
import { formatCode, formatLine, partsOf } from './text';

/** Chosen: a comment or an issue of GitHub has at most 65,536 characters, and a pipeline may add a line. */
export const MAX_CHARACTERS = 60_000;

const ICONS: Readonly<Record<Summary['tone'], string>> = { good: '✅', attention: '⚠️', bad: '❌', undecided: '❓' };

export interface MarkdownOptions {
  /** The command that writes the report, such as `drift`. */
  readonly command: string;
  /** Values by which the report is told apart from others of its command, which may be comments of one pull request. */
  readonly markerParts?: readonly MarkerPart[];
  /** A Mermaid flowchart, drawn after the sections that are open. */
  readonly picture?: string | undefined;
}

export type MarkerPart = readonly [option: string, value: string];

interface Limits {
  readonly items: number;
  readonly characters: number;
}

const COMPLETE: Limits = { items: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY };
/** Chosen. Each is tried until the comment fits. */
const SHORTER = [200, 50, 20, 5].map((items): Limits => ({ items, characters: 1000 }));
const SHORTEST: Limits = { items: 1, characters: 1000 };

/**
 * Until the comment fits, lists and texts are shortened. If that is not enough, each list has one item, the picture is
 * left out, and so are the sections that do not fit; the report says what is missing.
 */
export function toMarkdown(summary: Summary, { command, markerParts = [], picture }: MarkdownOptions): string {
  const sections = summary.sections.filter(hasContents);
  const open = sections.filter(({ folded }) => !folded);
  const folded = sections.filter(({ folded: isFolded }) => isFolded);
  const marker = formatMarker(command, markerParts);
  const drawing = picture === undefined ? [] : [fenced(picture.trimEnd().split('\n'), 'mermaid')];
  const write = (limits: Limits): string => {
    const writeAll = (all: readonly Section[]) => all.map((section) => writeSection(section, limits));
    return join([marker, ...writeHead(summary, limits), ...writeAll(open), ...drawing, ...writeAll(folded)]);
  };
  for (const limits of [COMPLETE, ...SHORTER]) {
    const text = write(limits);
    if (text.length <= MAX_CHARACTERS) return text;
  }
  const leftOut = picture === undefined ? [] : ['the picture'];
  return join(keepWhatFits([marker, ...writeHead(summary, SHORTEST)], [...open, ...folded], leftOut));
}

/** By this line a pipeline replaces the comment or issue of an earlier run. Encoded, so that no value ends the line. */
export function formatMarker(command: string, parts: readonly MarkerPart[]): string {
  const written = parts.map(([option, value]) => `${option}=${encodeURIComponent(value).replaceAll('%2F', '/')}`);
  return `<!-- netingress-${command}${written.length === 0 ? '' : `: ${written.join(', ')}`} -->`;
}

const MAX_NAMES = 10;
/** Characters for the line about what is left out: {@link MAX_NAMES} clipped headings, of which escapes are a part. */
const ROOM_FOR_NAMES = 3000;

/** Each section has one item of a list and one row of a table. A line at the end names what is left out. */
function keepWhatFits(head: readonly string[], sections: readonly Section[], leftOut: readonly string[]): string[] {
  const [kept, missing] = [[...head], [...leftOut]];
  let room = MAX_CHARACTERS - ROOM_FOR_NAMES - join(head).length;
  for (const section of sections) {
    const text = writeSection(section, SHORTEST);
    const isKept = text.length + GAP.length <= room;
    if (isKept) room -= text.length + GAP.length;
    if (isKept) kept.push(text);
    else missing.push(clip(section.heading));
  }
  const names = missing.length === 0 ? [] : [`Left out: ${escapeMarkdown(formatList(missing, MAX_NAMES))}.`];
  return [...kept, ...names, 'Shortened. The JSON report is complete.'];
}

const GAP = '\n\n';

function join(parts: readonly string[]): string {
  return `${parts.join(GAP)}\n`;
}

function writeHead({ tone, title, scope, result }: Summary, { characters }: Limits): string[] {
  return [
    `## ${ICONS[tone]} ${escapeMarkdown(clip(title, characters))}`,
    ...[...(scope ? [scope] : []), result].map((text) => escapeMarkdown(clip(text, characters))),
  ];
}

function writeSection({ heading, table, items = [], folded }: Section, limits: Limits): string {
  const body = [
    ...(table && table.rows.length > 0 ? [writeTable(table, limits)] : []),
    ...(items.length > 0 ? [writeItems(items, limits, '').join('\n')] : []),
  ].join(GAP);
  const title = escapeMarkdown(clip(heading, limits.characters));
  return folded ? `<details><summary>${title}</summary>\n\n${body}\n\n</details>` : `### ${title}\n\n${body}`;
}

function writeItems(items: readonly Item[], limits: Limits, indentation: string): string[] {
  const more = items.length - limits.items;
  return [
    ...(more > 0 ? worstFirst(items).slice(0, limits.items) : items).flatMap(({ line, details = [] }) => [
      `${indentation}- ${escapeLine(line, limits)}`,
      ...writeItems(details, limits, `${indentation}  `),
    ]),
    ...(more > 0 ? [`${indentation}- and ${more} more`] : []),
  ];
}

/** Puts what a reader must see first at the front, because the items at the end are only counted. */
function worstFirst(items: readonly Item[]): Item[] {
  const rank = ({ tone = 'good' }: Item): number => SEVERITY.indexOf(tone);
  return [...items].sort((a, b) => rank(a) - rank(b));
}

function writeTable({ head, rows }: Table, limits: Limits): string {
  const write = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const more = rows.length - limits.items;
  const lines = [
    head.map(escapeMarkdown),
    head.map(() => '---'),
    ...rows.slice(0, limits.items).map((row) => row.map((cell) => escapeLine(cell, limits))),
  ];
  return `${lines.map(write).join('\n')}${more > 0 ? `\n\nand ${more} more` : ''}`;
}

/** The fence is longer than any in the content, so that a description cannot end it. */
function fenced(lines: readonly string[], language: string): string {
  const longest = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map(({ length }) => length)));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${lines.map(formatCode).join('\n')}\n${fence}`;
}

function escapeLine(line: Line, { characters }: Limits): string {
  return partsOf(line)
    .map((part) =>
      typeof part === 'string' ? escapeMarkdown(clip(part, characters)) : writeCode(clip(part.code, characters)),
    )
    .join('');
}

/** URLs are code: GitHub and GitLab make links of bare ones. */
function escapeMarkdown(value: string): string {
  return formatLine(value)
    .split(URLS)
    .map((part, index) => (index % 2 === 1 ? `\`${part}\`` : escapeText(part)))
    .join('');
}

/**
 * `https://a.example/b.` -> `https://a.example/b`, `www.a.example`. Because of the lookbehind, a long word is tried as
 * a scheme only from its start, so the time is linear.
 */
const URLS = /((?:(?<![a-z\d+.-])[a-z\d+.-]+:\/\/|www\.)[^\s`|]*[^\s`|.,:;!?)\]'"])/i;

function escapeText(value: string): string {
  return value.replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&').replaceAll('@', '@\u200b');
}

function writeCode(value: string): string {
  return value.includes('`') || value.includes('|') ? escapeMarkdown(value) : `\`${formatCode(value)}\``;
}
