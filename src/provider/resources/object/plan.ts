import type { Kind } from '../../../model/kind';
import { checkCreation, checkRemoval } from '../../../model/validation/validate-create';
import type { ObjectValue } from '../../../values/cty-value';
import { problemDiagnostics } from '../../protocol/problem-diagnostics';
import type { PlanRequest, PlanResponse } from '../../protocol/provider';
import { wasImported } from '../../state/import-marker';
import { planValues } from '../../state/plan-values';
import { representationConflicts } from '../../state/semantic-equality';

/** Plans an object of a kind. Pure: the same configuration and prior state always give the same plan. */
export function planObject(kind: Kind, request: PlanRequest & { readonly config: ObjectValue }): PlanResponse {
  const { planned, requiresReplace } = planValues(kind.attributes, request.config, request.prior, {
    imported: wasImported(request.priorPrivate),
  });
  const problems = [
    ...checkCreation(kind.attributes, request.config, request.prior),
    ...checkRemoval(kind, request.config, request.prior),
    ...representationConflicts(kind.attributes, request.config, request.prior),
  ];
  return {
    planned,
    requiresReplace,
    plannedPrivate: request.priorPrivate,
    diagnostics: problemDiagnostics(kind.attributes, problems),
  };
}
