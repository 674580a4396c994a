/** All measures are in pixels. The sizes here and in cluster.ts and layout.ts are chosen. */

export const BOX = { width: 216, height: 48 } as const;

/** Space between boxes, between clusters and between sections. */
export const GAP = 14;

/** Measured from the upper left corner of the surrounding diagram, section or cluster. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface LayoutItem {
  /** Unique. */
  readonly key: string;
  readonly kind: string;
  /** Boxes of one block have the same neighbors and are drawn in rows. */
  readonly block?: string;
}

/**
 * An arrow to `to`, which is drawn to the right of `from`. With `belongs` a line without a tip: `from` is a part of
 * `to` and is drawn to the right of it.
 */
export interface LayoutLink {
  readonly from: string;
  readonly to: string;
  readonly belongs?: boolean;
}

/** A line for a link, or for all links of a block. */
export interface LinkLine {
  readonly belongs: boolean;
  readonly points: readonly Point[];
}

export interface Cluster<Item> extends Size {
  /** Centers of boxes. */
  readonly boxes: readonly (Point & { readonly item: Item })[];
  readonly lines: readonly LinkLine[];
  /** Around blocks of boxes that share lines. */
  readonly frames: readonly (Point & Size)[];
  /** The columns from left to right, each from top to bottom; for pages that position boxes with CSS. */
  readonly columns: readonly (readonly Item[])[];
}

export interface KindSection<Item> extends Point, Size {
  readonly items: readonly Item[];
  /** Kinds without references, combined because each has few objects. */
  readonly isAlone: boolean;
  readonly clusters: readonly (Cluster<Item> & Point)[];
}

export interface Layout<Item> extends Size {
  readonly sections: readonly KindSection<Item>[];
}
