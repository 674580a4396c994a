import type { Graph, GraphNode, Mark } from './graph';
import { filterNodes } from './select';

export function markNodes({ nodes, edges }: Graph, find: (node: GraphNode) => Mark | undefined): Graph {
  return {
    nodes: nodes.map((node) => {
      const mark = find(node);
      return mark ? { ...node, mark } : node;
    }),
    edges,
  };
}

/** Keeps the nodes with a mark that is not `good`, and their neighbors. */
export function keepRelated(graph: Graph): Graph {
  const rank = rankNodes(graph);
  return filterNodes(graph, (node) => rank(node) < UNRELATED);
}

/**
 * Keeps at most `max` nodes: first those with a mark that is not `good`, then their neighbors, then others. `omitted`
 * is the number of nodes that are not kept.
 */
export function focusGraph(
  graph: Graph,
  { max }: { readonly max: number },
): { readonly graph: Graph; readonly omitted: number } {
  const rank = rankNodes(graph);
  const ranked = [...graph.nodes].sort((a, b) => rank(a) - rank(b));
  const kept = new Set(ranked.slice(0, max).map(({ key }) => key));
  return { graph: filterNodes(graph, ({ key }) => kept.has(key)), omitted: graph.nodes.length - kept.size };
}

const UNRELATED = 2;

function rankNodes({ nodes, edges }: Graph): (node: GraphNode) => number {
  const marked = new Set(nodes.flatMap(({ key, mark }) => (mark && mark.tone !== 'good' ? [key] : [])));
  const related = new Set(edges.flatMap(({ from, to }) => (marked.has(from) || marked.has(to) ? [from, to] : [])));
  return ({ key }) => (marked.has(key) ? 0 : related.has(key) ? 1 : UNRELATED);
}
