/** The interactive picture of objects, which the page of a graph, drift, a preview and the emulator show. */
import { groupBy } from '../../model/arrays';
import type { Picture } from '../../report/html';
import { toCompactJson } from '../../report/json';
import { escapeXml } from '../../report/markup';
import type { Graph, GraphNode, Mark } from '../graph';
import { formatBoxTitle, formatHeading } from '../labels';
import type { LayoutLink } from '../layout/box';
import { type Box, collapseGraph, countByKind, kindTitle } from '../layout/collapse';
import { colorOf, colorRules } from '../layout/colors';
import { layOut } from '../layout/layout';

const rule = (name: string, color: string): string => `.${name}{--kind:${color}}`;

/** The colors of resource types. All other styles, and the script, are those of every page: `src/report/page/`. */
export const PICTURE_STYLES = `${colorRules(rule, 'light')}\n@media(prefers-color-scheme:dark){${colorRules(rule, 'dark')}}\n`;

export interface PictureOptions {
  readonly heading?: string;
  /** Whether boxes start collapsed. Default true. */
  readonly collapse?: boolean;
  /** Heading of {@link GraphNode.details} in the panel of an object. */
  readonly attributesTitle?: string;
  /** A sentence below the search, such as how many objects are not drawn. */
  readonly note?: string;
}

export async function drawPicture(
  graph: Graph,
  {
    heading = 'Objects and their references',
    collapse = true,
    attributesTitle = 'Attributes',
    note,
  }: PictureOptions = {},
): Promise<Picture> {
  const view = collapseGraph(graph, { collapse: true });
  const { sections } = await layOut(view.items, view.links);
  const page: Page = {
    nodes: new Map(graph.nodes.map(({ key }, index) => [key, index])),
    boxes: new Map(view.items.map(({ key }, index) => [key, index])),
    openAttribute: collapse ? '' : ' open',
  };
  const parts = sections.map((section) => {
    const clusters = section.clusters.map(({ columns }) => columns);
    // Clusters of one column beside a high cluster would leave gaps.
    const connected = clusters.filter(({ length }) => length > 1);
    const single = clusters.filter(({ length }) => length === 1);
    const content = `${renderClusters(page, connected)}${renderClusters(page, single)}`;
    return `<div class="part">\n<h3>${escapeXml(formatHeading(section))}</h3>\n${content}</div>\n`;
  });
  const markup = `<div class="picture" id="picture"><div class="bar">
<div><input id="search" type="search" placeholder="Search names, addresses, attributes (/)" aria-label="Search">
<button id="expand-all" type="button">Expand all</button>
<button id="collapse-all" type="button">Collapse all</button>
<p id="found" role="status"></p></div>
<fieldset><legend>Resource types</legend>${renderKinds(graph.nodes)}</fieldset>
${renderLegend(graph.nodes)}${note === undefined ? '' : `<p>${escapeXml(note)}</p>`}
<noscript><p>Without JavaScript there are no lines between boxes, and no search.</p></noscript>
</div>
<div class="content">
<div class="map">
${graph.nodes.length === 0 ? '<p class="empty">No objects.</p>' : parts.join('')}</div>
<aside id="panel" hidden aria-label="Object"><button id="close" type="button" aria-label="Close">✕</button><div id="description" aria-live="polite"></div></aside>
</div>
<script id="data" type="application/json">${pageData(graph, view.links, page, attributesTitle)}</script></div>`;
  return { heading, markup, styles: PICTURE_STYLES };
}

interface Page {
  /** Indexes of nodes and boxes, their ids in the page. */
  readonly nodes: ReadonlyMap<string, number>;
  readonly boxes: ReadonlyMap<string, number>;
  /** Attribute of `details` elements: empty, or ` open` if they start expanded. */
  readonly openAttribute: string;
}

function renderKinds(nodes: readonly GraphNode[]): string {
  return countByKind(nodes)
    .map(
      ({ kind, text }) =>
        `<label class="kind c${colorOf(kind)}"><input type="checkbox" data-kind="${escapeXml(kind)}" checked>${escapeXml(text)}</label>`,
    )
    .join('\n');
}

function renderLegend(nodes: readonly GraphNode[]): string {
  const marks = groupBy(
    nodes.flatMap(({ mark }) => mark ?? []),
    ({ text }) => text,
  );
  const entries = [...marks].map(
    ([text, group]) => `<span${toneClass(group[0])}>${escapeXml(text)} ${group.length.toLocaleString('en')}</span>`,
  );
  return entries.length === 0 ? '' : `<p class="legend">${entries.join('')}</p>\n`;
}

function toneClass(mark: Mark | undefined): string {
  return mark === undefined ? '' : ` class="tone-${mark.tone}"`;
}

function renderClusters(page: Page, clusters: readonly (readonly (readonly Box[])[])[]): string {
  if (clusters.length === 0) return '';
  return `<div class="clusters">\n${clusters.map((columns) => renderCluster(page, columns)).join('')}</div>\n`;
}

function renderCluster(page: Page, columns: readonly (readonly Box[])[]): string {
  const linesSvg = columns.length > 1 ? '<svg class="lines" aria-hidden="true"></svg>' : '';
  const columnElements = columns.map((column) => {
    const blocks = [
      ...groupBy(column, ({ key, block }) =>
        columns.length > 1 && block !== undefined ? `block ${block}` : `item ${key}`,
      ).values(),
    ];
    const inner = blocks.map((block) => {
      const boxes = block.map((item) => renderBox(page, item)).join('');
      return block.length > 1 ? `<div class="block">\n${boxes}</div>\n` : boxes;
    });
    return `<div class="column">\n${inner.join('')}</div>\n`;
  });
  return `<div class="cluster">${linesSvg}\n${columnElements.join('')}</div>\n`;
}

function renderBox(page: Page, item: Box): string {
  const { key, kind, nodes, parts, label, note, external, mark } = item;
  const classes = `box c${colorOf(kind)}${nodes.length > 1 ? ' group' : ''}${external ? ' external' : ''}${mark ? ` tone-${mark.tone}` : ''}`;
  const attributes = `class="${classes}" data-box="${page.boxes.get(key)}" data-kind="${escapeXml(kind)}"`;
  if (nodes.length > 1)
    return `<details ${attributes}${page.openAttribute}><summary title="${escapeXml(formatBoxTitle(item))}">${renderLabel(label, note)}</summary>${renderList(page, nodes)}</details>\n`;
  const [node] = nodes;
  const nodeElement = node ? renderNode(page, node, note, formatBoxTitle(item)) : '';
  const partList =
    parts.length === 0
      ? ''
      : `<details class="parts"${page.openAttribute}><summary>${escapeXml(
          countByKind(parts)
            .map(({ text }) => text)
            .join(', '),
        )}</summary>${renderList(page, parts)}</details>`;
  return `<div ${attributes}>${nodeElement}${partList}</div>\n`;
}

function renderList(page: Page, nodes: readonly GraphNode[]): string {
  return `<ul>${nodes.map((node) => `<li${toneClass(node.mark)}>${renderNode(page, node, [...(node.mark ? [node.mark.text] : []), ...node.badges].join(' · '), `${node.label}\n${node.location}`)}</li>`).join('\n')}</ul>`;
}

function renderNode(page: Page, node: GraphNode, note: string, title: string): string {
  return `<button class="node" type="button" aria-pressed="false" data-node="${page.nodes.get(node.key)}" title="${escapeXml(title)}">${renderLabel(node.label, note)}</button>`;
}

function renderLabel(label: string, note: string): string {
  return `<b>${escapeXml(label)}</b>${note === '' ? '' : `<small>${escapeXml(note)}</small>`}`;
}

/** Escapes `<`, which could end the script element or begin a comment. */
function pageData({ nodes, edges }: Graph, links: readonly LayoutLink[], page: Page, attributesTitle: string): string {
  const data = {
    attributesTitle,
    nodes: nodes.map(({ kind, label, badges, location, details, mark }) => ({
      kind,
      title: kindTitle(kind),
      label,
      badges: [...(mark ? [mark.text] : []), ...badges],
      location,
      details,
    })),
    edges: edges.map(({ from, to, path }) => [page.nodes.get(from), page.nodes.get(to), path]),
    links: links.map(({ from, to, belongs }) => [page.boxes.get(from), page.boxes.get(to), belongs]),
  };
  return toCompactJson(data).replaceAll('<', '\\u003c');
}
