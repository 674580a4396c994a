import { groupBy } from '../model/arrays';
import { matchesGlob } from '../model/text';
import type { Graph, GraphNode } from './graph';
import { findReachable } from './layout/connected-components';

/** The part of a graph to draw; everything without either member. */
export interface GraphSelection {
  readonly kinds?: readonly string[];
  /** Parts of names, locations, descriptions or ids of objects; patterns with `*` have to match completely. */
  readonly objects?: readonly string[];
}

/**
 * With `kinds` it keeps the nodes of these kinds. With `objects` it keeps of those the selected objects, everything
 * that they refer to, and everything that refers to them, directly or indirectly; and the parts of what they refer to.
 */
export function selectGraph(graph: Graph, { kinds, objects }: GraphSelection): Graph {
  const ofKinds = kinds ? filterNodes(graph, ({ kind }) => kinds.includes(kind)) : graph;
  if (!objects) return ofKinds;
  const selected = ofKinds.nodes.flatMap((node) =>
    objects.some((pattern) => searchableStrings(node).some((text) => isSelected(text, pattern))) ? [node.key] : [],
  );
  const outgoing = groupBy(ofKinds.edges, ({ from }) => from);
  const incoming = groupBy(ofKinds.edges, ({ to }) => to);
  const targets = findReachable(selected, (key) => (outgoing.get(key) ?? []).map(({ to }) => to));
  const sources = findReachable(selected, (key) => (incoming.get(key) ?? []).map(({ from }) => from));
  const parts = findReachable([...targets], (key) =>
    (incoming.get(key) ?? []).filter(({ belongs }) => belongs).map(({ from }) => from),
  );
  return filterNodes(ofKinds, ({ key }) => targets.has(key) || sources.has(key) || parts.has(key));
}

export function filterNodes({ nodes, edges }: Graph, isKept: (node: GraphNode) => boolean): Graph {
  const kept = nodes.filter(isKept);
  const keys = new Set(kept.map(({ key }) => key));
  return { nodes: kept, edges: edges.filter(({ from, to }) => keys.has(from) && keys.has(to)) };
}

function searchableStrings({ label, location, details }: GraphNode): string[] {
  return [
    label,
    location,
    ...details.flatMap(([name, value]) => (name === 'id' || name === 'description' ? [value] : [])),
  ];
}

/** Ignores case. Without `*` the pattern matches any part of a string. */
function isSelected(text: string, pattern: string): boolean {
  const [lowerText, lowerPattern] = [text.toLowerCase(), pattern.toLowerCase()];
  return pattern.includes('*') ? matchesGlob(lowerText, lowerPattern) : lowerText.includes(lowerPattern);
}
