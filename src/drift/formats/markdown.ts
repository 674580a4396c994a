import { displayName } from '../../model/display-name';
import { FINDING_TYPES, type Finding } from '../report/finding';
import { codeText } from '../report/remedy';
import type { Report } from '../report/report';
import { headings, resultText, subjectOf, whatOf, whoOf } from './labels';

/** The report as the comment on a pull request: tables, with the commands folded away below them. */
export function toMarkdown(report: Report): string {
  const { findings, incomplete, coverage, ignore_problems: problems } = report;
  const blocks = [
    '## Drift',
    plain(resultText(report)),
    ...FINDING_TYPES.flatMap((type) => {
      const rows = findings.filter((each) => each.type === type);
      return rows.length === 0 ? [] : [`### ${headings[type]}`, table(['object', 'what', 'who'], rows.map(row))];
    }),
    ...(findings.length === 0 ? [] : [details('What to do', fenced(remedyLines(findings)))]),
    ...(incomplete.length === 0
      ? []
      : [
          '### Not looked at',
          table(
            ['what', 'why'],
            incomplete.map(({ kind, message }) => [plain(displayName(kind)), plain(message)]),
          ),
        ]),
    ...(problems.length === 0
      ? []
      : [
          '### Ignore rules to mend',
          table(
            ['rule', 'problem', 'reason'],
            problems.map(({ number, problem, rule }) => [String(number), problem, plain(rule.reason)]),
          ),
        ]),
    details(
      `Managed: ${coverage.total.fraction}`,
      table(
        ['kind', 'managed', 'derived'],
        coverage.kinds.map(({ kind, fraction, derived }) => [kind, fraction, String(derived)]),
      ),
    ),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function row(finding: Finding): string[] {
  return [code(subjectOf(finding)), plain(whatOf(finding)), plain(whoOf(finding) ?? '')];
}

function remedyLines(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ remedy }) => {
    const change = codeText(remedy);
    return [...(remedy.command === null ? [] : [remedy.command]), ...(change === null ? [] : [`# or ${change}`])];
  });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function details(summary: string, body: string): string {
  return `<details><summary>${plain(summary)}</summary>\n\n${body}\n\n</details>`;
}

/** A fence longer than any in the text, so that a description cannot end it. */
function fenced(lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map(({ length }) => length)));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${lines.join('\n')}\n${fence}`;
}

/** Texts of users must neither break the table nor become markup, mentions or links. */
function plain(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#+!|~]/g, '\\$&')
    .replaceAll('@', '@\u200b');
}

function code(text: string): string {
  return text.includes('`') || text.includes('|') ? plain(text) : `\`${text.replace(/[\r\n]+/g, ' ')}\``;
}
