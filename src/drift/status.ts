/** How a run ends. */
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

/**
 * Exit status: 0 in agreement and complete, 2 differences, 3 incomplete, which wins since what was not looked at may be
 * worse. Asking for `pending` without a synthesized configuration is incomplete, not agreement.
 */
export function exitStatus(report: Report, { failOn, minCoverage }: Judgement): 0 | 2 | 3 {
  if (report.incomplete.length > 0) return 3;
  if (failOn?.includes('pending') && report.not_looked_at.includes('pending')) return 3;
  const counted = failOn ?? FINDING_TYPES;
  if (report.findings.some(({ type }) => counted.includes(type))) return 2;
  return minCoverage === undefined || reaches(report.coverage.total, minCoverage) ? 0 : 2;
}
