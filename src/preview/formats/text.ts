import type { PreviewReport } from '../report';
import { listSections } from './sections';

/** Plain text: one section for each part with contents, and the result on the last line. */
export function toText(report: PreviewReport): string {
  const { result, sections } = listSections(report);
  const lines = sections.flatMap(({ heading, items }) => [
    heading,
    ...items.flatMap(({ text, details }) => [`  ${text}`, ...details.map((detail) => `    ${detail}`)]),
    '',
  ]);
  return `${[...lines, result].join('\n')}\n`;
}
