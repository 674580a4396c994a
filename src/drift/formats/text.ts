import { displayName } from '../../model/composites';
import { FINDING_TYPES, type Finding } from '../compare/finding';
import { formatCodeChange } from '../compare/remedy';
import type { Report } from '../report/report';
import {
  formatAttribution,
  formatCredential,
  formatEventAuthor,
  formatFinding,
  formatResult,
  formatSubject,
  formatValue,
  HEADINGS,
  listLiveGrants,
} from './labels';

/** Plain text: one block per finding, and the result on the last line. */
export function toText(report: Report): string {
  const lines = [
    ...FINDING_TYPES.flatMap((type) =>
      section(HEADINGS[type], report.findings.filter((finding) => finding.type === type).flatMap(findingLines)),
    ),
    ...section(HEADINGS.reverted, report.reverted_changes.map(formatRevertedChange)),
    ...section(
      'Ignored',
      report.ignored.map(
        ({ type, kind, id, path, reason }) =>
          `${type} ${kind} ${id ?? ''}${path === null ? '' : ` ${path}`}: ${reason}`,
      ),
    ),
    ...section(
      HEADINGS.invalid_ignore_rules,
      report.invalid_ignore_rules.map(
        ({ number, problem, rule }) =>
          `rule ${number} ${problem === 'expired' ? `expired on ${rule.expires}` : 'matches no finding'}: ${rule.reason}`,
      ),
    ),
    ...section(HEADINGS.not_checked, [
      ...report.incomplete.map(({ kind, message }) => `${displayName(kind)}: ${message}`),
      ...(report.not_checked.includes('pending')
        ? ['pending changes: no synthesized configuration (--app) was found']
        : []),
      ...(report.not_checked.includes('events') && report.findings.length > 0
        ? ['authors of changes: no audit events (--events) were given']
        : []),
    ]),
    ...section(
      'Managed',
      report.coverage.kinds
        .filter(({ managed, unmanaged, derived }) => managed + unmanaged + derived > 0)
        .map(
          ({ kind, fraction, derived, complete }) =>
            `${kind} ${fraction}${derived > 0 ? ` (and ${derived} that need no configuration)` : ''}${complete ? '' : ' (incomplete)'}`,
        ),
    ),
    ...section(HEADINGS.grants, listLiveGrants(report)),
    ...section(HEADINGS.credentials, report.credentials.map(formatCredential)),
    `${report.usage.requests} requests, ${report.usage.pages} pages`,
    formatResult(report),
  ];
  return `${lines.join('\n')}\n`;
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`), ''];
}

function findingLines(finding: Finding): string[] {
  const { remedy, name, address, type } = finding;
  const author = formatAttribution(finding);
  const code = formatCodeChange(remedy);
  return [
    `${formatSubject(finding)}${address !== null && name !== null && type !== 'conflict' ? ` (${formatValue(name)})` : ''}`,
    `  ${formatFinding(finding)}`,
    ...(author === null ? [] : [`  by ${author}`]),
    ...(remedy.command === null ? [] : [`  > ${remedy.command}`]),
    ...(code === null ? [] : [`  or in code: ${code}`]),
  ];
}

function formatRevertedChange(revertedChange: Report['reverted_changes'][number]): string {
  const { kind, id, name, path, before, after, changed, reverted } = revertedChange;
  const object = `${displayName(kind)} ${name === null ? id : formatValue(name)}`;
  const change =
    path === null ? 'was created and deleted' : `${path}: ${formatValue(before)} -> ${formatValue(after)} and back`;
  return `${object}: ${change}; by ${formatEventAuthor(changed)}, reverted by ${formatEventAuthor(reverted)}`;
}
