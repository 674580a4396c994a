/** The formats of a drift report; each is a pure function of the report. */
import type { Drift, Report } from '../report/report';
import { toHtml } from './html';
import { toJunit } from './junit';
import { toMarkdown } from './markdown';
import { toPrometheus } from './prometheus';
import { toSarif } from './sarif';
import { toText } from './text';

/** Names of the formats. */
export const FORMATS = ['text', 'json', 'ndjson', 'markdown', 'junit', 'sarif', 'prometheus', 'html'] as const;

/** One of {@link FORMATS}. */
export type Format = (typeof FORMATS)[number];

/** Formats the report; the result ends with a line break. Asynchronous because `html` lays out a diagram. */
export async function formatDrift({ report, diagram }: Drift, format: Format): Promise<string> {
  switch (format) {
    case 'text':
      return toText(report);
    case 'json':
      return `${JSON.stringify(report, null, 2)}\n`;
    case 'ndjson':
      return toNdjson(report);
    case 'markdown':
      return toMarkdown(report);
    case 'junit':
      return toJunit(report);
    case 'sarif':
      return toSarif(report);
    case 'prometheus':
      return toPrometheus(report);
    case 'html':
      return toHtml(report, diagram);
  }
}

/** One finding per line, then `{"type": "summary", ...}` with all other members of the report. */
function toNdjson({ findings, ...summary }: Report): string {
  return [...findings, { type: 'summary', ...summary }].map((line) => `${JSON.stringify(line)}\n`).join('');
}
