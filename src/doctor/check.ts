import { decideExit } from '../model/exit-status';
import { type Summary, toItem } from '../report/section';
import type { Words } from '../values/words';

/**
 * From good to bad. `warning`: a deployment may be possible, but a feature will not work, or something is unusual, such
 * as a state whose objects are all gone. `skipped`: not checked, so a deployment may not be possible. `failed`: a
 * requirement of a deployment is not met, or a source that `--accounts` names is missing or of another account.
 */
export type CheckStatus = 'ok' | 'warning' | 'skipped' | 'failed';

export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  readonly found: Words;
  readonly advice?: Words;
}

export function ok(name: string, found: Words): Check {
  return { name, status: 'ok', found };
}

export function failed(name: string, found: Words, advice: Words): Check {
  return { name, status: 'failed', found, advice };
}

const LABELS: Readonly<Record<CheckStatus, string>> = { ok: 'ok', warning: 'WARN', skipped: 'SKIP', failed: 'FAIL' };
const TONES = { ok: 'good', warning: 'attention', skipped: 'undecided', failed: 'bad' } as const;
const RESULTS: Readonly<Record<CheckStatus, string>> = {
  ok: 'Every check passed.',
  warning: 'No check failed; see WARN.',
  skipped: 'A check was skipped; see SKIP.',
  failed: 'A check failed; see FAIL.',
};

export function summarizeChecks(checks: readonly Check[]): Summary {
  const worst = (['failed', 'skipped', 'warning'] as const).find((wanted) => hasStatus(checks, wanted)) ?? 'ok';
  const items = checks.map(({ name, status, found, advice }) => ({
    ...toItem(`${LABELS[status].padEnd(6)}${name}: ${found}`, advice === undefined ? [] : [advice]),
    tone: TONES[status],
  }));
  const sections = [{ id: 'checks', heading: 'Checks', items }];
  return { title: 'Requirements of a deployment', result: RESULTS[worst], tone: TONES[worst], sections };
}

function hasStatus(checks: readonly Check[], wanted: CheckStatus): boolean {
  return checks.some(({ status }) => status === wanted);
}

export function exitStatusOf(checks: readonly Check[]): number {
  return decideExit({ failed: hasStatus(checks, 'failed'), undecided: hasStatus(checks, 'skipped') });
}
