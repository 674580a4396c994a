/** Every form in which a graph can be written; each is a pure function of it, so the same graph gives the same bytes. */

import type { Graph } from '../graph';
import { collapseGraph } from '../layout/collapse';
import { toHtml } from './html';
import { toJson } from './json';
import { toMermaid } from './mermaid';
import { toSvg } from './svg';

/** Names of the formats. */
export const FORMATS = ['mermaid', 'svg', 'html', 'json'] as const;

/** One of {@link FORMATS}. */
export type Format = (typeof FORMATS)[number];

/** How it is written. */
export interface FormatOptions {
  /** What it is a picture of. */
  readonly name: string;
  /** Whether parts and objects that are alike are counts; in a page they unfold, and without it are unfolded. */
  readonly collapse: boolean;
}

/** The graph as text that ends with a line break. */
export async function formatGraph(graph: Graph, format: Format, { name, collapse: fold }: FormatOptions): Promise<string> {
  switch (format) {
    case 'mermaid':
      return toMermaid(collapseGraph(graph, { collapse: fold }), name);
    case 'svg':
      return toSvg(collapseGraph(graph, { collapse: fold }), name);
    case 'html':
      return toHtml(graph, { name, fold });
    case 'json':
      return toJson(graph);
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

/** The format of a file by the end of its name (`.svg`); undefined where that does not tell it. */
export function findFormat(extension: string): Format | undefined {
  return FORMAT_BY_EXTENSION[extension.toLowerCase()];
}
