/** What `netingress doctor` finds out, one thing at a time. */
import { EXIT } from '../cli-error';

/**
 * How a check ended: `ok`; `warning`, it works but something will not; `failed`, something must be done first;
 * `skipped`, it could not be looked at.
 */
export type CheckStatus = 'ok' | 'warning' | 'failed' | 'skipped';

/** One thing that was looked at. */
export interface Check {
  /** What was looked at: `Node`. */
  readonly name: string;
  readonly status: CheckStatus;
  readonly found: string;
  /** What to do about it; only where there is something to do. */
  readonly advice?: string;
}

const WORDS: Readonly<Record<CheckStatus, string>> = { ok: 'ok', warning: 'WARN', failed: 'FAIL', skipped: 'skip' };

/** The checks as lines, what to do below each. */
export function checksText(checks: readonly Check[]): string {
  return checks
    .flatMap(({ name, status, found, advice }) => [
      `${WORDS[status].padEnd(6)}${name}: ${found}`,
      ...(advice === undefined ? [] : [`      ${advice}`]),
    ])
    .join('\n');
}

/** The exit status: an error if anything failed, else incomplete if anything could not be looked at. */
export function checksStatus(checks: readonly Check[]): number {
  if (checks.some(({ status }) => status === 'failed')) return EXIT.error;
  return checks.some(({ status }) => status === 'skipped') ? EXIT.incomplete : EXIT.done;
}
