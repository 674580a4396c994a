/** Code for the browser is a string, because this project is compiled without the DOM. */
import type { Page } from 'playwright-core';

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
  while (channels(getComputedStyle(behind).backgroundColor)[3] === 0) {
    behind = behind.parentElement;
    if (!behind) throw new Error('Nothing behind ' + selector + ' has a color');
  }
  const text = luminance(getComputedStyle(element).color);
  const ground = luminance(getComputedStyle(behind).backgroundColor);
  return { contrast: (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05), isLight: text > ground };
}`;

/**
 * Contrast of the text of an element to its background (WCAG 2.1, contrast ratio), and whether the text is the lighter
 * one.
 */
export function measureText(page: Page, selector: string): Promise<{ contrast: number; isLight: boolean }> {
  return page.evaluate(`(${contrast})(${JSON.stringify(selector)})`);
}
