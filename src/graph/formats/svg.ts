import { formatBoxTitle, formatHeading } from '../labels';
import type { Box, View } from '../layout/collapse';
import { colorOf, colorRules } from '../layout/colors';
import { type BoxContent, diagramStyle, drawSvg } from '../layout/draw';
import { layOut } from '../layout/layout';

const rule = (name: string, color: string): string => `.${name} .edge{fill:${color}}`;
const style = diagramStyle(colorRules(rule, 62, 46), colorRules(rule, 55, 62));

/** One box per object or group of similar objects, with an arrow to each object that it refers to. */
export async function toSvg(view: View, name: string): Promise<string> {
  const layout = await layOut(view.items, view.links, { headings: true });
  return drawSvg(layout, { name, content, heading: formatHeading, style });
}

function content(box: Box): BoxContent {
  const { label, note, kind, nodes, external } = box;
  const classes = [`c${colorOf(kind)}`, ...(external ? ['external'] : [])];
  return { label, note, title: formatBoxTitle(box), classes, stacked: nodes.length > 1, data: { 'data-kind': kind } };
}
