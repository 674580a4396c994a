import { type AccountInventory, formatStateSource } from '../model/inventory';
import { parseKindName } from '../model/naming';
import type { Resource, SynthesizedStack } from '../terraform/configuration/configuration';
import { stripInstanceKeys } from '../values/address';
import { createAccountFinder, DEFAULT_ACCOUNT, parseAlias } from './accounts';
import type { StateObject } from './from-states';
import { type AccountRef, formatPlace } from './objects';

export interface UncheckedResource {
  readonly kind: string;
  readonly address: string;
  /** Its state, or the stack that declares it: `stack access`, `access.tfstate`. */
  readonly source: string;
  /** `netingress.second`; `netingress` for a default configuration. */
  readonly provider: string;
}

export interface ObjectsByAccount {
  readonly inState: readonly StateObject[];
  /** With only those resources that may be of the account. */
  readonly stacks: readonly SynthesizedStack[];
  readonly unchecked: readonly UncheckedResource[];
}

/**
 * The objects of a provider configuration belong to the account if the account has at least one of them. That may be
 * true of several configurations, with different keys. If the account has no object of any configuration, the default
 * configuration of each stack is taken for that of the account.
 */
export function separateOtherAccounts(
  stacks: readonly SynthesizedStack[],
  inState: readonly StateObject[],
  account: AccountInventory,
): ObjectsByAccount {
  const findAccount = createAccountFinder(stacks);
  const ids = new Set(account.kinds.flatMap(({ objects }) => objects.map(({ id }) => id)));
  const isThere = ({ id, values }: StateObject): boolean =>
    ids.has(String(values['ip_policy_id'] ?? '')) || ids.has(id);
  const proved = new Set(inState.filter(isThere).map(({ place }) => place.account));
  const isOther = (stack: string | undefined, name: AccountRef): boolean =>
    !proved.has(name) && (proved.size > 0 || name !== findAccount(stack, undefined));
  const isOfOther = ({ place }: StateObject): boolean => isOther(place.stack, place.account);
  const others = inState.filter(isOfOther);
  const own = inState.filter((object) => !isOfOther(object));
  const [otherKeys, ownKeys] = [toResourceKeys(others), toResourceKeys(own)];
  const isUnchecked = (resource: Resource): boolean =>
    parseKindName(resource.type) !== undefined &&
    !ownKeys.has(formatPlace(resource)) &&
    isOther(resource.stack, findAccount(resource.stack, parseAlias(resource.provider)));
  const compared = stacks.map((stack) => ({
    ...stack,
    resources: stack.resources.filter((resource) => !otherKeys.has(formatPlace(resource))),
  }));
  return {
    inState: own,
    stacks: compared.map((stack) => ({
      ...stack,
      resources: stack.resources.filter((resource) => !isUnchecked(resource)),
    })),
    unchecked: [
      ...others.map(({ kind, place: { address, provider = DEFAULT_ACCOUNT }, state }) => {
        return { kind, address, source: formatStateSource(state), provider };
      }),
      ...compared
        .flatMap(({ resources }) => resources.filter(isUnchecked))
        .map(({ type, address, stack, provider = DEFAULT_ACCOUNT }) => {
          return { kind: parseKindName(type) ?? type, address, source: `stack ${stack}`, provider };
        }),
    ],
  };
}

function toResourceKeys(objects: readonly StateObject[]): ReadonlySet<string> {
  return new Set(objects.map(({ place }) => formatPlace({ ...place, address: stripInstanceKeys(place.address) })));
}
