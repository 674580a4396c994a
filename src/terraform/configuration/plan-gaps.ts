import { parseKindName } from '../../model/naming';
import { stripInstanceKeys } from '../../values/address';
import type { PlanGap } from '../../values/cause';
import {
  PLAN_ACTIONS,
  type PlanJson,
  type PlanModule,
  type ProviderConfiguration,
  type ResourceChange,
} from '../plan-json';
import { isNetingressSource } from '../provider-source';

/** Of resources of netingress, without data sources and ephemeral resources. */
export function listOwnChanges(changes: readonly ResourceChange[] = []): ResourceChange[] {
  return listOwn(changes).filter(({ mode }) => mode !== 'data' && mode !== 'ephemeral');
}

function listOwn(changes: readonly ResourceChange[] = []): ResourceChange[] {
  return changes.filter(({ type }) => parseKindName(type) !== undefined);
}

function findUnknownChange({ address, mode = 'managed', change: { actions } }: ResourceChange): PlanGap[] {
  const action = actions.find((each) => !PLAN_ACTIONS.includes(each));
  return [
    ...(MODES.includes(mode) ? [] : [{ kind: 'plan_change', address, of: 'mode', value: mode } as const]),
    ...(action === undefined ? [] : [{ kind: 'plan_change', address, of: 'action', value: action } as const]),
  ];
}

const MODES = ['managed', 'data', 'ephemeral'];

/** Returns the reasons why a plan may not say all that its apply does to resources of netingress. */
export function listUndecided(plan: PlanJson): PlanGap[] {
  const { format_version: format = '1', errored, deferred_changes: deferred = [] } = plan;
  const invocations = [...(plan.action_invocations ?? []), ...(plan.deferred_action_invocations ?? [])];
  const modules = listModules(plan.configuration?.root_module);
  return [
    ...(plan.configuration ? [] : [{ kind: 'plan_without', part: 'configuration' } as const]),
    ...(format.split('.')[0] === '1' ? [] : [{ kind: 'plan_format', version: format } as const]),
    ...listOwn(plan.resource_changes).flatMap(findUnknownChange),
    // A plan that failed is not complete either, whatever its targets are.
    ...(errored ? [{ kind: 'plan_without', part: 'all_changes' } as const] : findIncomplete(plan)),
    ...deferred.map(({ resource_change: change }) => ({ kind: 'deferred', address: change?.address }) as const),
    ...invocations.map(({ address }) => ({ kind: 'invocation', address }) as const),
    ...modules.flatMap(findEphemeral),
    ...findProvisioners(plan).map((address) => ({ kind: 'provisioner', address }) as const),
    ...findSeveralProviders(plan),
  ];
}

/** `-target`, deferred changes, or a Terraform that does not say whether the plan is complete. */
export function findIncomplete({ complete }: PlanJson): PlanGap[] {
  if (complete === true) return [];
  return [{ kind: 'plan_without', part: complete === false ? 'targets' : 'completeness' }];
}

export interface ModuleAt {
  /** Names of the calls from the root module. */
  readonly path: readonly string[];
  /** Address without instance keys; empty for the root module. */
  readonly prefix: string;
  readonly module: PlanModule;
}

export function listModules(module: PlanModule | undefined, path: readonly string[] = []): ModuleAt[] {
  if (!module) return [];
  const calls = Object.entries(module.module_calls ?? {});
  const prefix = path.map((name) => `module.${name}.`).join('');
  return [{ path, prefix, module }, ...calls.flatMap(([name, call]) => listModules(call.module, [...path, name]))];
}

/**
 * An ephemeral resource is open while Terraform plans and applies. It is in the configuration of a plan, and not among
 * the changes of Terraform 1.11.
 */
function findEphemeral({ prefix, module }: ModuleAt): PlanGap[] {
  return (module.resources ?? [])
    .filter(({ mode, type }) => mode === 'ephemeral' && parseKindName(type) !== undefined)
    .map(({ type, name }) => ({ kind: 'ephemeral', address: `${prefix}ephemeral.${type}.${name}` }));
}

/** Addresses without instance keys. A provisioner may run when its resource is created or destroyed. */
export function findProvisioners({ resource_changes: changes = [], configuration }: PlanJson): string[] {
  return listModules(configuration?.root_module)
    .flatMap(({ prefix, module }) =>
      (module.resources ?? [])
        .filter(({ provisioners = [] }) => provisioners.length > 0)
        .map(({ type, name }) => `${prefix}${type}.${name}`),
    )
    .filter((configured) =>
      changes.some(({ address, change: { actions } }) => {
        return stripInstanceKeys(address) === configured && (actions.includes('create') || actions.includes('delete'));
      }),
    );
}

/**
 * Provider configurations of netingress, by their key in the plan: `netingress`, `module.edge:netingress`. A plan also
 * has one for a module that only requires the provider in `required_providers`. It is left out, because its resources
 * have the configuration that the module inherits, unless a resource has its key.
 */
export function listProviders({ configuration }: PlanJson): [key: string, configuration: ProviderConfiguration][] {
  const resources = listModules(configuration?.root_module).flatMap(({ module }) => module.resources ?? []);
  const used = new Set(resources.map(({ provider_config_key: key }) => key));
  return Object.entries(configuration?.provider_config ?? {}).filter(
    ([key, { full_name: source = '', alias, expressions, module_address: module }]) => {
      const isOwn = module === undefined || alias !== undefined || expressions !== undefined || used.has(key);
      return isNetingressSource(source) && isOwn;
    },
  );
}

/** Each may be for another account. */
function findSeveralProviders(plan: PlanJson): PlanGap[] {
  const used = listProviders(plan);
  if (used.length < 2) return [];
  return [{ kind: 'several_providers', names: used.map(([key]) => key) }];
}
