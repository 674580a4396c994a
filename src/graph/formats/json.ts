/** The graph as JSON, for programs: whole, nothing folded. */
import type { Graph } from '../graph';

/** `{version, nodes, edges}`; an edge leads from the key of a node to the key of another. */
export function toJson({ nodes, edges }: Graph): string {
  return `${JSON.stringify({ version: 1, nodes, edges }, null, 2)}\n`;
}
