import type { StateResource } from '../model/inventory';
import { resourceType } from '../model/naming';
import type { StateObject } from '../objects/from-states';
import type { SynthesizedStack } from '../terraform/configuration/configuration';
import { parseAddress } from '../values/address';
import type { MovePlan } from './blocks';

export interface ObjectInModule {
  readonly stack: string;
  readonly address: string;
  readonly type: string;
  /** Whether the configuration still calls the module. */
  readonly isCalled: boolean;
}

export function listInModules(inState: readonly StateObject[], stacks: readonly SynthesizedStack[]): ObjectInModule[] {
  return inState.flatMap(({ kind, place: { stack, address } }): ObjectInModule[] => {
    const module = outerModule(address);
    if (module === undefined || stack === undefined) return [];
    const called = stacks.find(({ name }) => name === stack)?.modules ?? [];
    return [{ stack, address, type: resourceType({ name: kind }), isCalled: called.includes(module) }];
  });
}

/** Called modules of which no state has a resource, of any provider: only a plan tells what they would create. */
export function listModulesInNoState(
  resources: readonly StateResource[],
  stacks: readonly SynthesizedStack[],
  stackOf: (resource: StateResource) => string | undefined,
): { readonly stack: string; readonly address: string }[] {
  const known = new Set(resources.map((resource) => `${stackOf(resource)}/${outerModule(resource.address)}`));
  return stacks.flatMap(({ name: stack, modules }) =>
    modules.filter((name) => !known.has(`${stack}/${name}`)).map((name) => ({ stack, address: `module.${name}` })),
  );
}

/** `module.edge["eu"].module.inner.netingress_ip_policy.a` -> `edge`; undefined in the root module. */
export function outerModule(address: string): string | undefined {
  return parseAddress(address)?.module[0]?.name;
}

/**
 * Objects that may have another address: their module is no longer called, or an object of their type appears or
 * disappears outside. Terraform itself follows the `moved` blocks inside a module that is still called.
 */
export function listPossiblyMoved(inModules: readonly ObjectInModule[], plan: MovePlan): ObjectInModule[] {
  const groups = [...plan.ambiguous, ...plan.undecided, ...plan.likely];
  const alone = [...plan.destroyed, ...plan.created].map(({ kind }) => resourceType({ name: kind }));
  const open = new Set([...groups.map(({ type }) => type), ...alone]);
  return inModules.filter(({ type, isCalled }) => !isCalled || open.has(type));
}
