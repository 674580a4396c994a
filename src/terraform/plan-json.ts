import { isJsonObject, type Json, type JsonObject, tryParseJson } from '../values/json';

/**
 * An action in `terraform show -json PLAN`; `['delete', 'create']` and `['create', 'delete']` mean a replacement, and
 * `['forget', 'create']` one that keeps the earlier object: `lifecycle { destroy = false }` of OpenTofu.
 */
export type PlanAction = (typeof ACTIONS)[number];

const ACTIONS = ['no-op', 'create', 'read', 'update', 'delete', 'forget'] as const;

/** A newer Terraform may write others. */
export const PLAN_ACTIONS: readonly string[] = ACTIONS;

export interface ResourceChange {
  readonly address: string;
  readonly previous_address?: string;
  readonly mode?: string;
  readonly type: string;
  readonly name: string;
  readonly provider_name?: string;
  /** The key of an earlier object of the address, which a replacement could not delete. */
  readonly deposed?: string;
  /** Why the plan has these actions: `replace_by_triggers` for `replace_triggered_by`. */
  readonly action_reason?: string;
  readonly change: {
    readonly actions: readonly PlanAction[];
    readonly before: Readonly<Record<string, unknown>> | null;
    readonly after: Readonly<Record<string, unknown>> | null;
    readonly after_unknown: Readonly<Record<string, unknown>>;
    /** True if the value is sensitive, or an object or list with true for each sensitive member. */
    readonly before_sensitive?: unknown;
    readonly after_sensitive?: unknown;
    readonly importing?: { readonly id?: string };
  };
}

/**
 * An argument of the configuration: a constant, the addresses that it refers to, or neither, as for `timestamp()`. A
 * nested block has arguments as members instead, or is a list of such.
 */
export interface ConfiguredExpression {
  readonly constant_value?: unknown;
  readonly references?: readonly string[];
}

export interface PlanResource {
  readonly address: string;
  readonly mode: string;
  readonly type: string;
  readonly name: string;
  readonly provisioners?: readonly object[];
  readonly depends_on?: readonly string[];
  /** The provider configuration that the resource uses, by its key in `provider_config`. */
  readonly provider_config_key?: string;
  readonly expressions?: Readonly<Record<string, ConfiguredExpression>>;
}

export interface PlanModule {
  readonly variables?: Readonly<Record<string, { readonly sensitive?: boolean }>>;
  readonly resources?: readonly PlanResource[];
  readonly outputs?: Readonly<Record<string, { readonly expression?: ConfiguredExpression }>>;
  readonly module_calls?: Readonly<
    Record<
      string,
      {
        readonly module?: PlanModule;
        readonly expressions?: Readonly<Record<string, ConfiguredExpression>>;
        readonly depends_on?: readonly string[];
      }
    >
  >;
}

export interface ProviderConfiguration {
  readonly full_name?: string;
  readonly alias?: string;
  /** Address of the module that contains it; undefined for the root module. */
  readonly module_address?: string;
  readonly expressions?: Readonly<Record<string, ConfiguredExpression>>;
}

export interface PlanConfiguration {
  readonly provider_config?: Readonly<Record<string, ProviderConfiguration>>;
  readonly root_module?: PlanModule;
}

/** Conditions of a resource, an output or a variable, or a `check` block. */
export interface PlanCheck {
  readonly address?: { readonly kind?: string; readonly to_display?: string };
  readonly status?: string;
}

export interface PlanJson {
  readonly format_version?: string;
  readonly variables?: Readonly<Record<string, { readonly value?: unknown }>>;
  readonly output_changes?: Readonly<Record<string, Partial<ResourceChange['change']>>>;
  readonly resource_changes?: readonly ResourceChange[];
  readonly resource_drift?: readonly ResourceChange[];
  /** The state after the refresh, with the data sources that the plan has read. */
  readonly prior_state?: JsonObject;
  readonly configuration?: PlanConfiguration;
  readonly errored?: boolean;
  /**
   * Whether the plan has all changes: false with `-target`, deferred changes or an error. Terraform before 1.8 and
   * OpenTofu do not have it.
   */
  readonly complete?: boolean;
  readonly deferred_changes?: readonly { readonly resource_change?: ResourceChange }[];
  readonly checks?: readonly PlanCheck[];
  readonly action_invocations?: readonly { readonly address?: string }[];
  readonly deferred_action_invocations?: readonly { readonly address?: string }[];
}

const LISTS = [
  ...['resource_changes', 'resource_drift', 'deferred_changes', 'checks', 'action_invocations'],
  'deferred_action_invocations',
];

/** Undefined for what is no output of `terraform show -json PLANFILE`. */
export function parsePlanJson(text: string): PlanJson | undefined {
  const plan = tryParseJson(text);
  if (!isJsonObject(plan) || typeof plan['format_version'] !== 'string' || !('planned_values' in plan))
    return undefined;
  const isList = (value: Json | undefined): boolean =>
    value === undefined || (Array.isArray(value) && value.every(isJsonObject));
  if (!LISTS.every((name) => isList(plan[name])) || !isConfiguration(plan['configuration'])) return undefined;
  const changes = [plan['resource_changes'], plan['resource_drift']].flatMap((list) => (list ?? []) as readonly Json[]);
  return changes.every(isResourceChange) ? (plan as unknown as PlanJson) : undefined;
}

function isConfiguration(json: Json | undefined): boolean {
  if (json === undefined) return true;
  if (!isJsonObject(json)) return false;
  const { provider_config: providers = {}, root_module: root = {} } = json;
  return isJsonObject(providers) && Object.values(providers).every(isJsonObject) && isModule(root);
}

function isModule(json: Json): boolean {
  if (!isJsonObject(json)) return false;
  const { resources = [], module_calls: calls = {} } = json;
  const isCall = (call: Json | undefined): boolean => isJsonObject(call) && isModule(call['module'] ?? {});
  return (
    Array.isArray(resources) &&
    resources.every(isJsonObject) &&
    isJsonObject(calls) &&
    Object.values(calls).every(isCall)
  );
}

/** A missing `after` would look like a deletion. */
function isResourceChange(json: Json): boolean {
  if (!isJsonObject(json) || !isJsonObject(json['change'])) return false;
  if (typeof json['address'] !== 'string' || typeof json['type'] !== 'string') return false;
  const { actions, before = null, after, after_unknown: unknown } = json['change'];
  if (!Array.isArray(actions) || actions.length === 0) return false;
  const isRemoved = actions.every((action) => action === 'delete' || action === 'forget');
  const isKnown = actions.every((action) => PLAN_ACTIONS.includes(action as string));
  const isAfter = isRemoved ? after === null : isJsonObject(after) || (!isKnown && after === null);
  return isAfter && (before === null || isJsonObject(before)) && isJsonObject(unknown);
}

/** Without `no-op` and `read`; `forget` is a change. */
export function findChanges(plan: PlanJson): ResourceChange[] {
  return (plan.resource_changes ?? []).filter(({ change }) =>
    change.actions.some((action) => action !== 'no-op' && action !== 'read'),
  );
}
