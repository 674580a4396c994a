/** The formats of a graph; each is a pure function of the graph. */
import type { Graph } from '../graph';
import { collapseGraph } from '../layout/collapse';
import { toHtml } from './html';
import { toMermaid } from './mermaid';
import { toSvg } from './svg';

export const FORMATS = ['mermaid', 'svg', 'html', 'json'] as const;

export type Format = (typeof FORMATS)[number];

export interface FormatOptions {
  /** Title of the diagram. */
  readonly name: string;
  /** Whether parts and similar objects are collapsed. A page contains them in either case, initially expanded without. */
  readonly collapse: boolean;
}

export async function formatGraph(graph: Graph, format: Format, { name, collapse }: FormatOptions): Promise<string> {
  switch (format) {
    case 'mermaid':
      return toMermaid(collapseGraph(graph, { collapse }), name);
    case 'svg':
      return toSvg(collapseGraph(graph, { collapse }), name);
    case 'html':
      return toHtml(graph, { name, collapse });
    case 'json':
      return `${JSON.stringify({ version: 1, ...graph }, null, 2)}\n`;
  }
}

const FORMAT_BY_EXTENSION: Readonly<Record<string, Format>> = {
  '.mmd': 'mermaid',
  '.mermaid': 'mermaid',
  '.md': 'mermaid',
  '.svg': 'svg',
  '.html': 'html',
  '.htm': 'html',
  '.json': 'json',
};

export function findFormat(extension: string): Format | undefined {
  return FORMAT_BY_EXTENSION[extension.toLowerCase()];
}
