/** A plan, as tests look at it. */
import { changesOf, type PlanJson, type ResourceChange } from '../terraform/plan-json';
import { describeChange } from './describe-change';

/** What a plan does with an object; `replace` is a deletion and a creation, in whichever order. */
export const CHANGE_ACTIONS = ['create', 'update', 'replace', 'delete', 'forget', 'import'] as const;

/** One of {@link CHANGE_ACTIONS}. */
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** What a plan does with one object. */
export interface PlannedChange {
  /** `netingress_ip_policy.offices` */
  readonly address: string;
  /** What would be done to the object. */
  readonly action: ChangeAction;
  /** Attributes that differ, each as `name: before -> after`; secrets and what is not known yet are shown as that. */
  readonly differences: readonly string[];
}

/** What the next deployment would do. */
export interface Plan {
  /** What would be done to objects; empty when nothing. */
  readonly changes: readonly PlannedChange[];
  /** Names of the outputs that would change. */
  readonly outputs: readonly string[];
}

/** Whether the next deployment would do nothing. */
export function isEmptyPlan({ changes, outputs }: Plan): boolean {
  return changes.length === 0 && outputs.length === 0;
}

/** The plan from `terraform show -json`, with the outputs that the planning named. */
export function toPlan(json: PlanJson, outputs: readonly string[]): Plan {
  const changing = new Set(changesOf(json));
  const importing = (json.resource_changes ?? []).filter(
    (each) => each.change.importing !== undefined && !changing.has(each),
  );
  return {
    changes: [...changing, ...importing].map((each) => ({
      address: each.address,
      action: actionOf(each),
      differences: describeChange(each),
    })),
    outputs,
  };
}

/** The plan as text, for messages: a line an object, its differences below it. */
export function planText(plan: Plan): string {
  if (isEmptyPlan(plan)) return 'The plan is empty.';
  const changes = plan.changes.map(({ action, address, differences }) =>
    [`${action} ${address}`, ...differences.map((difference) => `    ${difference}`)].join('\n'),
  );
  return [...changes, ...plan.outputs.map((name) => `change the output ${name}`)].join('\n');
}

function actionOf({ change }: ResourceChange): ChangeAction {
  const [first = 'no-op', second] = change.actions;
  if (second !== undefined) return 'replace';
  if (first === 'no-op' || first === 'read') return 'import';
  return first;
}
