import { escapeXml } from '../../graph/xml';
import type { Report } from '../report/report';
import { subjectOf, whatOf, whoOf } from './labels';

/**
 * The report as a JUnit file: one suite a kind, a failure for each finding, an error for each kind that could not be
 * looked at, and one passing case for a kind that agrees.
 */
export function toJunit({ findings, coverage, incomplete }: Report): string {
  const kinds = [
    ...new Set([
      ...coverage.kinds.map(({ kind }) => kind),
      ...findings.map(({ kind }) => kind),
      ...incomplete.map(({ kind }) => kind),
    ]),
  ];
  const suites = kinds.map((kind) => {
    const failures = findings
      .filter((each) => each.kind === kind)
      .map((finding) => {
        const who = whoOf(finding);
        const text = [
          whatOf(finding),
          ...(who === null ? [] : [`by ${who}`]),
          finding.remedy.command ?? finding.remedy.text,
        ].join('\n');
        const name = `${finding.type}: ${subjectOf(finding)}${finding.path === null ? '' : ` ${finding.path}`}`;
        return testCase(
          kind,
          name,
          `<failure type="${escapeXml(finding.type)}" message="${escapeXml(whatOf(finding))}">${escapeXml(text)}</failure>`,
        );
      });
    const errors = incomplete
      .filter((each) => each.kind === kind)
      .map(({ reason, message }) =>
        testCase(kind, 'was looked at', `<error type="${escapeXml(reason)}" message="${escapeXml(message)}"/>`),
      );
    const cases = [...failures, ...errors];
    const all = cases.length > 0 ? cases : [testCase(kind, 'agrees', '')];
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
