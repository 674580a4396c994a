import type { Json } from '../../../values/json';
import type { ValuePath } from '../../../values/path';
import type { Words } from '../../../values/words';
import type { Phase, Scheme } from '../data/schema';

export interface PolicyProblem {
  /** Path inside the policy: `on_http_request[0].actions[1].config.url`. Empty for the whole text. */
  readonly path: ValuePath;
  /**
   * `error`: the service rejects the policy. `warning`: probably a mistake, or something newer than the tables in
   * `../data/`.
   */
  readonly severity: 'error' | 'warning';
  readonly problem: Words;
  readonly expected: Words;
  /**
   * Error code of the service without its prefix, from its published error list. A warning has that of the nearest
   * error: the service returns none.
   */
  readonly errorCode: number;
}

/** What is known of the endpoint that has the policy, and where the policy is from. */
export interface PolicyContext {
  /** Undefined if it is not known; what only some schemes have is then accepted. */
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

/** A problem within a CEL expression. The caller adds the path and the error code. */
export type ExpressionProblem = Pick<PolicyProblem, 'severity' | 'problem' | 'expected'>;
