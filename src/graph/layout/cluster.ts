/** Lays out connected boxes from left to right with dagre. */
import { groupBy } from '../../model/group-by';
import { BOX, type Frame, GAP, type LayoutItem, type LayoutLink, type Line, type PlacedBox, type Point } from './box';
import type { Size } from './pack';

/** Positions are relative to the upper left corner of the cluster. */
export interface Cluster<Item extends LayoutItem, Link extends LayoutLink> extends Size {
  readonly boxes: readonly PlacedBox<Item>[];
  readonly lines: readonly Line<Link>[];
  readonly frames: readonly Frame[];
  /** From left to right, each from top to bottom. */
  readonly columns: readonly (readonly Item[])[];
}

/** Space between columns, for lines. */
const COLUMN_GAP = 64;

/** Space between the frame of a block and its boxes. */
const FRAME_INSET = 8;

const MAX_BLOCK_COLUMNS = 3;

/** Lays out items that the links connect, or a single item. */
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
  // An ES module, loaded only to draw.
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
  const center = (index: number): Point => graph.node(String(index)) as Point;
  const frames = blocks.map((block, index): Frame => {
    const { width, height } = blockSize(block.length);
    const { x, y } = center(index);
    return { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height };
  });
  const routes = [...drawn].map(([ends, link]): EdgeRoute<Link> => {
    const [from, to] = ends.split(' ') as [string, string];
    const [left, right] = link.belongs ? [to, from] : [from, to];
    const { points } = graph.edge({ v: left, w: right }) as { points: Point[] };
    return { link, left: Number(left), right: Number(right), through: points.slice(1, -1) };
  });
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: blocks.flatMap((block, index) => placeBlock(block, center(index))),
    lines: routeEdges(routes, frames),
    frames: frames.filter((_, index) => (blocks[index]?.length ?? 0) > 1),
    columns: groupIntoColumns(blocks.map((block, index) => ({ block, center: center(index) }))),
  };
}

/** A line whose end points are not known yet. */
interface EdgeRoute<Link extends LayoutLink> {
  readonly link: Link;
  /** Indexes of the blocks. */
  readonly left: number;
  readonly right: number;
  /** Points between the two blocks. */
  readonly through: readonly Point[];
}

/** Lines leave at right sides and arrive at left sides, in the order of their other ends, so that few lines cross. */
function routeEdges<Link extends LayoutLink>(
  routes: readonly EdgeRoute<Link>[],
  frames: readonly Frame[],
): Line<Link>[] {
  const middle = (index: number): number => (frames[index]?.y ?? 0) + (frames[index]?.height ?? 0) / 2;
  const leaving = portPositions(
    routes,
    ({ left }) => left,
    ({ right, through }) => through[0]?.y ?? middle(right),
    frames,
  );
  const arriving = portPositions(
    routes,
    ({ right }) => right,
    ({ left, through }) => through.at(-1)?.y ?? middle(left),
    frames,
  );
  return routes.map((route): Line<Link> => {
    const [from, to] = [frames[route.left], frames[route.right]];
    const start = { x: (from?.x ?? 0) + (from?.width ?? 0), y: leaving.get(route) ?? 0 };
    const end = { x: to?.x ?? 0, y: arriving.get(route) ?? 0 };
    // The only inner point of a short line would bend it.
    const through = route.through.length > 1 ? route.through : [];
    const points = [start, ...through, end].map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
    return { link: route.link, points: route.link.belongs ? points.reverse() : points };
  });
}

/** Spreads the ends of lines over the middle of the sides of their blocks, sorted by their other ends. */
function portPositions<Link extends LayoutLink>(
  routes: readonly EdgeRoute<Link>[],
  blockOf: (route: EdgeRoute<Link>) => number,
  heightOf: (route: EdgeRoute<Link>) => number,
  frames: readonly Frame[],
): Map<EdgeRoute<Link>, number> {
  const ports = new Map<EdgeRoute<Link>, number>();
  for (const [index, group] of groupBy(routes, (route) => String(blockOf(route)))) {
    const { y = 0, height = 0 } = frames[Number(index)] ?? {};
    const room = Math.min(height - 16, 12 * (group.length - 1));
    [...group]
      .sort((a, b) => heightOf(a) - heightOf(b))
      .forEach((route, n) => {
        ports.set(route, y + height / 2 + (group.length > 1 ? (n / (group.length - 1) - 0.5) * room : 0));
      });
  }
  return ports;
}

/** Small blocks have one column; larger ones are about as wide as high. */
function blockShape(count: number): { readonly columns: number; readonly rows: number } {
  const columns = Math.min(MAX_BLOCK_COLUMNS, Math.max(1, Math.round(Math.sqrt(count / 4))));
  return { columns, rows: Math.ceil(count / columns) };
}

function blockSize(count: number): Size {
  const { columns, rows } = blockShape(count);
  const frame = count > 1 ? 2 * FRAME_INSET : 0;
  return { width: columns * (BOX.width + GAP) - GAP + frame, height: rows * (BOX.height + GAP) - GAP + frame };
}

function placeBlock<Item extends LayoutItem>(block: readonly Item[], { x, y }: Point): PlacedBox<Item>[] {
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

/** dagre centers blocks of one rank at the same `x`. */
function groupIntoColumns<Item>(
  placed: readonly { readonly block: readonly Item[]; readonly center: Point }[],
): Item[][] {
  const columns = groupBy(
    [...placed].sort((a, b) => a.center.x - b.center.x || a.center.y - b.center.y),
    ({ center }) => String(Math.round(center.x)),
  );
  return [...columns.values()].map((column) => column.flatMap(({ block }) => block));
}
