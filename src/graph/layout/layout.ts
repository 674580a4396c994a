/** Divides items into sections of connected kinds, lays out their clusters, and packs clusters and sections. */
import { groupBy } from '../../model/arrays';
import { BOX, type Cluster, GAP, type Layout, type LayoutItem, type LayoutLink, type Point, type Size } from './box';
import { createBlockLayout, layOutCluster } from './cluster';
import { connectedComponents } from './connected-components';

/** Space around the content of a section, with a heading above it. */
const PADDING = { x: 16, y: 40 } as const;

/** A kind without references and with at most so many boxes is in the section that such kinds share. */
const MAX_BOXES_OF_SHARED_KIND = 5;

/** In pixels: wider diagrams need scrolling. Only a wider cluster, or the margins, make a diagram wider. */
const PREFERRED_WIDTH = 1240;

export async function layOut<Item extends LayoutItem>(
  items: readonly Item[],
  links: readonly LayoutLink[],
): Promise<Layout<Item>> {
  const kindOf = new Map(items.map(({ key, kind }) => [key, kind]));
  const known = links.filter(({ from, to }) => kindOf.has(from) && kindOf.has(to));
  const componentOf = connectedComponents(
    items.map(({ key }) => key),
    known.map(({ from, to }) => [from, to] as const),
  );
  const linksOfComponent = groupBy(known, ({ from }) => String(componentOf.get(from)));
  const layOutBlocks = createBlockLayout();
  const sections: Omit<Layout<Item>['sections'][number], 'x' | 'y'>[] = [];
  for (const [name, ofSection] of groupIntoSections(items, known, kindOf)) {
    const clusters: Cluster<Item>[] = [];
    for (const [component, itemsOfCluster] of groupBy(ofSection, ({ key }) => String(componentOf.get(key))))
      clusters.push(await layOutCluster(itemsOfCluster, linksOfComponent.get(component) ?? [], layOutBlocks));
    // High clusters are first, so that low ones and single boxes fill the room beside them.
    clusters.sort((a, b) => heightOfSeveral(b) - heightOfSeveral(a));
    const placed = pack(clusters, PADDING);
    sections.push({ items: ofSection, isAlone: name === ALONE, clusters: placed, ...extent(placed, PADDING.x) });
  }
  const placed = pack(sections, { x: GAP, y: GAP });
  return { sections: placed, ...extent(placed, GAP) };
}

const ALONE = 'alone';

/** Groups items by kinds that links connect. Kinds without links and with few items are one group at the end. */
function groupIntoSections<Item extends LayoutItem>(
  items: readonly Item[],
  links: readonly LayoutLink[],
  kindOf: ReadonlyMap<string, string>,
): [name: string, items: Item[]][] {
  const pairs = links.map(({ from, to }) => [kindOf.get(from) ?? '', kindOf.get(to) ?? ''] as const);
  const family = connectedComponents(
    items.map(({ kind }) => kind),
    pairs,
  );
  const linked = new Set(pairs.flat());
  const ofKind = groupBy(items, ({ kind }) => kind);
  const sectionOf = ({ kind }: Item): string =>
    !linked.has(kind) && (ofKind.get(kind)?.length ?? 0) <= MAX_BOXES_OF_SHARED_KIND ? ALONE : String(family.get(kind));
  return [...groupBy(items, sectionOf)].sort(([a], [b]) => Number(a === ALONE) - Number(b === ALONE));
}

function heightOfSeveral({ boxes, height }: Cluster<LayoutItem>): number {
  return boxes.length > 1 ? height : 0;
}

/**
 * Places each rectangle below the earlier ones that it would cover, as high and then as far left as possible. The area
 * becomes about twice as wide as high, up to {@link PREFERRED_WIDTH}, but at least as wide as the widest rectangle.
 */
function pack<Rectangle extends Size>(rectangles: readonly Rectangle[], origin: Point): (Rectangle & Point)[] {
  const area = rectangles.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0);
  const widest = Math.max(...rectangles.map(({ width }) => width));
  const right = Math.max(origin.x + widest, Math.min(PREFERRED_WIDTH, Math.sqrt(2 * area)));
  const placed: (Rectangle & Point)[] = [];
  const lefts = new Set([origin.x]);
  // The placed rectangles that no lower one covers from left to right.
  let lowest: (Rectangle & Point)[] = [];
  for (const rectangle of rectangles) {
    const reach = rectangle.width + GAP;
    const fitting = [...lefts].filter((x) => x === origin.x || x + rectangle.width <= right);
    const places = fitting.map((x): Point => {
      const overlapping = lowest.filter((other) => other.x < x + reach && x < other.x + other.width + GAP);
      return { x, y: overlapping.reduce((y, other) => Math.max(y, other.y + other.height + GAP), origin.y) };
    });
    const best = places.reduce((a, b) => (b.y < a.y || (b.y === a.y && b.x < a.x) ? b : a));
    const last = { ...rectangle, ...best };
    placed.push(last);
    lefts.add(last.x + reach);
    lowest = lowest.filter(({ x, width }) => x < last.x || x + width > last.x + last.width);
    lowest.push(last);
  }
  return placed;
}

function extent(placed: readonly (Point & Size)[], margin: number): Size {
  return {
    width: Math.max(BOX.width, ...placed.map(({ x, width }) => x + width + margin)),
    height: Math.max(BOX.height, ...placed.map(({ y, height }) => y + height + margin)),
  };
}
