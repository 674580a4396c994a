/** Lays out connected items as clusters from left to right, and arranges clusters and single items in rows. */
import { groupBy } from '../../model/group-by';
import { BOX, type Frame, GAP, type LayoutItem, type LayoutLink, type Line, type PlacedBox, type Point } from './box';
import { type Cluster, layOutCluster } from './cluster';
import { connectedComponents } from './connected-components';
import { chooseWidth, pack, type Size } from './pack';

/** Kinds that refer to each other. `x` and `y` are the upper left corner. */
export interface Section<Item extends LayoutItem = LayoutItem> extends Point, Size {
  readonly items: readonly Item[];
  /** Kinds without references, combined because each has few objects. */
  readonly alone: boolean;
  /** Connected items, each cluster in columns, for pages that position boxes with CSS. */
  readonly clusters: readonly (readonly (readonly Item[])[])[];
}

export interface Layout<Item extends LayoutItem = LayoutItem, Link extends LayoutLink = LayoutLink> extends Size {
  readonly boxes: readonly PlacedBox<Item>[];
  readonly lines: readonly Line<Link>[];
  /** Around blocks of boxes that share lines. */
  readonly frames: readonly Frame[];
  readonly sections: readonly Section<Item>[];
}

/** Space around the content of a section, with a heading above it. */
const PADDING = { side: 16, top: 40 } as const;

const NO_PADDING = { side: 0, top: 0 } as const;

type Padding = typeof PADDING | typeof NO_PADDING;

/** A kind without references and with so few boxes shares a section with others. */
const MAX_SHARED = 5;

/** The minimum has room for two columns; wider diagrams need scrolling. */
const WIDTHS = { min: 520, max: 1240 } as const;

/** Lays out items; ignores links to unknown ones. With `headings`, sections have padding and space for a heading. */
export async function layOut<Item extends LayoutItem, Link extends LayoutLink>(
  items: readonly Item[],
  links: readonly Link[],
  { headings }: { readonly headings: boolean },
): Promise<Layout<Item, Link>> {
  const padding = headings ? PADDING : NO_PADDING;
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
    sections.push({ ...placeSection(ofFamily, drawn, padding), alone: section === 'alone' });
  }
  return placeSections(sections);
}

interface PlacedSection<Item extends LayoutItem, Link extends LayoutLink> extends Size {
  readonly items: readonly Item[];
  readonly alone: boolean;
  /** Positions are relative to the section. */
  readonly clusters: readonly (Cluster<Item, Link> & Point)[];
}

/** Places large clusters first, so that small ones fill the gaps. */
function placeSection<Item extends LayoutItem, Link extends LayoutLink>(
  items: readonly Item[],
  clusters: readonly Cluster<Item, Link>[],
  padding: Padding,
): Omit<PlacedSection<Item, Link>, 'alone'> {
  const bySize = clusters
    .map((cluster, index) => ({ cluster, index }))
    .sort((a, b) => sizeClass(b.cluster) - sizeClass(a.cluster) || a.index - b.index)
    .map(({ cluster }) => cluster);
  const max = WIDTHS.max - 2 * padding.side;
  const width = Math.max(chooseWidth(bySize.map(addGap), { min: BOX.width, max }), ...bySize.map((each) => each.width));
  const corners = pack(bySize, width, GAP);
  const placed = bySize.map((cluster, index) => ({
    ...cluster,
    x: padding.side + (corners[index]?.x ?? 0),
    y: padding.top + (corners[index]?.y ?? 0),
  }));
  return {
    items,
    clusters: placed,
    width: Math.max(...placed.map((each) => each.x + each.width)) + padding.side,
    height: Math.max(...placed.map((each) => each.y + each.height)) + padding.side,
  };
}

/** 0 for a single box, or else the height. */
function sizeClass({ height, width }: Size): number {
  return width <= BOX.width && height <= BOX.height ? 0 : height;
}

function addGap({ width, height }: Size): Size {
  return { width: width + GAP, height: height + GAP };
}

function placeSections<Item extends LayoutItem, Link extends LayoutLink>(
  sections: readonly PlacedSection<Item, Link>[],
): Layout<Item, Link> {
  const widest = Math.max(WIDTHS.min, ...sections.map(({ width }) => width));
  const width = Math.max(widest, chooseWidth(sections.map(addGap), WIDTHS));
  const corners = pack(sections, width, GAP);
  const at = (index: number): Point => ({ x: GAP + (corners[index]?.x ?? 0), y: GAP + (corners[index]?.y ?? 0) });
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
    width: Math.max(WIDTHS.min, ...whole.map((each) => each.x + each.width + GAP)),
    height: Math.max(BOX.height, ...whole.map((each) => each.y + each.height + GAP)),
  };
}
