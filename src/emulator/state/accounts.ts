/** Whose key is whose. */
import type { EmulatorOptions } from './options';
import type { Account, State } from './state';

/** An account as it was set up. */
export interface AccountSetup {
  readonly name: string;
  /** Undefined where any key will do. */
  readonly apiKeys: readonly string[] | undefined;
}

/** Name of the account of an emulator that has only one. */
export const DEFAULT_ACCOUNT = 'default';

/** The accounts of an emulator, at least one. Throws for none, for a name or a key that is empty or given twice. */
export function accountSetups({ accounts, apiKeys }: EmulatorOptions): readonly AccountSetup[] {
  if (!accounts) return [{ name: DEFAULT_ACCOUNT, apiKeys }];
  if (apiKeys) throw new Error('Both accounts and apiKeys are given; give each account its keys.');
  if (accounts.length === 0) throw new Error('accounts is empty; give at least one, or leave it out.');
  refuseRepeated(
    'account name',
    accounts.map(({ name }) => name),
  );
  refuseRepeated(
    'API key',
    accounts.flatMap((account) => account.apiKeys),
  );
  for (const { name, apiKeys: keys } of accounts) {
    if (keys.length === 0) throw new Error(`The account '${name}' has no API key; give it at least one.`);
  }
  return accounts;
}

/** Names of accounts by key; undefined where any key is the one account's. */
export function keysOf(setups: readonly AccountSetup[]): ReadonlyMap<string, string> | undefined {
  if (setups.some(({ apiKeys }) => apiKeys === undefined)) return undefined;
  return new Map(setups.flatMap(({ name, apiKeys = [] }) => apiKeys.map((key) => [key, name] as const)));
}

/** The account that takes this key, which no object here is; undefined where no account does. */
export function accountOfKey({ keys, account, accounts }: State, key: string): Account | undefined {
  return keys ? accounts.get(keys.get(key) ?? '') : account;
}

/** A key is not repeated in the error: whoever reads it need not know it. */
function refuseRepeated(what: string, texts: readonly string[]): void {
  if (texts.includes('')) throw new Error(`An ${what} is empty; expected a text.`);
  if (new Set(texts).size < texts.length) throw new Error(`An ${what} is given twice; each stands for one account.`);
}
