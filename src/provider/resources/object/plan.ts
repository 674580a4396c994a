import { checkCreation, checkRemoval } from '../../../model/validation/validate-create';
import type { Kind } from '../../../model/kind';
import type { ObjectValue } from '../../../values/cty-value';
import { isImported } from '../../state/import-marker';
import { planValues } from '../../state/plan-values';
import { problemDiagnostics } from '../../protocol/problem-diagnostics';
import type { PlanAnswer, PlanRequest } from '../../protocol/provider';
import { spellingConflicts } from '../../state/semantic-equality';

/** Plans an object of a kind. Pure: the same configuration and prior state always give the same plan. */
export function planKind(kind: Kind, request: PlanRequest & { readonly config: ObjectValue }): PlanAnswer {
  const { planned, requiresReplace } = planValues(kind.attributes, request.config, request.prior, {
    imported: isImported(request.priorPrivate),
  });
  const problems = [
    ...checkCreation(kind.attributes, request.config, request.prior),
    ...checkRemoval(kind, request.config, request.prior),
    ...spellingConflicts(kind.attributes, request.config, request.prior),
  ];
  return {
    planned,
    requiresReplace,
    plannedPrivate: request.priorPrivate,
    diagnostics: problemDiagnostics(kind.attributes, problems),
  };
}
