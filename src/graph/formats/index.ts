/** The formats of a graph; each is a pure function of the graph. */
import { formatCount } from '../../model/text';
import { toJson } from '../../report/json';
import { escapeXml } from '../../report/markup';
import { renderPage } from '../../report/page';
import type { Graph } from '../graph';
import { collapseGraph } from '../layout/collapse';
import { toMermaid } from './mermaid';
import { drawPicture } from './picture';
import { toSvg } from './svg';

export const GRAPH_FORMATS = ['mermaid', 'svg', 'html', 'json'] as const;

export type GraphFormat = (typeof GRAPH_FORMATS)[number];

export interface GraphFormatOptions {
  /** Title of the diagram. */
  readonly name: string;
  /** Whether parts and similar objects are collapsed. A page contains them in either case, initially expanded without. */
  readonly collapse: boolean;
}

export async function formatGraph(
  graph: Graph,
  format: GraphFormat,
  { name, collapse }: GraphFormatOptions,
): Promise<string> {
  switch (format) {
    case 'mermaid':
      return toMermaid(collapseGraph(graph, { collapse }), name);
    case 'svg':
      return toSvg(collapseGraph(graph, { collapse }), name);
    case 'html':
      return toHtml(graph, { name, collapse });
    case 'json':
      return toJson({ version: 1, ...graph });
  }
}

async function toHtml(graph: Graph, { name, collapse }: GraphFormatOptions): Promise<string> {
  const { markup, styles } = await drawPicture(graph, { collapse });
  const heading = `${name}: ${formatCount(graph.nodes.length, 'object')}`;
  const body = `<header><h1>${escapeXml(heading)}</h1></header>\n<main><section class="card">${markup}</section></main>`;
  return renderPage({ title: name, body, styles });
}

const FORMAT_BY_EXTENSION: Readonly<Record<string, GraphFormat>> = {
  '.mmd': 'mermaid',
  '.mermaid': 'mermaid',
  '.md': 'mermaid',
  '.svg': 'svg',
  '.html': 'html',
  '.htm': 'html',
  '.json': 'json',
};

export function findGraphFormat(extension: string): GraphFormat | undefined {
  return FORMAT_BY_EXTENSION[extension.toLowerCase()];
}
