import { formatBoxTitle, formatHeading } from '../labels';
import type { Box, View } from '../layout/collapse';
import { colorOf, colorRules } from '../layout/colors';
import { type BoxContent, drawSvg } from '../layout/draw';
import { layOut } from '../layout/layout';

const rule = (name: string, color: string): string => `.${name} .edge{fill:${color}}`;
const styles = { light: colorRules(rule, 'light'), dark: colorRules(rule, 'dark') };

/** An SVG does not show marks. */
export async function toSvg(view: View, name: string): Promise<string> {
  const layout = await layOut(view.items, view.links);
  return drawSvg(layout, { name, content, heading: formatHeading, styles });
}

function content(box: Box): BoxContent {
  const { label, note, kind, nodes, external } = box;
  const classes = [`c${colorOf(kind)}`, ...(external ? ['external'] : [])];
  return { label, note, title: formatBoxTitle(box), classes, stacked: nodes.length > 1 };
}
