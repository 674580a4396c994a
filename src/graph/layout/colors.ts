/** Colours of kinds: those that refer to one another have one, so that it says what belongs together. */

import { GRAPH_KINDS } from '../build/kinds';
import { connectedComponents } from './connected-components';

/** Hues that are told apart with every usual kind of colour vision, in an order in which neighbours differ. */
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

/** Number of the colour of a kind, from 0. */
export function colorOf(kind: string): number {
  return (families.get(kind) ?? 0) % HUES.length;
}

/** A colour of a kind: its hue with the given saturation and lightness, in percent. */
export function shade(colour: number, saturation: number, lightness: number): string {
  return hex(HUES[colour % HUES.length] ?? 0, saturation / 100, lightness / 100);
}

/** Numbers of all colours. */
export const COLOR_NUMBERS: readonly number[] = HUES.map((_, index) => index);

/** In the form that every reader of SVG and Mermaid knows. */
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
