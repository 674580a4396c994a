import { groupBy } from '../../model/arrays';
import { oneLine } from '../../model/text';
import type { Tone } from '../../report/section';
import type { Words } from '../../values/words';
import { formatHeading } from '../labels';
import type { Box, View } from '../layout/collapse';
import { colorOf, shade } from '../layout/colors';
import { layOut } from '../layout/layout';
import { fitText } from '../text';

/** Mermaid's defaults for `maxTextSize` and `maxEdges`. */
const MERMAID_LIMITS = { characters: 50_000, edges: 500 } as const;

/** Chosen. Invisible links (`~~~`) make rows of boxes without links, which Mermaid would put in one column. */
const BOXES_PER_ROW = 4;

/** Chosen: wider lines are truncated. */
const TEXT_WIDTH_PX = 300;

/** Mermaid's default. */
const FONT_SIZE_PX = 16;

export async function toMermaid(view: View, name: Words): Promise<string> {
  const { sections } = await layOut(view.items, view.links);
  const names = new Map(view.items.map(({ key }, index) => [key, `n${index}`]));
  const nameOf = ({ key }: Box): string => names.get(key) ?? '';
  const lines = sections.flatMap((section, index) => {
    const clusters = section.clusters.map(({ columns }) => columns.flat());
    const alone = clusters.flatMap((items) => (items.length === 1 ? items : []));
    return [
      `  subgraph s${index}["${escapeMermaid(formatHeading(section))}"]`,
      '    direction LR',
      ...clusters.flat().map((item) => `    ${renderBox(item, nameOf(item))}`),
      ...rows(alone).map((row) => `    ${row.map(nameOf).join(' ~~~ ')}`),
      '  end',
    ];
  });
  const links = view.links.map(({ from, to, belongs }) =>
    // The owner comes first, so that Mermaid draws its part to the right of it.
    belongs ? `  ${names.get(to)} --- ${names.get(from)}` : `  ${names.get(from)} --> ${names.get(to)}`,
  );
  // Braces would turn the comment into a directive.
  const comment = `%% ${oneLine(name).replace(/[{}%]/g, ' ')}`;
  return `${[comment, 'flowchart LR', ...lines, ...links, ...classDefinitions(view.items, nameOf)].join('\n')}\n`;
}

export function findMermaidProblem(text: string): Words | undefined {
  // `n0 --> n1`; the line of a box, `n0["a --- b"]`, is none.
  const links = text.split('\n').filter((line) => /^ +n\d+ /.test(line));
  const edges = links.reduce((sum, line) => sum + (line.match(/ (-->|---|~~~) /g)?.length ?? 0), 0);
  const { characters, edges: maxEdges } = MERMAID_LIMITS;
  if (text.length > characters)
    return `it has ${text.length.toLocaleString('en')} characters; Mermaid draws at most ${characters.toLocaleString('en')}`;
  return edges > maxEdges ? `it has ${edges} lines between boxes; Mermaid draws at most ${maxEdges}` : undefined;
}

/**
 * Writes all but letters, digits and harmless punctuation as entities: `"` -> `#34;`. Mermaid decodes them after
 * parsing, and then replaces line breaks (`\n`), formulas (`$$`) and icons (`fa:fa-car`): a zero-width space after `\`,
 * `$` and the `:` of an icon prevents that.
 */
function escapeMermaid(text: string): string {
  return [...text.replace(/[\\$]|:(?=fa-)/g, '$&\u200b')]
    .map((letter) => (/[\p{L}\p{N}\p{M} ,:·…/-]/u.test(letter) ? letter : `#${letter.codePointAt(0)};`))
    .join('');
}

function renderBox(item: Box, name: string): string {
  const text = [item.label, item.note]
    .map((line) => escapeMermaid(fitText(line, TEXT_WIDTH_PX, FONT_SIZE_PX)))
    .join('<br/>');
  if (item.external) return `${name}(["${text}"])`;
  return item.nodes.length > 1 ? `${name}[["${text}"]]` : `${name}["${text}"]`;
}

function rows(items: readonly Box[]): Box[][] {
  const columns = Math.min(BOXES_PER_ROW, Math.ceil(Math.sqrt(items.length)));
  const found: Box[][] = [];
  for (let start = 0; start < items.length; start += columns) found.push(items.slice(start, start + columns));
  return found.filter(({ length }) => length > 1);
}

/** Light boxes with dark letters are readable on light and dark pages. */
const TONES: Readonly<Record<Tone, string>> = {
  good: 'fill:#e8f3ea,stroke:#2f7d46',
  added: 'fill:#dbe6ff,stroke:#1d4ed8',
  changed: 'fill:#fff1c9,stroke:#9a6b00',
  attention: 'fill:#fff1c9,stroke:#9a6b00',
  removed: 'fill:#fbdcd8,stroke:#b3372b',
  bad: 'fill:#fbdcd8,stroke:#b3372b',
  undecided: 'fill:#eef1f5,stroke:#5a6475,stroke-dasharray:4 3',
};

function classDefinitions(items: readonly Box[], nameOf: (item: Box) => string): string[] {
  return [...groupBy(items, ({ kind, mark }) => mark?.tone ?? `c${colorOf(kind)}`)].flatMap(([name, group]) => {
    const [{ kind, mark }] = group as [Box];
    const style = mark
      ? TONES[mark.tone]
      : `fill:${shade(colorOf(kind), 70, 94)},stroke:${shade(colorOf(kind), 50, 45)}`;
    return [`  classDef ${name} ${style},color:#1c2430`, `  class ${group.map(nameOf).join(',')} ${name}`];
  });
}
