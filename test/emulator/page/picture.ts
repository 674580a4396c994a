/** What a person sees, in numbers. */
import type { Browser, Page } from 'playwright-core';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a part of a picture looks like. */
export interface Pixels {
  /** Luminance, 0 to 1, of the colour that most of its pixels have. */
  readonly background: number;
  /** How many colours it has: one if nothing is painted there. */
  readonly colours: number;
}

/** Looks at parts of a PNG; the browser itself decodes it, on a page of its own. */
export async function pixelsOf<Name extends string>(
  browser: Browser,
  png: Buffer,
  regions: Record<Name, Box>,
): Promise<Record<Name, Pixels>> {
  const page = await browser.newPage();
  try {
    return (await page.evaluate(
      async ({ data, parts }) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext(
          '2d',
        ) as OffscreenCanvasRenderingContext2D;
        context.drawImage(image, 0, 0);
        return Object.fromEntries(
          Object.entries(parts).map(([name, { x, y, width, height }]) => {
            const bytes = context.getImageData(x, y, width, height).data;
            const counts = new Map<number, number>();
            for (let index = 0; index < bytes.length; index += 4) {
              const [red, green, blue] = bytes.slice(index, index + 3) as unknown as [number, number, number];
              const colour = (red << 16) | (green << 8) | blue;
              counts.set(colour, (counts.get(colour) ?? 0) + 1);
            }
            const [[most]] = [...counts].sort(([, one], [, other]) => other - one) as [[number, number]];
            const background = (0.2126 * (most >> 16) + 0.7152 * ((most >> 8) & 255) + 0.0722 * (most & 255)) / 255;
            return [name, { background, colours: counts.size }];
          }),
        );
      },
      { data: png.toString('base64'), parts: regions },
    )) as Record<Name, Pixels>;
  } finally {
    await page.close();
  }
}

/** Contrast of the text of an element to what is behind it (WCAG 2.1, 'contrast ratio'). */
export function contrastOf(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
      const luminance = (colour: string): number => {
        const [red, green, blue] = channels(colour).map((value) => {
          const part = value / 255;
          return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        }) as [number, number, number];
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      let behind: Element | null = element;
      while (behind && channels(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
      const text = luminance(getComputedStyle(element).color);
      const ground = luminance(getComputedStyle(behind ?? document.body).backgroundColor);
      return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
    });
}
