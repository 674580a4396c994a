/** The part of `terraform show -json PLAN` that this package reads. */

/** What a plan will do with one object; `['delete', 'create']` and `['create', 'delete']` are a replacement. */
export type PlanAction = 'no-op' | 'create' | 'read' | 'update' | 'delete' | 'forget';

/** One object in a plan. */
export interface ResourceChange {
  readonly address: string;
  /** Where it stood before, if a `moved` block says so. */
  readonly previous_address?: string;
  readonly type: string;
  readonly name: string;
  readonly change: {
    readonly actions: readonly PlanAction[];
    readonly before: Readonly<Record<string, unknown>> | null;
    readonly after: Readonly<Record<string, unknown>> | null;
    readonly after_unknown: Readonly<Record<string, unknown>>;
    readonly replace_paths?: readonly (readonly (string | number)[])[];
    readonly importing?: { readonly id?: string };
  };
}

/** A plan. */
export interface PlanJson {
  readonly resource_changes?: readonly ResourceChange[];
  readonly resource_drift?: readonly ResourceChange[];
}

/** The changes of a plan that would do something. */
export function changesOf(plan: PlanJson): ResourceChange[] {
  return (plan.resource_changes ?? []).filter(({ change }) =>
    change.actions.some((action) => action !== 'no-op' && action !== 'read'),
  );
}
