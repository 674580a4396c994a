import { escapeXml } from '../../graph/text';
import type { Report } from '../report/report';
import { formatAttribution, formatFinding, formatSubject } from './labels';

/** A JUnit file with a suite per kind: failures are findings, errors are incomplete checks, else one case passes. */
export function toJunit({ findings, coverage, incomplete }: Report): string {
  const kinds = [...new Set([...coverage.kinds, ...findings, ...incomplete].map(({ kind }) => kind))];
  const suites = kinds.map((kind) => {
    const failures = findings
      .filter((finding) => finding.kind === kind)
      .map((finding) => {
        const message = formatFinding(finding);
        const author = formatAttribution(finding);
        const text = [
          message,
          ...(author === null ? [] : [`by ${author}`]),
          finding.remedy.command ?? finding.remedy.text,
        ].join('\n');
        const name = `${finding.type}: ${formatSubject(finding)}${finding.path === null ? '' : ` ${finding.path}`}`;
        return testCase(
          kind,
          name,
          `<failure type="${escapeXml(finding.type)}" message="${escapeXml(message)}">${escapeXml(text)}</failure>`,
        );
      });
    const errors = incomplete
      .filter((finding) => finding.kind === kind)
      .map(({ reason, message }) =>
        testCase(kind, 'was checked', `<error type="${escapeXml(reason)}" message="${escapeXml(message)}"/>`),
      );
    const cases = [...failures, ...errors];
    const all = cases.length > 0 ? cases : [testCase(kind, 'is in sync', '')];
    return (
      `  <testsuite name="${escapeXml(kind)}" tests="${all.length}" failures="${failures.length}" errors="${errors.length}">\n` +
      `${all.join('')}  </testsuite>\n`
    );
  });
  const tests = suites.join('').split('<testcase ').length - 1;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<testsuites name="netingress drift" tests="${tests}" failures="${findings.length}" errors="${incomplete.length}">\n` +
    `${suites.join('')}</testsuites>\n`
  );
}

function testCase(kind: string, name: string, content: string): string {
  const open = `    <testcase classname="${escapeXml(kind)}" name="${escapeXml(name)}"`;
  return content === '' ? `${open}/>\n` : `${open}>${content}</testcase>\n`;
}
