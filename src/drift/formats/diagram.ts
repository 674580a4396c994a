import { type BoxContent, diagramStyle, drawSvg } from '../../graph/layout/draw';
import { layOut } from '../../graph/layout/layout';
import type { Diagram, DiagramNode } from '../report/diagram';

/** Colors by finding. They also differ in lightness, and every box names its finding. */
export const COLORS = {
  in_sync: '#e8f3ea',
  changed: '#ffd98a',
  missing: '#f2a7a0',
  unmanaged: '#c9b8f0',
  pending: '#b7d8f5',
  replaced: '#f7b8da',
  conflict: '#d8d36a',
  not_checked: '#d9dce1',
} as const;

const style = diagramStyle(
  `.edge{fill:none}${Object.entries(COLORS)
    .map(([finding, color]) => `.${finding} .sheet{fill:${color};stroke:#5a6475}`)
    .join('')}`,
);

/** The diagram as SVG: one box per object, with an arrow to each object that it refers to. */
export async function toSvg({ nodes, edges }: Diagram): Promise<string> {
  const layout = await layOut(nodes, edges, { headings: false });
  return drawSvg(layout, { name: 'Objects and their references', content, style });
}

function content({ key, kind, name, address, finding }: DiagramNode): BoxContent {
  return {
    label: name,
    note: `${kind}: ${formatFindingType(finding)}`,
    title: [address ?? key, formatFindingType(finding)].join(': '),
    classes: [finding],
    data: { 'data-finding': finding },
  };
}

/** A type of finding in words: `in sync`. */
export function formatFindingType(finding: string): string {
  return finding.replaceAll('_', ' ');
}
