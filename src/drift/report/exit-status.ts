import { formatCounts, formatResult } from '../formats/labels';
import { meetsMinimum } from './coverage';
import { FINDING_TYPES, type FindingType } from './finding';
import type { Report } from './report';

/** Which results are failures. */
export interface ExitPolicy {
  /** Types of findings that fail the run; all types by default. */
  readonly failOn?: readonly FindingType[] | undefined;
  /** Minimum managed part of the account, 0 to 1; no minimum by default. */
  readonly minCoverage?: number | undefined;
}

/** The exit status of `netingress drift`. */
export interface ExitResult {
  /** 0 without failures, 2 for failures, 3 for an incomplete check. */
  readonly status: 0 | 2 | 3;
  /** One sentence with the result and the reason for the status. */
  readonly message: string;
}

/**
 * Returns the exit status and the reason for it. 3 takes precedence over 2. A policy that fails on `pending` without a
 * synthesized configuration is incomplete.
 */
export function evaluateReport(report: Report, { failOn, minCoverage }: ExitPolicy): ExitResult {
  if (report.incomplete.length > 0) return { status: 3, message: formatResult(report) };
  const { total } = report.coverage;
  const belowMinimum = minCoverage !== undefined && !meetsMinimum(total, minCoverage);
  const expected = belowMinimum ? `, expected at least ${Number((minCoverage * 100).toFixed(2))}%` : '';
  const managed = `${total.fraction} objects managed${expected}.`;
  const counts = formatCounts(report);
  if (failOn?.includes('pending') && report.not_checked.includes('pending')) {
    const advice = 'pending changes require a synthesized configuration. Run `cdktf synth`, or set --app';
    return { status: 3, message: `Incomplete: ${advice}${counts === '' ? '' : `; found ${counts}`}; ${managed}` };
  }
  if (belowMinimum) return { status: 2, message: `${counts === '' ? '' : `Drift: ${counts}; `}${managed}` };
  const failing = failOn ?? FINDING_TYPES;
  const differs = report.findings.some(({ type }) => failing.includes(type));
  return { status: differs ? 2 : 0, message: formatResult(report) };
}
