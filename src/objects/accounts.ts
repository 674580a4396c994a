/**
 * Provider configurations with the same `api_key` and `base_url` are for one account; with different ones they may be
 * for two accounts or for one.
 */

import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../model/arrays';
import type { StateResource } from '../model/inventory';
import { parseKindName } from '../model/naming';
import { normalizeBaseUrl } from '../model/net/base-url';
import type { SynthesizedStack } from '../terraform/configuration/configuration';
import { listOwnChanges, listProviders } from '../terraform/configuration/plan-gaps';
import { findConfigured } from '../terraform/configuration/planned-values';
import type { PlanJson } from '../terraform/plan-json';
import type { Cause } from '../values/cause';
import type { Json, JsonObject } from '../values/json';
import { isUnknown, type Known, Unknown } from '../values/known';
import type { AccountRef, Placed } from './objects';

/**
 * The account of the provider configuration with the alias (undefined: of the default one) in the stack (undefined: the
 * stack is not known).
 */
export type FindAccount = (stack: string | undefined, alias: string | undefined) => AccountRef;

export const DEFAULT_ACCOUNT: AccountRef = 'netingress';

/**
 * The default configuration of a stack without a block for it has the account of the first default block of all stacks.
 * An alias without a block has an account of its own. So has a configuration of an unknown stack, if the blocks with
 * its alias differ.
 */
export function createAccountFinder(stacks: readonly Pick<SynthesizedStack, 'name' | 'providers'>[]): FindAccount {
  const blocks = stacks.flatMap(({ name, providers }) =>
    providers.map((block) => ({
      name,
      alias: block['alias'] ?? undefined,
      settings: JSON.stringify(accountSettings(block)),
    })),
  );
  const first = blocks.find(({ alias }) => alias === undefined)?.settings ?? JSON.stringify(accountSettings({}));
  const nameOf = (stack: string | undefined, alias: unknown): AccountRef =>
    `${stack ?? ''}/${DEFAULT_ACCOUNT}${alias === undefined ? '' : `.${String(alias)}`}`;
  // Of equal settings the first block names the account, whichever is asked for first.
  const names = new Map([
    ...blocks.map(({ name, alias, settings }) => [settings, nameOf(name, alias)] as const).reverse(),
    [first, DEFAULT_ACCOUNT] as const,
  ]);
  return (stack, alias) => {
    const found = blocks.filter((block) => (stack === undefined || block.name === stack) && block.alias === alias);
    const [block] = found;
    if (!block && alias === undefined) return DEFAULT_ACCOUNT;
    const name = nameOf(stack, alias);
    if (!block || found.some(({ settings }) => settings !== block.settings)) return name;
    return names.get(block.settings) ?? name;
  };
}

/**
 * A plan does not name the provider configuration of an object that is no longer configured. Then `state` decides, if
 * it has the object; otherwise the objects that this one names, or that name it: all of them are in one account.
 */
export function createPlanAccountFinder(
  plan: PlanJson,
  state: readonly Pick<StateResource, 'address' | 'alias'>[] = [],
): (address: string) => Known<AccountRef> {
  const accountOf = (key: string): AccountRef => toPlanAccount(plan, key);
  const providers = listProviders(plan).filter(([, { module_address: module }]) => module === undefined);
  const inState = new Map(state.map(({ address, alias }) => [address, { alias }]));
  const findInState = (address: string): AccountRef | undefined => {
    const found = inState.get(address);
    const keys = found ? providers.filter(([, { alias }]) => alias === found.alias) : [];
    return keys.length === 1 ? accountOf(keys[0]?.[0] ?? '') : undefined;
  };
  const accounts = new Set([DEFAULT_ACCOUNT, ...listProviders(plan).map(([key]) => accountOf(key))]);
  const findConfiguredAccount = (address: string): AccountRef | undefined => {
    const key = findConfigured(plan, address).resource?.provider;
    if (key !== undefined) return accountOf(key);
    return accounts.size === 1 ? DEFAULT_ACCOUNT : findInState(address);
  };
  const findConnectedAccount = createConnectedFinder(plan, findConfiguredAccount);
  return (address) =>
    findConfiguredAccount(address) ??
    findConnectedAccount(address) ??
    new Unknown({ kind: 'reference', reference: `provider of ${address}` });
}

/** `key` names a provider configuration of the plan. One with the settings of the default one has its account. */
export function toPlanAccount({ configuration }: PlanJson, key: string): AccountRef {
  const configured = configuration?.provider_config ?? {};
  const settingsOf = (name: string): string => {
    const { base_url: url = null, api_key: apiKey = null } = configured[name]?.expressions ?? {};
    return JSON.stringify([url, apiKey, configured[name]?.module_address]);
  };
  return settingsOf(key) === settingsOf(DEFAULT_ACCOUNT) ? DEFAULT_ACCOUNT : key;
}

/**
 * The account of the objects that are connected with an address before the plan: one names the id of the other, or both
 * are connected with a third. Undefined if `find` knows no account of them, or several.
 */
function createConnectedFinder(
  { resource_changes: changes }: PlanJson,
  find: (address: string) => AccountRef | undefined,
) {
  const existing = listOwnChanges(changes).flatMap(({ address, change: { before } }) =>
    before === null ? [] : [{ address, before: before as JsonObject }],
  );
  const ids = new Set(existing.map(({ before }) => before['id'] ?? null));
  const named = existing.flatMap(({ address, before }) => listNamedIds(before).map((id) => ({ address, id })));
  const links = groupBy(
    named
      .filter(({ id }) => ids.has(id))
      .flatMap(({ address, id }) => [[address, id] as const, [id, address] as const]),
    ([from]) => from,
  );
  const accounts = new Map<string, AccountRef | undefined>();
  return (address: string): AccountRef | undefined => {
    if (accounts.has(address)) return accounts.get(address);
    const connected = new Set([address]);
    // The set grows while it is read.
    for (const each of connected) for (const [, other] of links.get(each) ?? []) connected.add(other);
    const found = new Set([...connected].flatMap((each) => find(each) ?? []));
    const account = found.size === 1 ? [...found][0] : undefined;
    for (const each of connected) accounts.set(each, account);
    return account;
  };
}

/** The object's own id, and the ids in arguments such as `ip_policy_id` and `ip_policy_ids`. */
function listNamedIds(values: JsonObject): string[] {
  return Object.entries(values)
    .filter(([name]) => name === 'id' || /_ids?$/.test(name))
    .flatMap(([, value = null]): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [value]))
    .filter((value) => typeof value === 'string');
}

export function mayShareAccount({ place: { account: a } }: Placed, { place: { account: b } }: Placed): boolean {
  return isUnknown(a) || isUnknown(b) || a === b;
}

/** The alias in `netingress.second`. */
export function parseAlias(provider: string | undefined): string | undefined {
  return provider?.split('.')[1];
}

/** As written: `${var.key}` stays. A literal URL is normalized. */
function accountSettings({ base_url: url = null, api_key: key = null }: JsonObject): JsonObject {
  return { url: typeof url === 'string' && URL.canParse(url) ? normalizeBaseUrl(url) : url, key };
}

/** A cause for each resource with an alias, and one if provider blocks differ, as written. */
export function findSeveralAccounts(stacks: readonly SynthesizedStack[]): Cause[] {
  const aliased = stacks.flatMap(({ name: stack, resources }) =>
    resources.flatMap(({ address, type, provider }): Cause[] =>
      parseKindName(type) !== undefined && provider?.includes('.') ? [{ kind: 'alias', address, stack, provider }] : [],
    ),
  );
  const settings = stacks.flatMap(({ providers }) => providers.map(accountSettings));
  const differ = settings.some((each) => !isDeepStrictEqual(each, settings[0]));
  return differ ? [...aliased, { kind: 'different_providers' }] : aliased;
}
