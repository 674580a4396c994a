/** Lays out connected boxes from left to right with dagre, which places a block of boxes as one node. */
import { groupBy } from '../../model/arrays';
import { BOX, type Cluster, GAP, type LayoutItem, type LayoutLink, type LinkLine, type Point, type Size } from './box';

/** Space between columns, for lines. */
const COLUMN_GAP = 64;

/** Space between the frame of a block and its boxes. */
const FRAME_INSET = 8;

const MAX_BLOCK_COLUMNS = 3;

export async function layOutCluster<Item extends LayoutItem>(
  items: readonly Item[],
  links: readonly LayoutLink[],
): Promise<Cluster<Item>> {
  // An ES module, loaded only to draw.
  const { graphlib, layout } = await import('@dagrejs/dagre');
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: GAP, edgesep: GAP, ranksep: COLUMN_GAP });
  const groups = groupBy(items, ({ key, block }) => (block === undefined ? `item ${key}` : `block ${block}`));
  for (const [name, group] of groups) graph.setNode(name, blockSize(group.length));
  const blockOf = new Map([...groups].flatMap(([name, group]) => group.map(({ key }) => [key, name] as const)));
  for (const { from, to, belongs } of links) {
    const [source, target] = [blockOf.get(from), blockOf.get(to)];
    if (source === undefined || target === undefined || source === target) continue;
    if (belongs) graph.setEdge(target, source, { belongs });
    else graph.setEdge(source, target, { belongs });
  }
  layout(graph);
  const blocks = [...groups].map(([name, group]) => ({ group, ...(graph.node(name) as Point & Size) }));
  const columns = groupBy(
    // dagre centers the blocks of one column at the same x.
    [...blocks].sort((a, b) => a.x - b.x || a.y - b.y),
    ({ x }) => String(Math.round(x)),
  );
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: blocks.flatMap(({ group, ...center }) => placeBlock(group, center)),
    lines: graph.edges().map((edge: { v: string; w: string }): LinkLine => {
      const { points, belongs } = graph.edge(edge) as { points: Point[]; belongs?: boolean };
      const [left, right] = [graph.node(edge.v), graph.node(edge.w)] as [Point & Size, Point & Size];
      const ends = [
        { x: left.x + left.width / 2, y: left.y },
        // The only inner point of a short line would bend it.
        ...(points.length > 3 ? points.slice(1, -1) : []),
        { x: right.x - right.width / 2, y: right.y },
      ];
      return { belongs: belongs === true, points: ends.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) })) };
    }),
    frames: blocks
      .filter(({ group }) => group.length > 1)
      .map(({ x, y, width: w, height: h }) => ({
        x: Math.round(x - w / 2),
        y: Math.round(y - h / 2),
        width: w,
        height: h,
      })),
    columns: [...columns.values()].map((column) => column.flatMap(({ group }) => group)),
  };
}

/** Small blocks have one column; larger ones are about as wide as high. */
function columnsOf(count: number): number {
  return Math.min(MAX_BLOCK_COLUMNS, Math.max(1, Math.round(Math.sqrt(count / 4))));
}

function blockSize(count: number): Size {
  const columns = columnsOf(count);
  const rows = Math.ceil(count / columns);
  const frame = count > 1 ? 2 * FRAME_INSET : 0;
  return { width: columns * (BOX.width + GAP) - GAP + frame, height: rows * (BOX.height + GAP) - GAP + frame };
}

function placeBlock<Item>(block: readonly Item[], { x, y }: Point): (Point & { item: Item })[] {
  const columns = columnsOf(block.length);
  const rows = Math.ceil(block.length / columns);
  return block.map((item, index) => ({
    item,
    x: Math.round(x + ((index % columns) - (columns - 1) / 2) * (BOX.width + GAP)),
    y: Math.round(y + (Math.floor(index / columns) - (rows - 1) / 2) * (BOX.height + GAP)),
  }));
}
