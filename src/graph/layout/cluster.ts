/** One cluster: boxes that hang together, from left to right, by a library for layered drawings. */
import { groupBy } from '../../model/group-by';
import { BOX, type Box, type Frame, GAP, type LayoutItem, type LayoutLink, type Line, type Point } from './box';
import type { Size } from './pack';

/** A cluster with places from its own upper left corner. */
export interface Cluster<Item extends LayoutItem, Link extends LayoutLink> extends Size {
  readonly boxes: readonly Box<Item>[];
  readonly lines: readonly Line<Link>[];
  readonly frames: readonly Frame[];
  /** From left to right, each from top to bottom. */
  readonly columns: readonly (readonly Item[])[];
}

/** Between columns: room for lines to part. */
const COLUMN_GAP = 64;

/** Between the frame of a block and its boxes. */
const FRAME_INSET = 8;

/** Boxes of one block beside one another, at most. */
const MAX_BLOCK_COLUMNS = 3;

/** Lays out a cluster: items that all hang together by the links, or one that stands alone. */
export async function layOutCluster<Item extends LayoutItem, Link extends LayoutLink>(
  items: readonly Item[],
  links: readonly Link[],
): Promise<Cluster<Item, Link>> {
  const [only, second] = items;
  if (only && !second) {
    const box = { item: only, x: BOX.width / 2, y: BOX.height / 2 };
    return { ...BOX, boxes: [box], lines: [], frames: [], columns: [[only]] };
  }
  const blocks = [
    ...groupBy(items, ({ key, block }) => (block === undefined ? `item ${key}` : `block ${block}`)).values(),
  ];
  const blockOf = new Map(blocks.flatMap((block, index) => block.map(({ key }) => [key, String(index)] as const)));
  // An ES module, and only wanted where something is drawn.
  const { graphlib, layout } = await import('@dagrejs/dagre');
  const graph = new graphlib.Graph({ multigraph: false });
  graph.setGraph({ rankdir: 'LR', nodesep: GAP, edgesep: GAP, ranksep: COLUMN_GAP });
  graph.setDefaultEdgeLabel(() => ({}));
  blocks.forEach((block, index) => {
    graph.setNode(String(index), blockSize(block.length));
  });
  const drawn = new Map<string, Link>();
  for (const link of links) {
    const [from, to] = [blockOf.get(link.from), blockOf.get(link.to)];
    if (from === undefined || to === undefined || from === to || drawn.has(`${from} ${to}`)) continue;
    drawn.set(`${from} ${to}`, link);
    if (link.belongs) graph.setEdge(to, from);
    else graph.setEdge(from, to);
  }
  layout(graph);
  const centre = (index: number): Point => graph.node(String(index)) as Point;
  const frames = blocks.map((block, index): Frame => {
    const { width, height } = blockSize(block.length);
    const { x, y } = centre(index);
    return { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height };
  });
  const ways = [...drawn].map(([ends, link]): EdgeRoute<Link> => {
    const [from, to] = ends.split(' ') as [string, string];
    const [left, right] = link.belongs ? [to, from] : [from, to];
    const { points } = graph.edge({ v: left, w: right }) as { points: Point[] };
    return { link, left: Number(left), right: Number(right), through: points.slice(1, -1) };
  });
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: blocks.flatMap((block, index) => placeBlock(block, centre(index))),
    lines: routeEdges(ways, frames),
    frames: frames.filter((_, index) => (blocks[index]?.length ?? 0) > 1),
    columns: groupIntoColumns(blocks.map((block, index) => ({ block, centre: centre(index) }))),
  };
}

/** A line before it is known where it leaves one block and arrives at another. */
interface EdgeRoute<Link extends LayoutLink> {
  readonly link: Link;
  /** Positions of the blocks. */
  readonly left: number;
  readonly right: number;
  /** Where it passes blocks between the two. */
  readonly through: readonly Point[];
}

/** Lines leave at right sides and arrive at left ones, in the order of where they lead, so that few cross there. */
function routeEdges<Link extends LayoutLink>(ways: readonly EdgeRoute<Link>[], frames: readonly Frame[]): Line<Link>[] {
  const middle = (index: number): number => (frames[index]?.y ?? 0) + (frames[index]?.height ?? 0) / 2;
  const leaving = portPositions(
    ways,
    ({ left }) => left,
    ({ right, through }) => through[0]?.y ?? middle(right),
    frames,
  );
  const arriving = portPositions(
    ways,
    ({ right }) => right,
    ({ left, through }) => through.at(-1)?.y ?? middle(left),
    frames,
  );
  return ways.map((way): Line<Link> => {
    const [from, to] = [frames[way.left], frames[way.right]];
    const start = { x: (from?.x ?? 0) + (from?.width ?? 0), y: leaving.get(way) ?? 0 };
    const end = { x: to?.x ?? 0, y: arriving.get(way) ?? 0 };
    // A short line has one point between its ends, which would only bend it.
    const through = way.through.length > 1 ? way.through : [];
    const points = [start, ...through, end].map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
    return { link: way.link, points: way.link.belongs ? points.reverse() : points };
  });
}

/** Heights at which lines meet the sides of their blocks: spread over the middle part, sorted by where they lead. */
function portPositions<Link extends LayoutLink>(
  ways: readonly EdgeRoute<Link>[],
  blockOf: (way: EdgeRoute<Link>) => number,
  heightOf: (way: EdgeRoute<Link>) => number,
  frames: readonly Frame[],
): Map<EdgeRoute<Link>, number> {
  const ports = new Map<EdgeRoute<Link>, number>();
  for (const [index, group] of groupBy(ways, (way) => String(blockOf(way)))) {
    const { y = 0, height = 0 } = frames[Number(index)] ?? {};
    const room = Math.min(height - 16, 12 * (group.length - 1));
    [...group]
      .sort((a, b) => heightOf(a) - heightOf(b))
      .forEach((way, n) => {
        ports.set(way, y + height / 2 + (group.length > 1 ? (n / (group.length - 1) - 0.5) * room : 0));
      });
  }
  return ports;
}

/** Blocks of a few are one column; longer ones are about as wide as they are high. */
function blockShape(count: number): { readonly columns: number; readonly rows: number } {
  const columns = Math.min(MAX_BLOCK_COLUMNS, Math.max(1, Math.round(Math.sqrt(count / 4))));
  return { columns, rows: Math.ceil(count / columns) };
}

function blockSize(count: number): Size {
  const { columns, rows } = blockShape(count);
  // A block of several boxes has a frame.
  const frame = count > 1 ? 2 * FRAME_INSET : 0;
  return { width: columns * (BOX.width + GAP) - GAP + frame, height: rows * (BOX.height + GAP) - GAP + frame };
}

function placeBlock<Item extends LayoutItem>(block: readonly Item[], { x, y }: Point): Box<Item>[] {
  const { columns } = blockShape(block.length);
  const { width, height } = blockSize(block.length);
  const around = block.length > 1 ? FRAME_INSET : 0;
  const [left, top] = [x - width / 2 + around + BOX.width / 2, y - height / 2 + around + BOX.height / 2];
  return block.map((item, index) => ({
    item,
    x: Math.round(left + (index % columns) * (BOX.width + GAP)),
    y: Math.round(top + Math.floor(index / columns) * (BOX.height + GAP)),
  }));
}

/** The library gives blocks of one rank the same place from left to right, whatever their widths. */
function groupIntoColumns<Item>(placed: readonly { readonly block: readonly Item[]; readonly centre: Point }[]): Item[][] {
  const columns = groupBy(
    [...placed].sort((a, b) => a.centre.x - b.centre.x || a.centre.y - b.centre.y),
    ({ centre }) => String(Math.round(centre.x)),
  );
  return [...columns.values()].map((column) => column.flatMap(({ block }) => block));
}
