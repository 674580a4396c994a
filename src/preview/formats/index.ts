import type { PreviewReport } from '../report';
import { toHtml } from './html';
import { toMarkdown } from './markdown';
import { toText } from './text';

export const FORMATS = ['text', 'json', 'markdown', 'html'] as const;
export type Format = (typeof FORMATS)[number];

/** Equal reports give equal bytes. `selected` names the stacks of `--stack`; empty for all. */
export function formatPreview(report: PreviewReport, format: Format, selected: readonly string[] = []): string {
  switch (format) {
    case 'text':
      return toText(report);
    case 'json':
      return `${JSON.stringify(report, null, 2)}\n`;
    case 'markdown':
      return toMarkdown(report, selected);
    case 'html':
      return toHtml(report);
  }
}
