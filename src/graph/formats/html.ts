/** The graph as one page that needs nothing else, to be searched, unfolded and walked through. */
import { createHash } from 'node:crypto';
import { groupBy } from '../../model/group-by';
import { counted } from '../../model/text';
import { rankOfKind } from '../build/kinds';
import type { Graph, GraphNode } from '../graph';
import { headingOf, titleOfItem } from '../labels';
import { foldGraph, type Item, titleOfKind } from '../layout/collapse';
import { colourOf } from '../layout/colors';
import { layOut } from '../layout/layout';
import { escapeXml as text } from '../xml';
import { SCRIPT } from './page/script';
import { STYLES } from './page/styles';

const hash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** Nothing is loaded, and nothing runs but the page's own script, even if an escape were forgotten. */
const policy = [
  "default-src 'none'",
  `script-src ${hash(SCRIPT)}`,
  `style-src ${hash(STYLES)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The page; what is folded is open from the beginning without `fold`. */
export async function toHtml(
  graph: Graph,
  { name, fold }: { readonly name: string; readonly fold: boolean },
): Promise<string> {
  const view = foldGraph(graph, { fold: true });
  const { sections } = await layOut(view.items, view.links, { headings: true });
  const page: Page = {
    nodes: new Map(graph.nodes.map(({ key }, index) => [key, index])),
    boxes: new Map(view.items.map(({ key }, index) => [key, index])),
    open: fold ? '' : ' open',
  };
  const body = sections.map(
    (section) =>
      `<section>\n<h2>${text(headingOf(section))}</h2>\n` +
      // What stands alone would fill the room beside a high cluster with holes.
      `${clustersOf(
        page,
        section.clusters.filter(({ length }) => length > 1),
      )}` +
      `${clustersOf(
        page,
        section.clusters.filter(({ length }) => length === 1),
      )}</section>\n`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${text(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(name)}</title>
<link rel="icon" href="data:,">
<style>${STYLES}</style>
</head>
<body>
<header>
<h1>${text(name)}: ${counted(graph.nodes.length, 'object')}</h1>
<div class="bar">
<input id="search" type="search" placeholder="Search names, addresses, attributes ( / )" aria-label="Search">
<button id="unfold" type="button">Unfold all</button>
<button id="fold" type="button">Fold all</button>
<p id="found" role="status"></p>
</div>
<fieldset><legend>Kinds</legend>${kindsOf(graph.nodes)}</fieldset>
<noscript><p>Without JavaScript there are no lines between boxes, and no search.</p></noscript>
</header>
<div class="content">
<main>
${graph.nodes.length === 0 ? '<p>There is nothing to draw.</p>' : body.join('')}</main>
<aside id="panel" hidden aria-label="Object"><button id="close" type="button" aria-label="Close">✕</button><div id="told" aria-live="polite"></div></aside>
</div>
<script id="data" type="application/json">${dataOf(graph, view.links, page)}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

interface Page {
  /** Positions of nodes and of boxes, which tell them apart in the page. */
  readonly nodes: ReadonlyMap<string, number>;
  readonly boxes: ReadonlyMap<string, number>;
  /** Attribute of what can be unfolded. */
  readonly open: string;
}

function kindsOf(nodes: readonly GraphNode[]): string {
  return [...groupBy(nodes, ({ kind }) => kind)]
    .sort(([a], [b]) => rankOfKind(a) - rankOfKind(b))
    .map(
      ([kind, { length }]) =>
        `<label class="kind c${colourOf(kind)}"><input type="checkbox" data-kind="${text(kind)}" checked>${text(counted(length, titleOfKind(kind)))}</label>`,
    )
    .join('\n');
}

function clustersOf(page: Page, clusters: readonly (readonly (readonly Item[])[])[]): string {
  if (clusters.length === 0) return '';
  return `<div class="clusters">\n${clusters.map((columns) => clusterOf(page, columns)).join('')}</div>\n`;
}

function clusterOf(page: Page, columns: readonly (readonly Item[])[]): string {
  const lines = columns.length > 1 ? '<svg class="lines" aria-hidden="true"></svg>' : '';
  const drawn = columns.map((column) => {
    const blocks = [
      ...groupBy(column, ({ key, block }) =>
        columns.length > 1 && block !== undefined ? `block ${block}` : `item ${key}`,
      ).values(),
    ];
    const inner = blocks.map((block) => {
      const boxes = block.map((item) => boxOf(page, item)).join('');
      return block.length > 1 ? `<div class="block">\n${boxes}</div>\n` : boxes;
    });
    return `<div class="column">\n${inner.join('')}</div>\n`;
  });
  return `<div class="cluster">${lines}\n${drawn.join('')}</div>\n`;
}

function boxOf(page: Page, item: Item): string {
  const { key, kind, nodes, parts, label, note, elsewhere } = item;
  const classes = [
    'box',
    `c${colourOf(kind)}`,
    ...(nodes.length > 1 ? ['group'] : []),
    ...(elsewhere ? ['elsewhere'] : []),
  ];
  const attributes = `class="${classes.join(' ')}" data-box="${page.boxes.get(key)}" data-of="${text(kind)}"`;
  if (nodes.length > 1)
    return `<details ${attributes}${page.open}><summary title="${text(titleOfItem(item))}">${lines(label, note)}</summary>${listOf(page, nodes)}</details>\n`;
  const [node] = nodes;
  const own = node ? nodeOf(page, node, note, titleOfItem(item)) : '';
  const folded =
    parts.length === 0
      ? ''
      : `<details class="parts"${page.open}><summary>${text(partsText(parts))}</summary>${listOf(page, parts)}</details>`;
  return `<div ${attributes}>${own}${folded}</div>\n`;
}

function partsText(parts: readonly GraphNode[]): string {
  return [...groupBy(parts, ({ kind }) => kind)]
    .map(([kind, { length }]) => counted(length, titleOfKind(kind)))
    .join(', ');
}

function listOf(page: Page, nodes: readonly GraphNode[]): string {
  return `<ul>${nodes.map((node) => `<li>${nodeOf(page, node, node.facts.join(' · '), `${node.label}\n${node.place}`)}</li>`).join('\n')}</ul>`;
}

function nodeOf(page: Page, node: GraphNode, note: string, title: string): string {
  return `<button class="node" type="button" aria-pressed="false" data-node="${page.nodes.get(node.key)}" title="${text(title)}">${lines(node.label, note)}</button>`;
}

function lines(label: string, note: string): string {
  return `<b>${text(label)}</b>${note === '' ? '' : `<small>${text(note)}</small>`}`;
}

/** Within a script element only `<` could end it, or begin a comment. */
function dataOf(
  { nodes, edges }: Graph,
  links: readonly { from: string; to: string; belongs: boolean }[],
  page: Page,
): string {
  const data = {
    nodes: nodes.map(({ kind, label, facts, place, details }) => ({
      kind,
      title: titleOfKind(kind),
      label,
      facts,
      place,
      details,
    })),
    edges: edges.map(({ from, to, path }) => [page.nodes.get(from), page.nodes.get(to), path]),
    links: links.map(({ from, to, belongs }) => [page.boxes.get(from), page.boxes.get(to), belongs]),
  };
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
