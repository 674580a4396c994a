/** Warnings about rules and actions that are valid one by one. */
import type { Json, JsonObject } from '../../../values/json';
import type { ValuePath } from '../../../values/path';
import { findAction, OLDER_ACTIONS, POLICY_ACTIONS } from '../data/actions';
import type { Phase } from '../data/schema';
import { type PolicyCheck, warn } from './problem';

export interface CheckedRule {
  readonly isConditional: boolean;
  readonly actions: readonly CheckedAction[];
}

export interface CheckedAction {
  readonly path: ValuePath;
  readonly type: string;
  readonly config: JsonObject;
}

function endsPhase({ type, config }: Pick<CheckedAction, 'type' | 'config'>): boolean {
  const ends = findAction(type)?.ends;
  return ends === 'always' || (ends === 'unless-continued' && config['on_error'] !== 'continue');
}

/** Warns about the first action of a phase behind one that ends the phase, in the same rule or for every request. */
export function checkUnreachable(check: PolicyCheck, rules: readonly CheckedRule[]): void {
  let hasEnded = false;
  for (const { isConditional, actions } of rules) {
    let endsRule: boolean = hasEnded;
    for (const action of actions) {
      if (endsRule) {
        warn(
          check,
          action.path,
          2207,
          `is ${action.type} behind an action that ends the phase`,
          'it before that action',
        );
        return;
      }
      endsRule = endsPhase(action);
    }
    hasEnded ||= endsRule && !isConditional;
  }
}

export function checkAuthentication(check: PolicyCheck, rules: readonly CheckedRule[]): void {
  const found = rules.flatMap(({ actions }) => actions).filter(({ type }) => findAction(type)?.authenticates);
  const [, second] = found;
  if (!second) return;
  const types = [...new Set(found.map(({ type }) => OLDER_ACTIONS[type] ?? type))].join(' and ');
  warn(check, second.path, 2239, `is the second action that authenticates (${types})`, 'one such action in a policy');
}

/**
 * Warns if a request may reach the end of the phase: a cloud endpoint has no upstream. `rules` are those of this phase
 * and of the phases before it. An action without a known schema may handle the request.
 */
export function checkHandled(check: PolicyCheck, phase: Phase, rules: readonly CheckedRule[]): void {
  const mayHandle = (action: CheckedAction): boolean => !findAction(action.type) || endsPhase(action);
  const handles = rules.some(({ isConditional, actions }) => !isConditional && actions.some(mayHandle));
  if (handles) return;
  const problem = 'does not end for every request, and a cloud endpoint has no upstream';
  warn(check, [phase], 2235, problem, `a last rule without expressions with one of ${listEnding(phase).join(', ')}`);
}

function listEnding(phase: Phase): string[] {
  return Object.entries(POLICY_ACTIONS).flatMap(([type, { ends, phases }]) =>
    ends !== undefined && phases.includes(phase) ? [type] : [],
  );
}

/** A rule without expressions applies to every request. */
export function isConditional(expressions: Json | undefined): boolean {
  return Array.isArray(expressions) && expressions.length > 0;
}
