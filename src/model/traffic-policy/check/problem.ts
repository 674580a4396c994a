import type { Json } from '../../../values/json';
import type { ValuePath } from '../../../values/path';
import type { Words } from '../../../values/words';
import type { Phase, Scheme } from '../data/schema';

export interface PolicyProblem {
  /** Empty for the whole text. */
  readonly path: ValuePath;
  /** `error`: the service rejects the policy. `warning`: probably a mistake, or newer than the tables in `../data/`. */
  readonly severity: 'error' | 'warning';
  readonly problem: Words;
  readonly expected: Words;
  /** Without the prefix of the service. A warning has that of the nearest error: the service returns none. */
  readonly errorCode: number;
}

export interface PolicyContext {
  /** Undefined if it is not known: what only some schemes have is accepted. */
  readonly scheme?: Scheme | undefined;
  readonly isInternal?: boolean;
  /** The policy is configuration, in which a reference can replace a literal id. */
  readonly isConfiguration?: boolean;
}

export interface PolicyCheck {
  readonly context: PolicyContext;
  /** The values that `set-vars` gives to each variable, by phase. */
  readonly variables: Readonly<Partial<Record<Phase, ReadonlyMap<string, readonly Json[]>>>>;
  readonly report: (problem: PolicyProblem) => void;
}

export function fail(
  check: PolicyCheck,
  path: ValuePath,
  errorCode: number,
  problem: Words,
  expected: Words,
): undefined {
  check.report({ path, severity: 'error', errorCode, problem, expected });
}

export function warn(
  check: PolicyCheck,
  path: ValuePath,
  errorCode: number,
  problem: Words,
  expected: Words,
): undefined {
  check.report({ path, severity: 'warning', errorCode, problem, expected });
}

/** Within a CEL expression. */
export type ExpressionProblem = Pick<PolicyProblem, 'severity' | 'problem' | 'expected'>;
