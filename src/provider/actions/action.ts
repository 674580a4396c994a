import { type ActionType, actionType, findActionProblem } from '../../model/actions';
import type { CtyValue, ObjectValue } from '../../values/cty-value';
import { createError, type ProviderDiagnostic } from '../protocol/diagnostic';
import type { Schema } from '../protocol/schema';
import { schemaAttributes } from '../protocol/schema-from-model';
import { validateAttributes } from '../protocol/validation';
import type { Session } from '../service/session';

export interface ProviderAction {
  readonly type: string;
  readonly schema: Schema;
  validate(config: ObjectValue): ProviderDiagnostic[];
  /**
   * `config` is wholly known. If the create or update of a resource triggered the action, Terraform shows a warning
   * only beside an error.
   */
  invoke(session: Session, config: ObjectValue, report: (message: string) => void): Promise<ProviderDiagnostic[]>;
}

export function defineAction(action: ActionType, invoke: ProviderAction['invoke']): ProviderAction {
  return {
    type: actionType(action),
    schema: { version: 0, description: action.doc, attributes: schemaAttributes(action.attributes) },
    validate(config) {
      const problems = validateAttributes(action, config);
      const problem = findActionProblem(action, (name) => isGiven(config[name]));
      return problems.length > 0 || problem === undefined
        ? problems
        : [createError('Invalid configuration of the action', `${problem}.`)];
    },
    invoke,
  };
}

/** An empty list is not given; an unknown value is, because it may contain elements. */
function isGiven(value: CtyValue | undefined): boolean {
  if (value === null || value === undefined) return false;
  return !Array.isArray(value) || value.length > 0;
}
