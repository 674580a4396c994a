/** Measures of every picture, in pixels. */

/** Size of every box. */
export const BOX = { width: 216, height: 48 } as const;

/** Between boxes. */
export const GAP = 14;

/** A point, in pixels from the upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Something to be placed. */
export interface LayoutItem {
  /** Unique. */
  readonly key: string;
  readonly kind: string;
  /** Boxes of one block have the same neighbours, and are drawn in rows. */
  readonly block?: string;
}

/** An arrow to be drawn. Parts stand to the right of what they belong to, whatever the arrow's direction. */
export interface LayoutLink {
  readonly from: string;
  readonly to: string;
  readonly belongs?: boolean;
}

/** A box; `x` and `y` are of its centre. */
export interface Box<Item extends LayoutItem = LayoutItem> extends Point {
  readonly item: Item;
}

/** A rectangle around boxes of one block; `x` and `y` are of its upper left corner. */
export interface Frame extends Point {
  readonly width: number;
  readonly height: number;
}

/** A line, or one for a whole block of boxes, through points. */
export interface Line<Link extends LayoutLink = LayoutLink> {
  readonly link: Link;
  readonly points: readonly Point[];
}
