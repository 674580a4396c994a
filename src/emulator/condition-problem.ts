import type { Condition } from '../model/rules/cel';
import type { ConditionProblem } from '../model/rules/cel-vocabulary';

/**
 * Why a condition is refused, as the end of a sentence that names it; undefined when it is not. What the service may
 * evaluate and the emulator cannot is refused too, rather than taken for false.
 */
export function conditionProblem(
  condition: Pick<Condition, 'unsupported'> | { readonly problem: ConditionProblem },
): string | undefined {
  if ('problem' in condition) return `${condition.problem.problem}; expected ${condition.problem.expected}`;
  return condition.unsupported && `cannot be evaluated by this emulator: ${condition.unsupported}`;
}
