/** Identifies the account that a base URL and an API key belong to. The preview asks before it makes a copy. */
import type { AccountInventory } from '../model/inventory';
import { normalizeBaseUrl } from '../model/net/base-url';

export interface AccountView {
  readonly baseUrl: string;
  readonly inventory: AccountInventory;
}

/** The account does not have the object of `account_object`: it is another account, or the object was deleted. */
export class OtherAccountError extends Error {
  override readonly name = 'OtherAccountError';
}

/**
 * Accounts that share an identifier are one account. Without one they are different if both have objects; if one has none,
 * it may be a key that may list nothing: then it is not known whether both belong to one account.
 */
export function compareAccounts(a: AccountView, b: AccountView): 'same' | 'different' | 'unknown' {
  const [ids, others] = [listIds(a), listIds(b)];
  if ([...ids].some((id) => others.has(id))) return 'same';
  if (ids.size > 0 && others.size > 0) return 'different';
  if (toOrigin(a.baseUrl) !== toOrigin(b.baseUrl)) return 'different';
  return 'unknown';
}

function listIds({ inventory }: AccountView): Set<string> {
  return new Set(inventory.kinds.flatMap(({ objects }) => objects.map(({ id }) => id)));
}

function toOrigin(baseUrl: string): string {
  return new URL(normalizeBaseUrl(baseUrl)).origin;
}
