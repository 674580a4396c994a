import type { Report } from '../report/report';

/** The whole report as JSON in the published form (`REPORT_SCHEMA`). */
export function toJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** One finding a line, then one line `{"type": "summary", ...}` with everything else. */
export function toNdjson({ findings, ...summary }: Report): string {
  return [...findings, { type: 'summary', ...summary }].map((line) => `${JSON.stringify(line)}\n`).join('');
}
