import type { EmulatorOptions } from './options';
import type { Account, State } from './types';

export interface AccountConfig {
  readonly name: string;
  /** Undefined to accept any key. */
  readonly apiKeys: readonly string[] | undefined;
}

/** Name of the only account if the options define none. */
export const DEFAULT_ACCOUNT = 'default';

/** Returns at least one account. Throws for an empty list and for empty or duplicate names and keys. */
export function resolveAccounts({ accounts, apiKeys }: EmulatorOptions): readonly AccountConfig[] {
  if (!accounts) return [{ name: DEFAULT_ACCOUNT, apiKeys }];
  if (apiKeys)
    throw new Error('Both accounts and apiKeys are set; expected one of them. Set the apiKeys of each account.');
  if (accounts.length === 0)
    throw new Error('accounts is empty; expected at least one account. Add one, or omit accounts.');
  const names = accounts.map(({ name }) => name);
  rejectDuplicates('account name', names);
  const allKeys = accounts.flatMap((account) => account.apiKeys);
  rejectDuplicates('API key', allKeys);
  for (const { name, apiKeys: keys } of accounts) {
    if (keys.length === 0) throw new Error(`The account '${name}' has no API key; expected at least one.`);
  }
  return accounts;
}

/** Returns undefined if the only account accepts any key. */
export function mapKeysToAccounts(configs: readonly AccountConfig[]): ReadonlyMap<string, string> | undefined {
  if (configs.some(({ apiKeys }) => apiKeys === undefined)) return undefined;
  return new Map(configs.flatMap(({ name, apiKeys = [] }) => apiKeys.map((key) => [key, name] as const)));
}

/** Finds the account of a key from the options. */
export function findAccountByKey(
  { accountNameByKey: keys, account, accounts }: State,
  key: string,
): Account | undefined {
  return keys ? accounts.get(keys.get(key) ?? '') : account;
}

/** The error does not contain the key. */
function rejectDuplicates(what: string, values: readonly string[]): void {
  if (values.includes('')) throw new Error(`An ${what} is empty; expected a non-empty string.`);
  if (new Set(values).size < values.length) throw new Error(`An ${what} is duplicated; expected one account for each.`);
}
