import { isDeepStrictEqual } from 'node:util';
import { findChanges, type PlanJson, type ResourceChange } from '../terraform/plan-json';
import { isMarked, type Marks, marksAt, SENSITIVE_VALUE } from '../values/marks';

/**
 * Actions of a plan; `replace` is a deletion and a creation in either order, or a creation that forgets the earlier
 * object: `lifecycle { destroy = false }` of OpenTofu.
 */
export const CHANGE_ACTIONS = ['create', 'update', 'replace', 'delete', 'forget', 'import'] as const;

/** One of {@link CHANGE_ACTIONS}. */
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** The planned change of one object. */
export interface PlannedChange {
  /** `netingress_ip_policy.offices` */
  readonly address: string;
  readonly action: ChangeAction;
  /**
   * Attributes that differ, each as `name: before -> after`. For a created object each wholly known value but null as
   * `name: value`; empty for a deleted or forgotten one. `(sensitive value)` and `(known after apply)` replace a value
   * that is not shown or not known; of others at most 120 characters of JSON are shown.
   */
  readonly differences: readonly string[];
}

/** The changes of the next deployment. */
export interface Plan {
  /** Changes of objects, and imports of objects that do not change. */
  readonly changes: readonly PlannedChange[];
  /** Names of changed outputs. */
  readonly outputs: readonly string[];
}

export function isEmptyPlan({ changes, outputs }: Plan): boolean {
  return changes.length === 0 && outputs.length === 0;
}

/** `outputs` are the changed outputs that `terraform plan` reported. */
export function parsePlan(json: PlanJson, outputs: readonly string[]): Plan {
  const changing = new Set(findChanges(json));
  const importing = (json.resource_changes ?? []).filter(
    (resourceChange) => resourceChange.change.importing !== undefined && !changing.has(resourceChange),
  );
  return {
    changes: [...changing, ...importing].map((resourceChange) => ({
      address: resourceChange.address,
      action: toAction(resourceChange),
      differences: describeChange(resourceChange),
    })),
    outputs,
  };
}

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
  // `parsePlan` keeps an object that does not change only if it is imported.
  if (first === 'no-op' || first === 'read') return 'import';
  return first;
}

type Values = Readonly<Record<string, unknown>>;

/** A choice, which the doc comment of `PlannedChange.differences` states. */
const MAX_VALUE_LENGTH = 120;

function describeChange({ change }: ResourceChange): string[] {
  const before: Values = change.before ?? {};
  const after: Values = change.after ?? {};
  const unknown: Values = change.after_unknown ?? {};
  if (change.after === null) return [];
  const names = [...new Set([...Object.keys(after), ...Object.keys(unknown)])];
  return names.flatMap((name) => {
    const hidden = [change.before_sensitive, change.after_sensitive].some((marks) =>
      isMarked(marksAt(marks as Marks, [name])),
    );
    const format = (values: Values): string => (hidden ? SENSITIVE_VALUE : formatValue(values[name]));
    // `after_unknown` has true for an unknown value, `[true, false]` for a list with one, `[false]` for a known list.
    const isUnknown = isMarked(unknown[name]);
    if (change.before === null) {
      return isUnknown || after[name] === null || after[name] === undefined ? [] : [`${name}: ${format(after)}`];
    }
    if (isUnknown) return [`${name}: ${format(before)} -> (known after apply)`];
    if (isDeepStrictEqual(before[name], after[name])) return [];
    return [`${name}: ${format(before)} -> ${format(after)}`];
  });
}

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
