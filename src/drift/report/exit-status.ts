/** How a run ends. */

import { foundText, resultText } from '../formats/labels';
import { reaches } from './coverage';
import { FINDING_TYPES, type FindingType } from './finding';
import type { Report } from './report';

/** What counts as a failure. */
export interface Judgement {
  /** Types of findings that do; all of them by default. */
  readonly failOn?: readonly FindingType[] | undefined;
  /** Part of the account that must be managed, 0 to 1; none by default. */
  readonly minCoverage?: number | undefined;
}

/** How a run ends, and why. */
export interface Verdict {
  readonly status: 0 | 2 | 3;
  /** One sentence: what was found, and what of it makes the status. */
  readonly text: string;
}

/**
 * Exit status: 0 in agreement and complete, 2 differences, 3 incomplete, which wins since what was not looked at may be
 * worse. Asking for `pending` without a synthesized configuration is incomplete, not agreement.
 */
export function exitStatus(report: Report, judgement: Judgement): 0 | 2 | 3 {
  return judgeReport(report, judgement).status;
}

/** The exit status, and in words what it comes from: not every reason for one is a difference or stands in the report. */
export function judgeReport(report: Report, { failOn, minCoverage }: Judgement): Verdict {
  const { total } = report.coverage;
  const wanted =
    minCoverage === undefined || reaches(total, minCoverage)
      ? ''
      : `, expected at least ${Number((minCoverage * 100).toFixed(2))}%`;
  if (report.incomplete.length > 0) return { status: 3, text: resultText(report) };
  const found = foundText(report);
  const also = found === '' ? '' : `; found ${found}`;
  if (failOn?.includes('pending') && report.not_looked_at.includes('pending')) {
    const what = 'pending was asked for, but no synthesized configuration was found: run `cdktf synth` or give --app';
    return { status: 3, text: `Incomplete: ${what}${also}; ${total.fraction} objects managed${wanted}.` };
  }
  const counted = failOn ?? FINDING_TYPES;
  const differs = report.findings.some(({ type }) => counted.includes(type));
  if (wanted !== '') {
    const beside = found === '' ? '' : `Drift: ${found}; `;
    return { status: 2, text: `${beside}${total.fraction} objects managed${wanted}.` };
  }
  return { status: differs ? 2 : 0, text: resultText(report) };
}
