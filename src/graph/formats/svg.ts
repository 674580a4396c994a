/** The graph as SVG. */

import { headingOf, titleOfItem } from '../labels';
import type { Item, View } from '../layout/collapse';
import { COLOUR_NUMBERS, colourOf, shade } from '../layout/colors';
import { drawSvg, type Face, pictureStyle } from '../layout/draw';
import { layOut } from '../layout/layout';

const colours = (saturation: number, lightness: number): string =>
  COLOUR_NUMBERS.map((n) => `.c${n} .edge{fill:${shade(n, saturation, lightness)}}`).join('');

const style = pictureStyle(colours(62, 46), colours(55, 62));

/** The picture: one box an object, or many that are alike, an arrow to each object it refers to. */
export async function toSvg(view: View, name: string): Promise<string> {
  const layout = await layOut(view.items, view.links, { headings: true });
  return drawSvg(layout, { name, face, heading: headingOf, style });
}

function face(item: Item): Face {
  const { label, note, kind, nodes, elsewhere } = item;
  const classes = [`c${colourOf(kind)}`, ...(elsewhere ? ['elsewhere'] : [])];
  return { label, note, title: titleOfItem(item), classes, stacked: nodes.length > 1, data: { 'data-kind': kind } };
}
