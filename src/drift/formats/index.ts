/** The formats of a drift report; each is a pure function of the report. */
import { toJson } from '../../report/json';
import { toMarkdown } from '../../report/markdown';
import { toSarif } from '../../report/sarif';
import { toText } from '../../report/text';
import { FINDING_TYPES, type FindingType } from '../compare/finding';
import type { Drift, Report } from '../report/report';
import { toHtml } from './html';
import { formatAttribution, formatFinding, formatSubject, HEADINGS } from './labels';
import { summarizeDrift } from './sections';

/** Names of the formats. */
export const FORMATS = ['text', 'json', 'markdown', 'sarif', 'html'] as const;

/** One of {@link FORMATS}. */
export type Format = (typeof FORMATS)[number];

/** Formats the report; the result ends with a line break. Asynchronous because `html` lays out a diagram. */
export async function formatDrift({ report, diagram }: Drift, format: Format): Promise<string> {
  switch (format) {
    case 'text':
      return toText(summarizeDrift(report));
    case 'json':
      return toJson(report);
    case 'markdown':
      return toMarkdown(summarizeDrift(report));
    case 'sarif':
      return toSarif({ tool: 'netingress drift', rules: RULES, ...listResults(report) });
    case 'html':
      return toHtml(report, diagram);
  }
}

const DESCRIPTIONS: Readonly<Record<FindingType, string>> = {
  changed: 'A field differs between the account and the state.',
  missing: 'An object of the state was deleted.',
  unmanaged: 'An object of the account is in no state.',
  pending: 'The configuration differs from what is deployed.',
  replaced: 'Another object replaced an object of the state.',
  conflict: 'Several resources manage one object.',
};

const RULES = FINDING_TYPES.map((id) => ({ id, name: HEADINGS[id], description: DESCRIPTIONS[id] }));

function listResults({ findings, incomplete }: Report): Pick<Parameters<typeof toSarif>[0], 'results' | 'failures'> {
  return {
    results: findings.map((finding) => {
      const { type, address, kind, id, construct, fingerprint, remedy } = finding;
      const author = formatAttribution(finding);
      const found = `${formatSubject(finding)}: ${formatFinding(finding)}${author === null ? '' : `; by ${author}`}`;
      return {
        rule: type,
        level: type === 'pending' ? 'note' : type === 'missing' ? 'error' : 'warning',
        message: `${found}. ${remedy.text}`,
        resource: address ?? `${kind}/${id}`,
        construct,
        fingerprint,
      };
    }),
    failures: incomplete.map(({ kind, message }) => `${kind}: ${message}`),
  };
}
