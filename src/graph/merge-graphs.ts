import { rankOfKind } from './build/kinds';
import type { Graph } from './graph';

/** Each label starts with the name of its account. */
export function mergeGraphs(graphs: readonly { readonly account: string; readonly graph: Graph }[]): Graph {
  const toKey = (account: string, key: string): string => `${account} ${key}`;
  return {
    nodes: graphs
      .flatMap(({ account, graph }) =>
        graph.nodes.map((node) => ({
          ...node,
          key: toKey(account, node.key),
          label: `${account}: ${node.label}`,
        })),
      )
      .sort((a, b) => rankOfKind(a.kind) - rankOfKind(b.kind)),
    edges: graphs.flatMap(({ account, graph }) =>
      graph.edges.map((edge) => ({ ...edge, from: toKey(account, edge.from), to: toKey(account, edge.to) })),
    ),
  };
}
