/** The formats of a drift report; each is a pure function of the report. */

import { focusGraph } from '../../graph/focus';
import { drawPicture } from '../../graph/formats/picture';
import { formatCount } from '../../model/text';
import { type Picture, toHtml } from '../../report/html';
import { toJson } from '../../report/json';
import { toMarkdown } from '../../report/markdown';
import { toSarif } from '../../report/sarif';
import type { Summary } from '../../report/section';
import { toText } from '../../report/text';
import { isEqualAccess } from '../access/drifted-access';
import { FINDING_TYPES, type FindingType } from '../compare/finding';
import type { Drift, Report } from '../report/report';
import { formatAttribution, formatFinding, formatSubject, HEADINGS } from './labels';
import { type DriftOptions, loadAccessWords, summarizeDrift } from './sections';

/** Names of the formats. */
export const FORMATS = ['text', 'json', 'markdown', 'sarif', 'html'] as const;

/** One of {@link FORMATS}. */
export type Format = (typeof FORMATS)[number];

/** Formats in words: people read them. */
export type SummaryFormat = Exclude<Format, 'json' | 'sarif'>;

/** Objects in a picture, those with findings first. */
export const MAX_DRAWN = 250;

/**
 * Formats the report; the result ends with a line break. Asynchronous because `html` lays out a picture.
 */
export async function formatDrift(drift: Drift, format: Format, options: DriftOptions = {}): Promise<string> {
  if (format === 'json') return toJson(drift.report);
  if (format === 'sarif')
    return toSarif({ tool: 'netingress drift', rules: RULES, ...listResults(drift.report, options) });
  return await writeDrift(summarizeDrift(drift, options), format, {
    draw() {
      const { graph, omitted } = focusGraph(drift.graph, { max: MAX_DRAWN });
      const note = `${formatCount(omitted, 'object')} without findings not drawn.`;
      return drawPicture(graph, omitted > 0 ? { note } : {});
    },
  });
}

interface DriftParts {
  readonly marker?: string;
  readonly draw: () => Promise<Picture> | undefined;
}

/** Writes the report of one account, or the merged one of several. */
export async function writeDrift(
  summary: Summary,
  format: SummaryFormat,
  { marker, draw }: DriftParts,
): Promise<string> {
  switch (format) {
    case 'text':
      return toText(summary);
    case 'markdown':
      return toMarkdown(summary, marker === undefined ? {} : { marker });
    case 'html':
      return toHtml(summary, await draw());
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

export const RULES = FINDING_TYPES.map((id) => ({ id, name: HEADINGS[id], description: DESCRIPTIONS[id] }));

/** The findings and failed checks for SARIF. */
export function listResults(
  { findings, incomplete, access }: Report,
  { sourceFile = 'cdktf.json' }: DriftOptions,
): Pick<Parameters<typeof toSarif>[0], 'results' | 'failures' | 'warnings'> {
  return {
    results: findings.map((finding) => {
      const { type, address, kind, id, construct, fingerprint, remedy } = finding;
      const author = formatAttribution(finding);
      const found = `${formatSubject(finding)}: ${formatFinding(finding)}${author === null ? '' : `; by ${author}`}`;
      const parts = [...access.restrictions, ...access.endpoints].filter((part) =>
        [part.newly_admitted, part.newly_shut_out].some((changes) => changes.findings.includes(fingerprint)),
      );
      const effects = parts.length === 0 ? '' : ` ${loadAccessWords().formatEffects(fingerprint, parts)}`;
      const admits = parts.some(
        ({ newly_admitted: { networks, findings: causes } }) => networks.length > 0 && causes.includes(fingerprint),
      );
      return {
        rule: type,
        level: type === 'pending' ? 'note' : type === 'missing' || admits ? 'error' : 'warning',
        message: `${found}.${effects} ${remedy.text}`,
        resource: address ?? `${kind}/${id}`,
        construct,
        file: sourceFile,
        fingerprint,
      };
    }),
    failures: incomplete.map(({ kind, message }) => `${kind}: ${message}`),
    warnings: isEqualAccess(access) ? [] : loadAccessWords().listUndecided(access),
  };
}
