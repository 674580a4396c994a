/** Where the boxes of the picture go. */
import type { Picture, PictureEdge, PictureNode } from '../picture';

/** A box; `x` and `y` are of its centre, in pixels. */
export interface Box extends PictureNode {
  readonly x: number;
  readonly y: number;
}

/** A line through points. */
export interface Line extends PictureEdge {
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** A picture with places, in pixels. */
export interface Layout {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

/** Size of every box, in pixels. */
export const BOX = { width: 190, height: 44 } as const;

const gap = 14;
/** Boxes without any line, in one row. */
const perRow = 5;

/** Boxes that hang together are laid out left to right; the others stand in rows below. */
export async function layOut({ nodes, edges }: Picture): Promise<Layout> {
  // An ES module, and only wanted where something is drawn.
  const { graphlib, layout } = await import('@dagrejs/dagre');
  const known = new Set(nodes.map(({ key }) => key));
  const kept = edges.filter(({ from, to }) => known.has(from) && known.has(to));
  const tied = new Set(kept.flatMap(({ from, to }) => [from, to]));
  const graph = new graphlib.Graph({ multigraph: false });
  graph.setGraph({ rankdir: 'LR', nodesep: gap, ranksep: 70, marginx: gap, marginy: gap });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { key } of nodes) if (tied.has(key)) graph.setNode(key, { ...BOX });
  for (const { from, to } of kept) graph.setEdge(from, to);
  if (tied.size > 0) layout(graph);
  const size = tied.size > 0 ? graph.graph() : {};
  const top = Number(size.height ?? gap);
  let loose = 0;
  const boxes = nodes.map((node): Box => {
    if (tied.has(node.key)) {
      const { x, y } = graph.node(node.key) as { x: number; y: number };
      return { ...node, x: Math.round(x), y: Math.round(y) };
    }
    const [row, column] = [Math.floor(loose / perRow), loose % perRow];
    loose += 1;
    return {
      ...node,
      x: gap + column * (BOX.width + gap) + BOX.width / 2,
      y: top + row * (BOX.height + gap) + BOX.height / 2,
    };
  });
  const rows = Math.ceil(loose / perRow);
  const rowWidth = loose === 0 ? 0 : Math.min(loose, perRow) * (BOX.width + gap) + gap;
  return {
    boxes,
    lines: kept.map(({ from, to }) => ({
      from,
      to,
      points: (graph.edge(from, to) as { points: { x: number; y: number }[] }).points.map(({ x, y }) => ({
        x: Math.round(x),
        y: Math.round(y),
      })),
    })),
    width: Math.ceil(Math.max(Number(size.width ?? 0), rowWidth, BOX.width + 2 * gap)),
    height: Math.ceil(top + rows * (BOX.height + gap) + gap),
  };
}
