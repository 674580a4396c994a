import { formatCount } from '../../model/text';
import { toJson } from '../../report/json';
import { escapeXml } from '../../report/markup';
import { renderPage } from '../../report/page';
import type { Graph } from '../graph';
import { collapseGraph } from '../layout/collapse';
import { toMermaid } from './mermaid';
import { drawPicture } from './picture';
import { toSvg } from './svg';

export interface GraphFormatOptions {
  readonly name: string;
  /**
   * Whether parts and similar objects are collapsed in Mermaid and SVG, and initially in a page. JSON has all objects.
   */
  readonly collapse: boolean;
}

const FORMATS = {
  mermaid: (graph: Graph, { name, collapse }: GraphFormatOptions) =>
    toMermaid(collapseGraph(graph, { collapse }), name),
  svg: (graph: Graph, { name, collapse }: GraphFormatOptions) => toSvg(collapseGraph(graph, { collapse }), name),
  html: toHtml,
  json: (graph: Graph) => toJson({ version: 1, ...graph }),
};

export type GraphFormat = keyof typeof FORMATS;

export const GRAPH_FORMATS = Object.keys(FORMATS) as readonly GraphFormat[];

export async function formatGraph(graph: Graph, format: GraphFormat, options: GraphFormatOptions): Promise<string> {
  return FORMATS[format](graph, options);
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
