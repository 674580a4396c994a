import { findChanges, type PlanJson, type ResourceChange } from '../terraform/plan-json';
import { describeChange } from './describe-change';

/** Actions of a plan; `replace` is a deletion and a creation in either order. */
export const CHANGE_ACTIONS = ['create', 'update', 'replace', 'delete', 'forget', 'import'] as const;

/** One of {@link CHANGE_ACTIONS}. */
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** The planned change of one object. */
export interface PlannedChange {
  /** `netingress_ip_policy.offices` */
  readonly address: string;
  readonly action: ChangeAction;
  /** Attributes that differ, each as `name: before -> after`, with `(sensitive)` and `(known after apply)` as placeholders. */
  readonly differences: readonly string[];
}

/** The changes of the next deployment. */
export interface Plan {
  /** Changes of objects. */
  readonly changes: readonly PlannedChange[];
  /** Names of changed outputs. */
  readonly outputs: readonly string[];
}

export function isEmptyPlan({ changes, outputs }: Plan): boolean {
  return changes.length === 0 && outputs.length === 0;
}

/** Converts `terraform show -json`; `outputs` are the changed outputs that `terraform plan` reported. */
export function parsePlan(json: PlanJson, outputs: readonly string[]): Plan {
  const changing = new Set(findChanges(json));
  const importing = (json.resource_changes ?? []).filter(
    (each) => each.change.importing !== undefined && !changing.has(each),
  );
  return {
    changes: [...changing, ...importing].map((each) => ({
      address: each.address,
      action: toAction(each),
      differences: describeChange(each),
    })),
    outputs,
  };
}

/** Formats the plan for messages: one line per object, followed by its differences. */
export function formatPlan(plan: Plan): string {
  if (isEmptyPlan(plan)) return 'The plan is empty.';
  const changes = plan.changes.map(({ action, address, differences }) =>
    [`${action} ${address}`, ...differences.map((difference) => `    ${difference}`)].join('\n'),
  );
  return [...changes, ...plan.outputs.map((name) => `change the output ${name}`)].join('\n');
}

function toAction({ change }: ResourceChange): ChangeAction {
  const [first = 'no-op', second] = change.actions;
  if (second !== undefined) return 'replace';
  if (first === 'no-op' || first === 'read') return 'import';
  return first;
}
