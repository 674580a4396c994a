import { groupBy } from '../model/arrays';
import { ipPolicyRules, tryFindComposite } from '../model/composites';
import type { StateResource, StateSource } from '../model/inventory';
import { tryFindKind } from '../model/kinds';
import { parseKindName } from '../model/naming';
import { objectKey } from '../model/object-key';
import { ipPolicy } from '../model/resources/ip-policy';
import type { SynthesizedStack } from '../terraform/configuration/configuration';
import { stripInstanceKeys } from '../values/address';
import type { JsonObject } from '../values/json';
import type { KnownObject } from '../values/known';
import { createAccountFinder, parseAlias } from './accounts';
import { type AccountRef, formatPlace, identify, type Place, type Placed } from './objects';

/** An object of a state; a state has no unknown values. The id of a rule set is that of its policy, if it has one. */
export interface StateObject extends Placed {
  readonly values: JsonObject & KnownObject;
  readonly place: Place & { readonly account: AccountRef };
  readonly state: StateSource;
  /** The object was replaced and is not destroyed yet. */
  readonly isDeposed?: true;
}

type StackOf = (resource: StateResource) => string | undefined;

/**
 * From `stacks` come the account of a provider configuration, and the alias of a resource whose state does not say it.
 */
export function fromStates(
  resources: readonly StateResource[],
  stacks: readonly SynthesizedStack[] = [],
  stackOf: StackOf = createStackFinder(stacks),
): StateObject[] {
  const findAccount = createAccountFinder(stacks);
  const configured = new Map(
    stacks.flatMap((stack) => stack.resources.map((resource) => [formatPlace(resource), resource] as const)),
  );
  return resources.flatMap((resource): StateObject[] => {
    const { type, address, state, values, sensitive: marks, deposed, alias } = resource;
    const kind = parseKindName(type);
    if (kind === undefined) return [];
    const stack = stackOf(resource);
    const at = { ...(stack !== undefined && { stack }), address };
    // What `terraform show` prints has no alias, so the configuration of the same address says it, if there is one.
    const { provider } =
      alias === undefined
        ? (configured.get(formatPlace({ ...at, address: stripInstanceKeys(address) })) ?? {})
        : { provider: `netingress.${alias}` };
    return [
      {
        kind,
        ...identify(kind, values, at),
        values: values as JsonObject & KnownObject,
        place: {
          ...at,
          ...(provider !== undefined && { provider }),
          account: findAccount(stack, parseAlias(provider)),
        },
        state,
        marks,
        ...(deposed !== undefined && { isDeposed: true }),
      },
    ];
  });
}

/** A state in a file is that of the single stack that configures the address; undefined if several do, or none. */
function createStackFinder(stacks: readonly SynthesizedStack[]): StackOf {
  const byAddress = groupBy(
    stacks.flatMap(({ resources }) => resources),
    ({ address }) => address,
  );
  return ({ state, address }) => {
    if ('stack' in state) return state.stack;
    const [only, ...others] = byAddress.get(stripInstanceKeys(address)) ?? [];
    return others.length > 0 ? undefined : only?.stack;
  };
}

export interface StateObjectGroups {
  readonly managed: readonly StateObject[];
  readonly ruleSets: readonly StateObject[];
  readonly deposed: readonly StateObject[];
  /** Resources of this provider with an unknown type or without id. */
  readonly unsupported: readonly StateObject[];
}

/** Leaves out resources that have no object: certificate waits and rotations. */
export function groupStateObjects(inState: readonly StateObject[]): StateObjectGroups {
  const groups = groupBy(inState, classify);
  return {
    managed: groups.get('managed') ?? [],
    ruleSets: groups.get('rule_set') ?? [],
    deposed: groups.get('deposed') ?? [],
    unsupported: groups.get('unsupported') ?? [],
  };
}

function classify({
  kind,
  isNew,
  isDeposed,
}: StateObject): 'managed' | 'rule_set' | 'deposed' | 'unsupported' | 'none' {
  const isSet = kind === ipPolicyRules.name;
  if (!isSet && tryFindComposite(kind)) return 'none';
  if (isNew || (!isSet && !tryFindKind(kind))) return 'unsupported';
  if (isDeposed) return 'deposed';
  return isSet ? 'rule_set' : 'managed';
}

/** The objects of states, each once. In place of a rule set there is its policy. */
export interface StateObjects {
  readonly objects: readonly Pick<StateObject, 'kind' | 'id'>[];
  /** Deposed and unsupported resources: whether the account has their object is not known. */
  readonly others: number;
}

export function listStateObjects(inState: readonly StateObject[]): StateObjects {
  const { managed, ruleSets, deposed, unsupported } = groupStateObjects(inState);
  const policies = ruleSets.map(({ id }) => ({ kind: ipPolicy.name, id }));
  const objects = [...managed, ...policies].map(({ kind, id }) => ({ kind, id }));
  return {
    objects: [...new Map(objects.map((each) => [objectKey(each.kind, each.id), each])).values()],
    others: deposed.length + unsupported.length,
  };
}
