export interface Block {
  /** Path of the document below the repository's root. */
  readonly document: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** Text of the nearest heading above; empty if there is none. */
  readonly heading: string;
  /** First word after the fence in lower case, or empty. */
  readonly language: string;
  readonly words: readonly string[];
  /** File name, if the last line with text above the block begins with it in backticks and ends with a colon. */
  readonly file?: string;
  readonly code: string;
}

export interface Mention {
  readonly line: number;
  readonly text: string;
}

export interface Document {
  /** Below the repository's root, with slashes. */
  readonly path: string;
  readonly blocks: readonly Block[];
  /**
   * Ids of `<a id="...">`, and anchors of headings in the format of common hosts: `## The second plan` ->
   * `the-second-plan`, or `the-second-plan-1` if a heading or an id above has that already.
   */
  readonly anchors: ReadonlySet<string>;
  /** Targets of links and pictures, `docs/x.md#part`. Those in fenced blocks and backticks are omitted. */
  readonly links: readonly Mention[];
  readonly quoted: readonly Mention[];
}

/** Throws for an unclosed fence, because the rest of the document would not be checked. */
export function readDocument(path: string, text: string): Document {
  const blocks: Block[] = [];
  const anchors = new Set<string>();
  const links: Mention[] = [];
  const quoted: Mention[] = [];
  const lines = text.split('\n');
  let above = '';
  let section = '';
  for (let index = 0; index < lines.length; index++) {
    const current = lines[index] as string;
    const fence = /^( *)(`{3,}|~{3,})(.*)$/.exec(current);
    if (fence) {
      const end = lines.findIndex((each, at) => at > index && each.trim() === fence[2]);
      if (end < 0) throw new Error(`${path}:${index + 1}: the block is not closed; expected a line with ${fence[2]}`);
      blocks.push({ ...readBlock(path, index + 1, fence, lines.slice(index + 1, end), above), heading: section });
      index = end;
      above = '';
      continue;
    }
    for (const [, name = ''] of current.matchAll(/<a id="([^"]+)">/g)) anchors.add(name);
    const heading = /^#{1,6} +(.*)$/.exec(current);
    if (heading) {
      section = heading[1] as string;
      addAnchor(anchors, section);
    }
    const mentions = (pattern: RegExp, from: string): Mention[] =>
      [...from.matchAll(pattern)].map((match) => ({ line: index + 1, text: match[1] as string }));
    // Code may contain brackets that are not links.
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
): Omit<Block, 'heading'> {
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

/** Formats the position: `docs/guides/drift.md:12`. */
export const placeOf = ({ document, line }: Block): string => `${document}:${line}`;
