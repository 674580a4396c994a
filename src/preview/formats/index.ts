import type { PreviewReport } from '../report';
import { toHtml } from './html';
import { toMarkdown } from './markdown';
import { toTerminal } from './terminal';

export const FORMATS = ['terminal', 'json', 'markdown', 'html'] as const;
export type Format = (typeof FORMATS)[number];

/** Equal reports give equal bytes. */
export function formatPreview(report: PreviewReport, format: Format): string {
  switch (format) {
    case 'terminal':
      return toTerminal(report);
    case 'json':
      return `${JSON.stringify(report, null, 2)}\n`;
    case 'markdown':
      return toMarkdown(report);
    case 'html':
      return toHtml(report);
  }
}
