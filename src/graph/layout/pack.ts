/** Places rectangles side by side and below one another. */

/** Something with a size, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where its upper left corner is. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

/**
 * Places rectangles within a width, each as far up and then as far left as it fits below what came before it, with a
 * gap between any two. One that is wider than the width stands alone at the left. Places in the order of the sizes.
 */
export function pack(sizes: readonly Size[], width: number, gap: number): Position[] {
  const placed: (Position & Size)[] = [];
  for (const size of sizes) {
    const lefts = new Set([0, ...placed.map((each) => each.x + each.width + gap)]);
    const fitting = [...lefts].filter((x) => x === 0 || x + size.width <= width);
    const places = fitting.map((x): Position => {
      const below = placed.filter((each) => each.x < x + size.width + gap && x < each.x + each.width + gap);
      return { x, y: below.reduce((y, each) => Math.max(y, each.y + each.height + gap), 0) };
    });
    const best = places.reduce((a, b) => (b.y < a.y || (b.y === a.y && b.x < a.x) ? b : a));
    placed.push({ ...best, ...size });
  }
  return placed.map(({ x, y }) => ({ x, y }));
}

/** A width for things of that area to be looked at: somewhat wider than high, and no wider than a screen. */
export function chooseWidth(
  sizes: readonly Size[],
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const area = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  return Math.round(Math.min(most, Math.max(least, Math.sqrt(area * 1.9))));
}
