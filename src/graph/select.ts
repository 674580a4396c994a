/** A part of a graph: chosen kinds, or chosen objects with what they hang together with. */
import { groupBy } from '../model/group-by';
import type { Graph, GraphNode } from './graph';

/** What is wanted; without either it is everything. */
export interface Selection {
  /** Names of kinds. */
  readonly kinds?: readonly string[];
  /** Texts, with `*` for any part: names, places or identifiers of objects. */
  readonly objects?: readonly string[];
}

/**
 * Leaves the nodes of the chosen kinds; of these the chosen ones, all that refers to them, and all that they refer to,
 * over any number of steps. What hangs only on a neighbour of theirs is left out.
 */
export function selectGraph(graph: Graph, { kinds, objects: only }: Selection): Graph {
  const ofKinds = kinds ? filterNodes(graph, ({ kind }) => kinds.includes(kind)) : graph;
  if (!only) return ofKinds;
  const patterns = only.map(toPattern);
  const seeds = ofKinds.nodes.filter((node) =>
    patterns.some((pattern) => searchableStrings(node).some((text) => pattern.test(text))),
  );
  const keys = seeds.map(({ key }) => key);
  const leaving = groupBy(ofKinds.edges, ({ from }) => from);
  const arriving = groupBy(ofKinds.edges, ({ to }) => to);
  const down = findReachable(keys, (key) => (leaving.get(key) ?? []).map(({ to }) => to));
  const up = findReachable(keys, (key) => (arriving.get(key) ?? []).map(({ from }) => from));
  // Parts of what was reached belong to its picture: the rules of the policies of a restriction.
  const parts = findReachable([...down], (key) =>
    (arriving.get(key) ?? []).filter(({ belongs }) => belongs).map(({ from }) => from),
  );
  return filterNodes(ofKinds, ({ key }) => down.has(key) || up.has(key) || parts.has(key));
}

/** Leaves some nodes, and the edges between them. */
function filterNodes({ nodes, edges }: Graph, wanted: (node: GraphNode) => boolean): Graph {
  const kept = nodes.filter(wanted);
  const keys = new Set(kept.map(({ key }) => key));
  return { nodes: kept, edges: edges.filter(({ from, to }) => keys.has(from) && keys.has(to)) };
}

function findReachable(from: readonly string[], next: (key: string) => readonly string[]): Set<string> {
  const seen = new Set(from);
  // A set is walked in order, those that are added while it is walked included.
  for (const key of seen) for (const each of next(key)) seen.add(each);
  return seen;
}

function searchableStrings({ label, location: place, details }: GraphNode): string[] {
  return [
    label,
    place,
    ...details.flatMap(([name, value]) => (name === 'id' || name === 'description' ? [value] : [])),
  ];
}

/** Without a `*` a part of the text is enough; upper and lower case are the same. */
function toPattern(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(parts.length === 1 ? (parts[0] as string) : `^${parts.join('.*')}$`, 'is');
}
