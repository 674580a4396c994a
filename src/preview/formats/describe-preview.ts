/** The report of `netingress preview` for the formats of src/command/report.ts. Equal previews give equal bytes. */
import type { Drawing, Report } from '../../command/report';
import { focusGraph, keepRelated } from '../../graph/focus';
import { findMermaidProblem, toMermaid } from '../../graph/formats/mermaid';
import { drawPicture } from '../../graph/formats/picture';
import type { Graph } from '../../graph/graph';
import { collapseGraph } from '../../graph/layout/collapse';
import { mergeGraphs } from '../../graph/merge-graphs';
import type { PreviewReport } from '../report';
import { type PreviewedNames, summarizePreview } from './sections';

/** Only formats with a picture call `draw`. */
export function describePreview(report: PreviewReport, draw: () => Graph, named: PreviewedNames = {}): Report {
  return {
    json: () => report,
    summary: () => summarizePreview(report, named),
    picture: { graph: draw, drawing: DRAWING },
  };
}

/** Chosen: at most so many objects are in a picture, those that change first. */
const MAX_DRAWN = { html: 250, markdown: 40 } as const;

const DRAWING: Drawing<Graph> = {
  keep: keepRelated,
  merge: mergeGraphs,
  async toPicture(graph) {
    const drawn = focus(graph, MAX_DRAWN.html);
    if (drawn.nodes.length === 0) return undefined;
    return drawPicture(drawn, { heading: 'Objects that change, and their neighbors', attributesTitle: 'Changes' });
  },
  async toMermaid(graph, title) {
    const drawn = focus(graph, MAX_DRAWN.markdown);
    if (drawn.nodes.length === 0) return undefined;
    const text = await toMermaid(collapseGraph(drawn, { collapse: true }), title);
    return findMermaidProblem(text) === undefined ? text : undefined;
  },
};

function focus(graph: Graph, max: number): Graph {
  return focusGraph(keepRelated(graph), { max }).graph;
}
