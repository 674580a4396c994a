import { decideExit } from '../model/exit-status';
import type { Words } from '../values/words';
import { FINDING_TYPES, type FindingType } from './compare/finding';
import { formatCounts, formatResult } from './formats/labels';
import type { DriftReport } from './report/report';

export interface ExitPolicy {
  /** Types of findings that fail the run; all types by default. */
  readonly failOn?: readonly FindingType[] | undefined;
}

export interface ExitResult {
  /** 0 without failures, 2 for failures, 3 for an incomplete check. */
  readonly status: 0 | 2 | 3;
  readonly message: Words;
}

/**
 * A difference that fails takes precedence over what was not read. A policy that names `pending` is incomplete without
 * a synthesized configuration; the default, all types, is not.
 */
export function evaluateReport(report: DriftReport, { failOn }: ExitPolicy): ExitResult {
  const failing = failOn ?? FINDING_TYPES;
  const differs = report.findings.some(({ type }) => failing.includes(type));
  if (report.incomplete.length > 0)
    return { status: decideExit({ failed: differs, undecided: true }), message: formatResult(report) };
  const managed = `${report.coverage.total.fraction} objects managed.`;
  const counts = formatCounts(report);
  if (failOn?.includes('pending') && report.not_checked.includes('pending')) {
    const advice = 'pending changes require a synthesized configuration. Synthesize the app, or set --app';
    const status = decideExit({ failed: differs, undecided: true });
    return { status, message: `Incomplete: ${advice}${counts === '' ? '' : `; found ${counts}`}; ${managed}` };
  }
  if (!differs && counts !== '')
    return { status: 0, message: `Drift, but of no type that fails: ${counts}; ${managed}` };
  return { status: decideExit({ failed: differs, undecided: false }), message: formatResult(report) };
}
