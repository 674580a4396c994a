import type { Graph, GraphNode, Mark } from './graph';

/** Marks the nodes for which `find` returns something. */
export function markNodes({ nodes, edges }: Graph, find: (node: GraphNode) => Mark | undefined): Graph {
  return {
    nodes: nodes.map((node) => {
      const mark = find(node);
      return mark ? { ...node, mark } : node;
    }),
    edges,
  };
}

/**
 * Keeps at most `max` nodes: those with a mark that is not `good`, then their neighbors, then, without `onlyRelated`, the
 * rest. Larger pictures take more than a second to lay out, and are not readable. `omitted` counts all that are not kept.
 */
export function focusGraph(
  { nodes: all, edges }: Graph,
  { max, onlyRelated = false }: { readonly max: number; readonly onlyRelated?: boolean },
): { readonly graph: Graph; readonly omitted: number } {
  const marked = new Set(all.flatMap(({ key, mark }) => (mark && mark.tone !== 'good' ? [key] : [])));
  const related = new Set(edges.flatMap(({ from, to }) => (marked.has(from) || marked.has(to) ? [from, to] : [])));
  const rank = ({ key }: GraphNode): number => (marked.has(key) ? 0 : related.has(key) ? 1 : 2);
  const ranked = all.filter((node) => !onlyRelated || rank(node) < 2).sort((a, b) => rank(a) - rank(b));
  const kept = new Set(ranked.slice(0, max).map(({ key }) => key));
  const graph = {
    nodes: all.filter(({ key }) => kept.has(key)),
    edges: edges.filter(({ from, to }) => kept.has(from) && kept.has(to)),
  };
  return { graph, omitted: all.length - kept.size };
}
