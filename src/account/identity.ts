import type { AccountInventory, KindListing } from '../model/inventory';
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
 * - `same`: both keys list an object with the same id, whatever their base URLs are.
 * - `different`: they list no such object, and the base URLs have other origins, or there is a kind of which both
 *   keys list objects, and at least one of the two lists is complete.
 * - `unknown`: otherwise. A key may be permitted to list nothing, of all kinds or of one, so an empty list proves
 *   nothing.
 */
export function compareAccounts(a: AccountView, b: AccountView): 'same' | 'different' | 'unknown' {
  const others = listIds(b);
  if ([...listIds(a)].some((id) => others.has(id))) return 'same';
  if (toOrigin(a.baseUrl) !== toOrigin(b.baseUrl)) return 'different';
  return a.inventory.kinds.some((list) => provesDifference(list, findList(b, list.kind))) ? 'different' : 'unknown';
}

function provesDifference(list: KindListing, other: KindListing | undefined): boolean {
  if (!other || list.objects.length === 0 || other.objects.length === 0) return false;
  return !list.failure || !other.failure;
}

function findList({ inventory }: AccountView, kind: string): KindListing | undefined {
  return inventory.kinds.find((list) => list.kind === kind);
}

function listIds({ inventory }: AccountView): Set<string> {
  return new Set(inventory.kinds.flatMap(({ objects }) => objects.map(({ id }) => id)));
}

function toOrigin(baseUrl: string): string {
  return new URL(normalizeBaseUrl(baseUrl)).origin;
}
