import { displayName } from '../../model/display-name';
import { FINDING_TYPES, type Finding } from '../report/finding';
import { codeText } from '../report/remedy';
import type { Report } from '../report/report';
import { authorText, headings, resultText, shown, subjectOf, whatOf, whoOf } from './labels';

/** The report for people at a terminal: plain text, one block a finding, the result last. */
export function toTerminal(report: Report): string {
  const lines = [
    ...FINDING_TYPES.flatMap((type) =>
      section(headings[type], report.findings.filter((each) => each.type === type).flatMap(findingLines)),
    ),
    ...section('Made and undone in between', report.undone.map(undoneLine)),
    ...section(
      'Ignored',
      report.ignored.map(
        ({ type, kind, id, path, reason }) =>
          `${type} ${kind} ${id ?? ''}${path === null ? '' : ` ${path}`}: ${reason}`,
      ),
    ),
    ...section(
      'Ignore rules to mend',
      report.ignore_problems.map(
        ({ number, problem, rule }) =>
          `rule ${number} ${problem === 'expired' ? `expired on ${rule.expires}` : problem}: ${rule.reason}`,
      ),
    ),
    ...section('Not looked at', [
      ...report.incomplete.map(({ kind, message }) => `${displayName(kind)}: ${message}`),
      ...(report.not_looked_at.includes('pending')
        ? ['what is pending: no synthesized configuration (--app) was found']
        : []),
      ...(report.not_looked_at.includes('events') && report.findings.length > 0
        ? ['who changed it: no audit events (--events) were given']
        : []),
    ]),
    ...section('Managed', [
      ...report.coverage.kinds
        .filter(({ managed, unmanaged, derived }) => managed + unmanaged + derived > 0)
        .map(
          ({ kind, fraction, derived, complete }) =>
            `${kind} ${fraction}${derived > 0 ? ` (and ${derived} derived)` : ''}${complete ? '' : ' of what was read'}`,
        ),
    ]),
    `${report.usage.requests} requests, ${report.usage.pages} pages`,
    resultText(report),
  ];
  return `${lines.join('\n')}\n`;
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`), ''];
}

function findingLines(finding: Finding): string[] {
  const { remedy, name, address, type } = finding;
  const who = whoOf(finding);
  const code = codeText(remedy);
  return [
    `${subjectOf(finding)}${address !== null && name !== null && type !== 'claimed twice' ? ` (${shown(name)})` : ''}`,
    `  ${whatOf(finding)}`,
    ...(who === null ? [] : [`  by ${who}`]),
    ...(remedy.command === null ? [] : [`  > ${remedy.command}`]),
    ...(code === null ? [] : [`  or in code: ${code}`]),
  ];
}

function undoneLine({ kind, id, name, path, before, after, made, undone }: Report['undone'][number]): string {
  const what = path === null ? 'was made and deleted' : `${path}: ${shown(before)} -> ${shown(after)} and back`;
  return `${displayName(kind)} ${name === null ? id : shown(name)}: ${what}; by ${authorText(made)}, undone by ${authorText(undone)}`;
}
