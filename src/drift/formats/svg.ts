import { drawSvg, type Face, pictureStyle } from '../../graph/layout/draw';
import { layOut } from '../../graph/layout/layout';
import type { Picture, PictureNode } from '../report/diagram';
import { COLOURS } from './colors';

/** Fills by finding; the page that holds the picture is light. */
const style = pictureStyle(
  `.edge{fill:none}${Object.entries(COLOURS)
    .map(([finding, colour]) => `.${classOf(finding)} .sheet{fill:${colour};stroke:#5a6475}`)
    .join('')}`,
);

/** The picture as SVG: one box an object with its name, kind and finding, an arrow to each object it refers to. */
export async function toSvg({ nodes, edges }: Picture): Promise<string> {
  const layout = await layOut(nodes, edges, { headings: false });
  return drawSvg(layout, { name: 'Objects and their references', face, style });
}

function face({ key, kind, name, address, finding }: PictureNode): Face {
  return {
    label: name,
    note: `${kind}: ${finding}`,
    title: [address ?? key, finding].join(': '),
    classes: [classOf(finding)],
    data: { 'data-finding': finding },
  };
}

function classOf(finding: string): string {
  return finding.replaceAll(' ', '-');
}
