import { focusGraph, keepRelated } from '../../graph/focus';
import { findMermaidProblem, toMermaid } from '../../graph/formats/mermaid';
import { drawPicture } from '../../graph/formats/picture';
import type { Graph } from '../../graph/graph';
import { collapseGraph } from '../../graph/layout/collapse';
import { toHtml } from '../../report/html';
import { toJson } from '../../report/json';
import { toMarkdown } from '../../report/markdown';
import type { Summary } from '../../report/section';
import { toText } from '../../report/text';
import type { PreviewReport } from '../report';
import { type Named, summarizePreview } from './sections';

export const FORMATS = ['text', 'json', 'markdown', 'html'] as const;
export type Format = (typeof FORMATS)[number];

export interface Preview extends Named {
  readonly report: PreviewReport;
  /** The objects of the accounts, of which those that change are marked. */
  readonly graph: Graph;
}

/** Objects in a picture, those that change first. */
const MAX_DRAWN = { html: 250, markdown: 40 } as const;

/** Equal previews give equal bytes. */
export async function formatPreview({ report, graph, ...named }: Preview, format: Format): Promise<string> {
  if (format === 'json') return toJson(report);
  return writePreview(summarizePreview(report, named), graph, { format, marker: formatMarker(named.selected ?? []) });
}

/** With the picture of what changes. The report of many accounts has their objects in one graph. */
export async function writePreview(
  summary: Summary,
  graph: Graph,
  { format, marker }: { readonly format: Exclude<Format, 'json'>; readonly marker: string },
): Promise<string> {
  if (format === 'text') return toText(summary);
  const drawn = focusGraph(keepRelated(graph), { max: MAX_DRAWN[format] }).graph;
  const isEmpty = drawn.nodes.length === 0;
  if (format === 'html')
    return toHtml(
      summary,
      isEmpty ? undefined : await drawPicture(drawn, { heading: 'Objects that change', attributesTitle: 'Changes' }),
    );
  const mermaid = isEmpty ? undefined : await toMermaid(collapseGraph(drawn, { collapse: true }), summary.title);
  const picture = mermaid === undefined || findMermaidProblem(mermaid) ? undefined : mermaid;
  return toMarkdown(summary, { marker, picture });
}

/**
 * A pipeline finds the comment by this line and replaces it. `stacks` are the selected ones, empty for all. Names are
 * encoded, so that none ends the comment, and other stacks have another line.
 */
export function formatMarker(stacks: readonly string[]): string {
  const names = stacks.map((name) => encodeURIComponent(name));
  return `<!-- netingress-preview${names.length === 0 ? '' : `: ${names.join(', ')}`} -->`;
}
