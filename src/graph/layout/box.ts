/** All measures are in pixels. The sizes here and in cluster.ts, draw.ts and layout.ts are chosen. */

export const BOX = { width: 216, height: 48 } as const;

/**
 * Space between clusters, between sections, and around all of them. Also between boxes, except between the columns of
 * linked boxes: see `COLUMN_GAP` of cluster.ts.
 */
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
  /**
   * Boxes of one cluster with the same value are one block: they are placed together and share their lines. Drawings
   * and pages have blocks, Mermaid has none.
   */
  readonly block?: string;
}

/**
 * An arrow to `to`, which is drawn to the right of `from`. With `belongs` a line without a tip: `from` is a part of
 * `to` and is drawn to the right of it. In a cycle of links one goes back to the left.
 */
export interface LayoutLink {
  readonly from: string;
  readonly to: string;
  readonly belongs?: boolean;
}

/** A line for a link, or for all links from one block to another. */
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
  /** From left to right, each from top to bottom; for pages, which position boxes with CSS, and for Mermaid. */
  readonly columns: readonly (readonly Item[])[];
}

export interface KindSection<Item> extends Point, Size {
  readonly items: readonly Item[];
  /** Has one or more kinds without references and with few boxes each. */
  readonly isAlone: boolean;
  readonly clusters: readonly (Cluster<Item> & Point)[];
}

export interface Layout<Item> extends Size {
  readonly sections: readonly KindSection<Item>[];
}
