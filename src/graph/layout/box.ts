/** Items, links and positions of a diagram. All measures are in pixels. */

export const BOX = { width: 216, height: 48 } as const;

/** Space between boxes. */
export const GAP = 14;

/** Measured from the upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface LayoutItem {
  /** Unique. */
  readonly key: string;
  readonly kind: string;
  /** Boxes of one block have the same neighbors and are drawn in rows. */
  readonly block?: string;
}

/** An arrow. An item that belongs to another is drawn to the right of it, in either direction. */
export interface LayoutLink {
  readonly from: string;
  readonly to: string;
  readonly belongs?: boolean;
}

/** `x` and `y` are the center of the box. */
export interface PlacedBox<Item extends LayoutItem = LayoutItem> extends Point {
  readonly item: Item;
}

/** A rectangle around the boxes of a block; `x` and `y` are its upper left corner. */
export interface Frame extends Point {
  readonly width: number;
  readonly height: number;
}

/** A line for a link, or for all links of a block. */
export interface Line<Link extends LayoutLink = LayoutLink> {
  readonly link: Link;
  readonly points: readonly Point[];
}
