/** An action in `terraform show -json PLAN`; `['delete', 'create']` and `['create', 'delete']` mean a replacement. */
export type PlanAction = 'no-op' | 'create' | 'read' | 'update' | 'delete' | 'forget';

export interface ResourceChange {
  readonly address: string;
  readonly previous_address?: string;
  readonly type: string;
  readonly name: string;
  readonly change: {
    readonly actions: readonly PlanAction[];
    readonly before: Readonly<Record<string, unknown>> | null;
    readonly after: Readonly<Record<string, unknown>> | null;
    readonly after_unknown: Readonly<Record<string, unknown>>;
    /** True if the value is sensitive, or an object with true for each sensitive member. */
    readonly before_sensitive?: unknown;
    readonly after_sensitive?: unknown;
    readonly replace_paths?: readonly (readonly (string | number)[])[];
    readonly importing?: { readonly id?: string };
  };
}

export interface PlanJson {
  readonly resource_changes?: readonly ResourceChange[];
  readonly resource_drift?: readonly ResourceChange[];
}

export function findChanges(plan: PlanJson): ResourceChange[] {
  return (plan.resource_changes ?? []).filter(({ change }) =>
    change.actions.some((action) => action !== 'no-op' && action !== 'read'),
  );
}
