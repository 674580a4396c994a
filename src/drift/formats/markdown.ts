import { code, details, escapeMarkdown, fenced, table } from '../../graph/markdown';
import { displayName } from '../../model/composites';
import { formatCount } from '../../model/text';
import { FINDING_TYPES, type Finding } from '../compare/finding';
import { formatCodeChange } from '../compare/remedy';
import type { Report } from '../report/report';
import { formatAttribution, formatFinding, formatResult, formatSubject, HEADINGS, listLiveGrants } from './labels';

/** The report as the comment on a pull request: tables, with the commands in a collapsed section. */
export function toMarkdown(report: Report): string {
  const { findings, incomplete, coverage, invalid_ignore_rules: invalidRules } = report;
  const blocks = [
    '## Drift',
    escapeMarkdown(formatResult(report)),
    ...FINDING_TYPES.flatMap((type) =>
      section(
        HEADINGS[type],
        ['object', 'finding', 'author'],
        findings.filter((finding) => finding.type === type).map(row),
      ),
    ),
    ...(findings.length === 0 ? [] : [details('Remedies', fenced(remedyLines(findings), 'sh'))]),
    ...section(
      HEADINGS.not_checked,
      ['resource type', 'reason'],
      incomplete.map(({ kind, message }) => [escapeMarkdown(displayName(kind)), escapeMarkdown(message)]),
    ),
    ...section(
      HEADINGS.invalid_ignore_rules,
      ['rule no.', 'problem', 'why ignored'],
      invalidRules.map(({ number, problem, rule }) => [String(number), problem, escapeMarkdown(rule.reason)]),
    ),
    details(
      `Managed: ${coverage.total.fraction}`,
      table(
        ['resource type', 'managed', 'need no configuration'],
        coverage.kinds.map(({ kind, fraction, derived }) => [kind, fraction, String(derived)]),
      ),
    ),
    ...liveGrants(report),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function liveGrants(report: Report): string[] {
  const grants = listLiveGrants(report);
  if (grants.length === 0) return [];
  return [
    details(formatCount(grants.length, 'live grant'), grants.map((grant) => `- ${escapeMarkdown(grant)}`).join('\n')),
  ];
}

function row(finding: Finding): string[] {
  return [
    code(formatSubject(finding)),
    escapeMarkdown(formatFinding(finding)),
    escapeMarkdown(formatAttribution(finding) ?? ''),
  ];
}

function remedyLines(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ remedy }) => {
    const change = formatCodeChange(remedy);
    return [...(remedy.command === null ? [] : [remedy.command]), ...(change === null ? [] : [`# or ${change}`])];
  });
}

function section(heading: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : [`### ${heading}`, table(head, rows)];
}
