/** Measures what a user sees. Code for the browser is a string, because this project is compiled without the DOM. */
import type { Browser, Page } from 'playwright-core';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Pixels {
  /** Luminance, 0 to 1, of the most frequent color. */
  readonly background: number;
  /** Number of colors; 1 if nothing is painted. */
  readonly colors: number;
}

const look = `async ({ data, regions }) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + data)).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return Object.fromEntries(Object.entries(regions).map(([name, { x, y, width, height }]) => {
    const bytes = context.getImageData(x, y, width, height).data;
    const counts = new Map();
    for (let index = 0; index < bytes.length; index += 4) {
      const color = (bytes[index] << 16) | (bytes[index + 1] << 8) | bytes[index + 2];
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    const [[most]] = [...counts].sort(([, one], [, other]) => other - one);
    const background = (0.2126 * (most >> 16) + 0.7152 * ((most >> 8) & 255) + 0.0722 * (most & 255)) / 255;
    return [name, { background, colors: counts.size }];
  }));
}`;

/** Measures parts of a PNG; the browser decodes it on a separate page. */
export async function pixelsOf<Name extends string>(
  browser: Browser,
  png: Buffer,
  regions: Readonly<Record<Name, Box>>,
): Promise<Record<Name, Pixels>> {
  const page = await browser.newPage();
  try {
    return await page.evaluate(`(${look})(${JSON.stringify({ data: png.toString('base64'), regions })})`);
  } finally {
    await page.close();
  }
}

const contrast = `(selector) => {
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = (color) => {
    const [red, green, blue] = channels(color).map((value) => {
      const part = value / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const element = document.querySelector(selector);
  let behind = element;
  while (behind.parentElement && channels(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
  const text = luminance(getComputedStyle(element).color);
  const ground = luminance(getComputedStyle(behind).backgroundColor);
  return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
}`;

/** Contrast of the text of an element to its background (WCAG 2.1, contrast ratio). */
export function contrastOf(page: Page, selector: string): Promise<number> {
  return page.evaluate(`(${contrast})(${JSON.stringify(selector)})`);
}
