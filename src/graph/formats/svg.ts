/** The graph as SVG. */

import { formatHeading, formatBoxTitle } from '../labels';
import type { Box, View } from '../layout/collapse';
import { COLOR_NUMBERS, colorOf, shade } from '../layout/colors';
import { drawSvg, type BoxContent, diagramStyle } from '../layout/draw';
import { layOut } from '../layout/layout';

const colours = (saturation: number, lightness: number): string =>
  COLOR_NUMBERS.map((n) => `.c${n} .edge{fill:${shade(n, saturation, lightness)}}`).join('');

const style = diagramStyle(colours(62, 46), colours(55, 62));

/** The picture: one box an object, or many that are alike, an arrow to each object it refers to. */
export async function toSvg(view: View, name: string): Promise<string> {
  const layout = await layOut(view.items, view.links, { headings: true });
  return drawSvg(layout, { name, content: face, heading: formatHeading, style });
}

function face(item: Box): BoxContent {
  const { label, note, kind, nodes, external: elsewhere } = item;
  const classes = [`c${colorOf(kind)}`, ...(elsewhere ? ['elsewhere'] : [])];
  return { label, note, title: formatBoxTitle(item), classes, stacked: nodes.length > 1, data: { 'data-kind': kind } };
}
