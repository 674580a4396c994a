import { GRAPH_KINDS } from '../build/kinds';
import { connectedComponents } from './connected-components';

/** Hues in degrees, chosen: neighbors in the list are at least 65 degrees apart. */
const HUES = [215, 28, 165, 285, 45, 340, 190, 95, 255, 5, 130];

const families = connectedComponents(
  GRAPH_KINDS.map(({ name }) => name),
  GRAPH_KINDS.flatMap(({ name, attributes, parent }) => [
    ...Object.values(attributes).flatMap((attribute) =>
      'ref' in attribute && attribute.ref ? [[name, attribute.ref.kind] as const] : [],
    ),
    ...(parent === undefined ? [] : [[name, parent] as const]),
  ]),
);

/**
 * Color number of a kind. Kinds that an attribute with an id connects share a color; references by host and those of
 * traffic policies do not count. The order of the kinds decides the colors.
 */
export function colorOf(kind: string): number {
  return (families.get(kind) ?? 0) % HUES.length;
}

/** The hue of a color number with a saturation and lightness in percent, as `#rrggbb`. */
export function shade(color: number, saturation: number, lightness: number): string {
  return hex(HUES[color % HUES.length] ?? 0, saturation / 100, lightness / 100);
}

/** Saturation and lightness in percent, chosen for edges of boxes on a light and on a dark page. */
const EDGE_SHADES = { light: [62, 46], dark: [55, 62] } as const;

/** Style rules for the classes `c0`, `c1`, ... of all colors. */
export function colorRules(rule: (name: string, color: string) => string, page: keyof typeof EDGE_SHADES): string {
  const [saturation, lightness] = EDGE_SHADES[page];
  return HUES.map((_, number) => rule(`c${number}`, shade(number, saturation, lightness))).join('');
}

/**
 * Converts a color as https://www.w3.org/TR/css-color-4/#hsl-to-rgb does. SVG and Mermaid renderers support hexadecimal
 * colors, but not all support `hsl()`.
 */
function hex(hue: number, saturation: number, lightness: number): string {
  const strength = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): string => {
    const k = (offset + hue / 30) % 12;
    const value = lightness - strength * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
