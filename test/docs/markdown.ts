/** What the tests of documents read in a Markdown file: fenced blocks, headings, links and quoted words. */

/** One fenced block. */
export interface Block {
  /** Path of the document below the repository's root. */
  readonly document: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** First word after the fence, in lower case; empty where there is none. */
  readonly language: string;
  /** The words after it. */
  readonly words: readonly string[];
  /** The file that the reader is told to write: the line before begins with its quoted name and ends with a colon. */
  readonly file?: string;
  readonly code: string;
}

/** Something on a line of a document. */
export interface Mention {
  readonly line: number;
  readonly text: string;
}

/** A document, read. */
export interface Document {
  /** Below the repository's root, with slashes. */
  readonly path: string;
  readonly blocks: readonly Block[];
  /** What can be linked to, as the common hosts make anchors of headings. */
  readonly anchors: ReadonlySet<string>;
  /** Targets of links and pictures. */
  readonly links: readonly Mention[];
  /** What stands between single backticks. */
  readonly quoted: readonly Mention[];
}

/** Reads a document. A fence that is not closed is an error, because everything after it would go unseen. */
export function readDocument(path: string, text: string): Document {
  const blocks: Block[] = [];
  const anchors = new Set<string>();
  const links: Mention[] = [];
  const quoted: Mention[] = [];
  const lines = text.split('\n');
  let above = '';
  for (let index = 0; index < lines.length; index++) {
    const current = lines[index] as string;
    const fence = /^( *)(`{3,}|~{3,})(.*)$/.exec(current);
    if (fence) {
      const end = lines.findIndex((each, at) => at > index && each.trim() === fence[2]);
      if (end < 0) throw new Error(`${path}:${index + 1}: this block is not closed; expected a line with ${fence[2]}`);
      blocks.push(readBlock(path, index + 1, fence, lines.slice(index + 1, end), above));
      index = end;
      above = '';
      continue;
    }
    for (const [, name = ''] of current.matchAll(/<a id="([^"]+)">/g)) anchors.add(name);
    const heading = /^#{1,6} +(.*)$/.exec(current);
    if (heading) addAnchor(anchors, heading[1] as string);
    const mentions = (pattern: RegExp, from: string): Mention[] =>
      [...from.matchAll(pattern)].map((match) => ({ line: index + 1, text: match[1] as string }));
    // Links do not stand in code, and code may hold brackets.
    links.push(...mentions(/\]\(([^)\s]+)\)/g, current.replace(/`[^`]*`/g, '``')));
    quoted.push(...mentions(/(?<!`)`([^`]+)`(?!`)/g, current));
    if (current.trim() !== '') above = current;
  }
  return { path, blocks, anchors, links, quoted };
}

function readBlock(
  document: string,
  line: number,
  [, indent = '', , info = '']: readonly (string | undefined)[],
  lines: readonly string[],
  above: string,
): Block {
  const [language = '', ...words] = info.trim().split(/\s+/);
  const file = /^`([\w./-]+)`.*:$/.exec(above.trim())?.[1];
  const code = lines.map((each) => (each.startsWith(indent) ? each.slice(indent.length) : each.trimStart()));
  return {
    document,
    line,
    language: language.toLowerCase(),
    words,
    code: code.map((each) => `${each}\n`).join(''),
    ...(file !== undefined && { file }),
  };
}

/** Letters, digits, hyphens and underscores stay, blanks become hyphens; a second one of a name gets a number. */
function addAnchor(anchors: Set<string>, heading: string): void {
  const slug = heading
    .trim()
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replace(/\s/g, '-');
  for (let n = 0; ; n++) {
    const name = n === 0 ? slug : `${slug}-${n}`;
    if (anchors.has(name)) continue;
    anchors.add(name);
    return;
  }
}

/** `docs/guides/drift.md:12`, where a reader of a failure looks. */
export function placeOf({ document, line }: Block): string {
  return `${document}:${line}`;
}
