/** Lays out connected boxes from left to right with dagre, which places a block of boxes as one node. */
import { groupBy } from '../../model/arrays';
import { BOX, type Cluster, GAP, type LayoutItem, type LayoutLink, type LinkLine, type Point, type Size } from './box';

const COLUMN_GAP = 64;

const FRAME_INSET = 8;

const MAX_BLOCK_COLUMNS = 3;

/**
 * The sizes of blocks, and the links between them: `left` and `right` are indexes of `sizes`. Of several links from one
 * block to another only the last is drawn. In a cycle of links one goes back: its `left` block is drawn to the right.
 */
interface Shape {
  readonly sizes: readonly Size[];
  readonly links: readonly { readonly left: number; readonly right: number; readonly belongs?: boolean | undefined }[];
}

interface PlacedShape extends Size {
  /** Centers of the blocks. */
  readonly blocks: readonly (Point & Size)[];
  readonly lines: readonly LinkLine[];
}

export type LayOutBlocks = (shape: Shape) => Promise<PlacedShape>;

/** Lays out each shape once: a picture may have thousands of equal ones. */
export function createBlockLayout(): LayOutBlocks {
  const known = new Map<string, Promise<PlacedShape>>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const placed = known.get(key) ?? layOutBlocks(shape);
    known.set(key, placed);
    return placed;
  };
}

async function layOutBlocks({ sizes, links }: Shape): Promise<PlacedShape> {
  // An ES module, loaded only to draw.
  const { graphlib, layout } = await import('@dagrejs/dagre');
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: GAP, edgesep: GAP, ranksep: COLUMN_GAP });
  const nameOf = (index: number): string => `block ${index}`;
  for (const [index, size] of sizes.entries()) graph.setNode(nameOf(index), { ...size });
  for (const { left, right, belongs } of links) graph.setEdge(nameOf(left), nameOf(right), { belongs });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    blocks: sizes.map((_, index) => graph.node(nameOf(index)) as Point & Size),
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
  };
}

export async function layOutCluster<Item extends LayoutItem>(
  items: readonly Item[],
  links: readonly LayoutLink[],
  layOutBlocks: LayOutBlocks,
): Promise<Cluster<Item>> {
  const groups = [
    ...groupBy(items, ({ key, block }) => (block === undefined ? `item ${key}` : `block ${block}`)).values(),
  ];
  const blockOf = new Map(groups.flatMap((group, index) => group.map(({ key }) => [key, index] as const)));
  const {
    width,
    height,
    blocks: places,
    lines,
  } = await layOutBlocks({
    sizes: groups.map(({ length }) => blockSize(length)),
    links: links.flatMap(({ from, to, belongs }) => {
      const [source, target] = [blockOf.get(from), blockOf.get(to)];
      if (source === undefined || target === undefined || source === target) return [];
      return [belongs ? { left: target, right: source, belongs } : { left: source, right: target, belongs }];
    }),
  });
  const blocks = groups.map((group, index) => ({ group, ...(places[index] as Point & Size) }));
  const columns = groupBy(
    // dagre centers the blocks of one column at the same x.
    [...blocks].sort((a, b) => a.x - b.x || a.y - b.y),
    ({ x }) => String(Math.round(x)),
  );
  return {
    width,
    height,
    boxes: blocks.flatMap(({ group, ...center }) => placeBlock(group, center)),
    lines,
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

/**
 * Up to 8 boxes have one column. More columns keep a block about as wide as high, up to {@link MAX_BLOCK_COLUMNS}: a
 * box with its gap is about 4 times as wide as high.
 */
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
