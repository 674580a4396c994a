import type { Point } from './box';

/** Size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Places rectangles within a width, each as high and then as far left as possible below earlier ones. A wider rectangle
 * is placed at the left. Returns the upper left corners in the order of the sizes.
 */
export function pack(sizes: readonly Size[], width: number, gap: number): Point[] {
  const placed: (Point & Size)[] = [];
  for (const size of sizes) {
    const lefts = new Set([0, ...placed.map((each) => each.x + each.width + gap)]);
    const fitting = [...lefts].filter((x) => x === 0 || x + size.width <= width);
    const places = fitting.map((x): Point => {
      const below = placed.filter((each) => each.x < x + size.width + gap && x < each.x + each.width + gap);
      return { x, y: below.reduce((y, each) => Math.max(y, each.y + each.height + gap), 0) };
    });
    const best = places.reduce((a, b) => (b.y < a.y || (b.y === a.y && b.x < a.x) ? b : a));
    placed.push({ ...best, ...size });
  }
  return placed.map(({ x, y }) => ({ x, y }));
}

/** Chooses a width so that the area of the rectangles becomes wider than high. */
export function chooseWidth(
  sizes: readonly Size[],
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const area = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  return Math.round(Math.min(max, Math.max(min, Math.sqrt(area * 1.9))));
}
