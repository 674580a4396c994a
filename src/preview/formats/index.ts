import type { PreviewReport } from '../report';
import { toTerminal } from './terminal';

export const FORMATS = ['terminal', 'json', 'markdown', 'html'] as const;
export type Format = (typeof FORMATS)[number];

/** Equal reports give equal bytes. */
export async function formatPreview(report: PreviewReport, format: Format): Promise<string> {
  switch (format) {
    case 'terminal':
      return toTerminal(report);
    default:
      return `${JSON.stringify(report, null, 2)}\n`;
  }
}
