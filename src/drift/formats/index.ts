/** Every form in which a report can be written; each is a pure function of it. */
import type { Drift } from '../report/report';
import { toHtml } from './html';
import { toJson, toNdjson } from './json';
import { toJunit } from './junit';
import { toMarkdown } from './markdown';
import { toPrometheus } from './prometheus';
import { toSarif } from './sarif';
import { toTerminal } from './terminal';

/** Names of the formats. */
export const FORMATS = ['terminal', 'json', 'ndjson', 'markdown', 'junit', 'sarif', 'prometheus', 'html'] as const;

/** One of {@link FORMATS}. */
export type Format = (typeof FORMATS)[number];

/** The report as text that ends with a line break. Only `html` takes longer: its picture is laid out. */
export async function formatDrift({ report, picture }: Drift, format: Format): Promise<string> {
  switch (format) {
    case 'terminal':
      return toTerminal(report);
    case 'json':
      return toJson(report);
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
      return toHtml(report, picture);
  }
}
