/** The formats of a drift report; each is a pure function of the report. */
import type { Drift } from '../report/report';
import { toHtml } from './html';
import { toMarkdown } from './markdown';
import { toSarif } from './sarif';
import { toText } from './text';

/** Names of the formats. */
export const FORMATS = ['text', 'json', 'markdown', 'sarif', 'html'] as const;

/** One of {@link FORMATS}. */
export type Format = (typeof FORMATS)[number];

/** Formats the report; the result ends with a line break. Asynchronous because `html` lays out a diagram. */
export async function formatDrift({ report, diagram }: Drift, format: Format): Promise<string> {
  switch (format) {
    case 'text':
      return toText(report);
    case 'json':
      return `${JSON.stringify(report, null, 2)}\n`;
    case 'markdown':
      return toMarkdown(report);
    case 'sarif':
      return toSarif(report);
    case 'html':
      return toHtml(report, diagram);
  }
}
