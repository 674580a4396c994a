/** Where boxes go: what hangs together is laid out left to right; such clusters, and what stands alone, in rows. */
import { groupBy } from '../../model/group-by';
import { BOX, type Box, type Frame, GAP, type LayoutItem, type LayoutLink, type Line, type Point } from './box';
import { type Cluster, layOutCluster } from './cluster';
import { connectedComponents } from './connected-components';
import { pack, type Size, chooseWidth } from './pack';

/** A part of the picture: kinds that refer to one another. `x` and `y` are of its upper left corner. */
export interface Section<Item extends LayoutItem = LayoutItem> extends Point, Size {
  readonly items: readonly Item[];
  /** Kinds that nothing refers to and that refer to nothing, together because there are few of each. */
  readonly alone: boolean;
  /** What hangs together, each in columns from left to right, for pages that place boxes by themselves. */
  readonly clusters: readonly (readonly (readonly Item[])[])[];
}

/** A picture with places, in pixels. */
export interface Layout<Item extends LayoutItem = LayoutItem, Link extends LayoutLink = LayoutLink> extends Size {
  readonly boxes: readonly Box<Item>[];
  readonly lines: readonly Line<Link>[];
  /** Around blocks of boxes that have one line together. */
  readonly frames: readonly Frame[];
  readonly sections: readonly Section<Item>[];
}

/** Around what a section holds, and above it for its heading. */
const PADDING = { side: 16, top: 40 } as const;

/** Where sections are not marked. */
const NO_PADDING = { side: 0, top: 0 } as const;

type Padding = typeof PADDING | typeof NO_PADDING;

/** So many boxes of a kind that stands alone share a section with others: one each would be mostly headings. */
const MAX_SHARED = 5;

/** Widths of a picture: less leaves no room for two columns, more is read by nobody without scrolling. */
const WIDTHS = { least: 520, most: 1240 } as const;

/**
 * Lays out what is to be drawn; the same input gives the same places. Links to or from no item are left out. With
 * `headings` there is room around sections, and above them for a line of text.
 */
export async function layOut<Item extends LayoutItem, Link extends LayoutLink>(
  items: readonly Item[],
  links: readonly Link[],
  { headings }: { readonly headings: boolean },
): Promise<Layout<Item, Link>> {
  const around = headings ? PADDING : NO_PADDING;
  const known = new Set(items.map(({ key }) => key));
  const kept = links.filter(({ from, to }) => known.has(from) && known.has(to));
  const kindOf = new Map(items.map(({ key, kind }) => [key, kind]));
  const family = connectedComponents(
    items.map(({ kind }) => kind),
    kept.map(({ from, to }) => [kindOf.get(from) ?? '', kindOf.get(to) ?? ''] as const),
  );
  const component = connectedComponents(
    items.map(({ key }) => key),
    kept.map(({ from, to }) => [from, to] as const),
  );
  const linksOf = groupBy(kept, ({ from }) => String(component.get(from)));
  const linked = new Set(kept.flatMap(({ from, to }) => [kindOf.get(from), kindOf.get(to)]));
  const counts = groupBy(items, ({ kind }) => kind);
  const sectionOf = ({ kind }: Item): string =>
    !linked.has(kind) && (counts.get(kind)?.length ?? 0) <= MAX_SHARED ? 'alone' : String(family.get(kind));
  const families = [...groupBy(items, sectionOf)].sort(([a], [b]) => Number(a === 'alone') - Number(b === 'alone'));
  const sections: PlacedSection<Item, Link>[] = [];
  for (const [section, ofFamily] of families) {
    const drawn: Cluster<Item, Link>[] = [];
    for (const [name, cluster] of groupBy(ofFamily, ({ key }) => String(component.get(key))))
      drawn.push(await layOutCluster(cluster, linksOf.get(name) ?? []));
    sections.push({ ...placeSection(ofFamily, drawn, around), alone: section === 'alone' });
  }
  return placeSections(sections);
}

interface PlacedSection<Item extends LayoutItem, Link extends LayoutLink> extends Size {
  readonly items: readonly Item[];
  readonly alone: boolean;
  /** Places are within the section. */
  readonly clusters: readonly (Cluster<Item, Link> & Point)[];
}

/** Large clusters first, then small ones in the order of their items: gaps are filled by what comes last. */
function placeSection<Item extends LayoutItem, Link extends LayoutLink>(
  items: readonly Item[],
  clusters: readonly Cluster<Item, Link>[],
  around: Padding,
): Omit<PlacedSection<Item, Link>, 'alone'> {
  const bySize = clusters
    .map((cluster, index) => ({ cluster, index }))
    .sort((a, b) => sizeClass(b.cluster) - sizeClass(a.cluster) || a.index - b.index)
    .map(({ cluster }) => cluster);
  const most = WIDTHS.most - 2 * around.side;
  const width = Math.max(chooseWidth(bySize.map(addGap), { least: BOX.width, most }), ...bySize.map((each) => each.width));
  const places = pack(bySize, width, GAP);
  const placed = bySize.map((cluster, index) => ({
    ...cluster,
    x: around.side + (places[index]?.x ?? 0),
    y: around.top + (places[index]?.y ?? 0),
  }));
  return {
    items,
    clusters: placed,
    width: Math.max(...placed.map((each) => each.x + each.width)) + around.side,
    height: Math.max(...placed.map((each) => each.y + each.height)) + around.side,
  };
}

/** Single boxes, and clusters that are higher than a few of them. */
function sizeClass({ height, width }: Size): number {
  return width <= BOX.width && height <= BOX.height ? 0 : height;
}

function addGap({ width, height }: Size): Size {
  return { width: width + GAP, height: height + GAP };
}

function placeSections<Item extends LayoutItem, Link extends LayoutLink>(
  sections: readonly PlacedSection<Item, Link>[],
): Layout<Item, Link> {
  const widest = Math.max(WIDTHS.least, ...sections.map(({ width }) => width));
  const width = Math.max(widest, chooseWidth(sections.map(addGap), WIDTHS));
  const places = pack(sections, width, GAP);
  const at = (index: number): Point => ({ x: GAP + (places[index]?.x ?? 0), y: GAP + (places[index]?.y ?? 0) });
  const whole = sections.map((section, index) => ({ ...section, ...at(index) }));
  const clusters = whole.flatMap((section) =>
    section.clusters.map((cluster) => ({ cluster, x: section.x + cluster.x, y: section.y + cluster.y })),
  );
  return {
    boxes: clusters.flatMap(({ cluster, x, y }) =>
      cluster.boxes.map((box) => ({ item: box.item, x: x + box.x, y: y + box.y })),
    ),
    lines: clusters.flatMap(({ cluster, x, y }) =>
      cluster.lines.map(({ link, points }) => ({ link, points: points.map((p) => ({ x: x + p.x, y: y + p.y })) })),
    ),
    frames: clusters.flatMap(({ cluster, x, y }) =>
      cluster.frames.map((frame) => ({ ...frame, x: x + frame.x, y: y + frame.y })),
    ),
    sections: whole.map((section) => ({ ...section, clusters: section.clusters.map(({ columns }) => columns) })),
    width: Math.max(WIDTHS.least, ...whole.map((each) => each.x + each.width + GAP)),
    height: Math.max(BOX.height, ...whole.map((each) => each.y + each.height + GAP)),
  };
}
