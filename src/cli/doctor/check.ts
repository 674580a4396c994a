import { decideExit } from '../../model/exit-status';

/** `warning`: some features will not work. `failed`: a deployment is not possible. `skipped`: not checked. */
export type CheckStatus = 'ok' | 'warning' | 'failed' | 'skipped';

export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  readonly found: string;
  /** How to correct a problem. */
  readonly advice?: string;
}

export function ok(name: string, found: string): Check {
  return { name, status: 'ok', found };
}

export function failed(name: string, found: string, advice: string): Check {
  return { name, status: 'failed', found, advice };
}

const STATUS_LABELS: Readonly<Record<CheckStatus, string>> = {
  ok: 'ok',
  warning: 'WARN',
  failed: 'FAIL',
  skipped: 'skip',
};

export function formatChecks(checks: readonly Check[]): string {
  return checks
    .flatMap(({ name, status, found, advice }) => [
      `${STATUS_LABELS[status].padEnd(6)}${name}: ${found}`,
      ...(advice === undefined ? [] : [`      ${advice}`]),
    ])
    .join('\n');
}

export function exitStatusOf(checks: readonly Check[]): number {
  const has = (wanted: CheckStatus): boolean => checks.some(({ status }) => status === wanted);
  return decideExit({ failed: has('failed'), undecided: has('skipped') });
}
