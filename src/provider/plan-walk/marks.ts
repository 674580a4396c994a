/** What the plan of an object tells its apply: members of the planned private state, which the apply removes. */
import type { PlanResponse, PrivateState } from '../protocol/provider';
import { readPrivateMember, withPrivateMember } from '../state/private-state';

/**
 * `create`: the plan creates the object. The delete of a replacement gets this mark, too, because Terraform gives the
 * planned private state of a replacement to both: a delete with it is one of a replacement. `handedOver`: see
 * `PlanHandovers.isHandedOver` and `keepsNetwork`. `forMoves`: the plan was made for `netingress moves` only.
 */
const PLAN_MARKS = ['create', 'handedOver', 'forMoves'] as const;

type PlanMark = (typeof PLAN_MARKS)[number];

/** Without a mark, the response as it is. */
export function withMark(response: PlanResponse, mark: PlanMark | undefined): PlanResponse {
  if (!mark) return response;
  return { ...response, plannedPrivate: withPrivateMember(response.plannedPrivate, mark, true) };
}

export function takePlanMarks(planned: PrivateState): {
  readonly marks: ReadonlySet<PlanMark>;
  readonly private: PrivateState;
} {
  const marks = new Set(PLAN_MARKS.filter((mark) => readPrivateMember(planned, mark) === true));
  const others = PLAN_MARKS.reduce((state, mark) => withPrivateMember(state, mark, undefined), planned);
  return { marks, private: others };
}
