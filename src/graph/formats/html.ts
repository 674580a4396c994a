import { createHash } from 'node:crypto';
import { groupBy } from '../../model/arrays';
import { formatCount } from '../../model/text';
import type { Graph, GraphNode } from '../graph';
import { formatBoxTitle, formatHeading } from '../labels';
import type { LayoutLink } from '../layout/box';
import { type Box, collapseGraph, countByKind, kindTitle } from '../layout/collapse';
import { colorOf, colorRules } from '../layout/colors';
import { layOut } from '../layout/layout';
import { escapeXml, fillPage } from '../text';
import { HTML, STYLES as PAGE_STYLES, SCRIPT } from './page/generated/assets';

const cspHash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

const rule = (name: string, color: string): string => `.${name}{--kind:${color}}`;

const STYLES = `${PAGE_STYLES}${colorRules(rule, 62, 46)}\n@media(prefers-color-scheme:dark){${colorRules(rule, 55, 62)}}\n`;

/** Forbids external resources and other scripts, even if an escape were missing. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src ${cspHash(SCRIPT)}`,
  `style-src ${cspHash(STYLES)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** A page with search and collapsible boxes, without external resources. Without `collapse` they start expanded. */
export async function toHtml(
  graph: Graph,
  { name, collapse }: { readonly name: string; readonly collapse: boolean },
): Promise<string> {
  const view = collapseGraph(graph, { collapse: true });
  const { sections } = await layOut(view.items, view.links, { headings: true });
  const page: Page = {
    nodes: new Map(graph.nodes.map(({ key }, index) => [key, index])),
    boxes: new Map(view.items.map(({ key }, index) => [key, index])),
    openAttribute: collapse ? '' : ' open',
  };
  const body = sections.map((section) => {
    const clusters = section.clusters.map(({ columns }) => columns);
    // Clusters of one column beside a high cluster would leave gaps.
    const connected = clusters.filter(({ length }) => length > 1);
    const single = clusters.filter(({ length }) => length === 1);
    const content = `${renderClusters(page, connected)}${renderClusters(page, single)}`;
    return `<section>\n<h2>${escapeXml(formatHeading(section))}</h2>\n${content}</section>\n`;
  });
  return fillPage(HTML, {
    policy: escapeXml(CONTENT_SECURITY_POLICY),
    name: escapeXml(name),
    styles: `<style>${STYLES}</style>`,
    count: formatCount(graph.nodes.length, 'object'),
    kinds: renderKinds(graph.nodes),
    sections: graph.nodes.length === 0 ? '<p>No objects.</p>' : body.join(''),
    data: `<script id="data" type="application/json">${pageData(graph, view.links, page)}</script>`,
    script: `<script>${SCRIPT}</script>`,
  });
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
  const { key, kind, nodes, parts, label, note, external } = item;
  const classes = `box c${colorOf(kind)}${nodes.length > 1 ? ' group' : ''}${external ? ' external' : ''}`;
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
  return `<ul>${nodes.map((node) => `<li>${renderNode(page, node, node.badges.join(' · '), `${node.label}\n${node.location}`)}</li>`).join('\n')}</ul>`;
}

function renderNode(page: Page, node: GraphNode, note: string, title: string): string {
  return `<button class="node" type="button" aria-pressed="false" data-node="${page.nodes.get(node.key)}" title="${escapeXml(title)}">${renderLabel(node.label, note)}</button>`;
}

function renderLabel(label: string, note: string): string {
  return `<b>${escapeXml(label)}</b>${note === '' ? '' : `<small>${escapeXml(note)}</small>`}`;
}

/** Escapes `<`, which could end the script element or begin a comment. */
function pageData({ nodes, edges }: Graph, links: readonly LayoutLink[], page: Page): string {
  const data = {
    nodes: nodes.map(({ kind, label, badges, location, details }) => ({
      kind,
      title: kindTitle(kind),
      label,
      badges,
      location,
      details,
    })),
    edges: edges.map(({ from, to, path }) => [page.nodes.get(from), page.nodes.get(to), path]),
    links: links.map(({ from, to, belongs }) => [page.boxes.get(from), page.boxes.get(to), belongs]),
  };
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
