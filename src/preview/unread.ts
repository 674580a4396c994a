/** Finds out which requests of a provider concern objects that the copy of an account does not contain. Pure. */

import type { AccountInventory, AccountObject } from '../model/inventory';
import type { Kind } from '../model/kind';
import { getKind, READ_ONLY_KINDS } from '../model/kinds';
import { cloudEndpoint } from '../model/resources/cloud-endpoint';
import type { DescribedFailure } from '../values/read-failure';
import type { Words } from '../values/words';

/** Error codes with which a copy responds, and the service does not. */
export const ACCOUNT_NOT_READ = 'ACCOUNT_NOT_READ';
export const NOT_PREVIEWED = 'NOT_PREVIEWED';

export interface ReadParts {
  /** The account as it was read; undefined for a snapshot, which contains every object. */
  readonly inventory: AccountInventory | undefined;
  readonly failures: readonly { readonly kind: string; readonly failure: DescribedFailure }[];
  /** Ids of objects that the copy cannot contain. */
  readonly uncopied: readonly string[];
}

/**
 * Returns why a copy cannot respond to a read: it concerns an object that was not copied, or a list with such objects,
 * which are unknown and not absent. Undefined if the copy can, and for every write.
 */
export function findUnread({ failures, uncopied, inventory }: ReadParts, { method, url }: Request): Words | undefined {
  if (method !== 'GET') return undefined;
  const { pathname: path, searchParams } = new URL(url);
  const id = decodeURIComponent(path.split('/').at(-1) ?? '');
  if (uncopied.includes(id)) return `the copy cannot contain ${id}`;
  const concerns = ({ path: list }: Kind): boolean => path === list || path.startsWith(`${list}/`);
  const found = failures.find(({ kind }) => concerns(getKind(kind)));
  if (found) return `the list of ${found.kind} objects could not be read: ${found.failure.message}`;
  // The copy of a snapshot contains the kinds that are only read. That of an inventory does not: `createCopy` in
  // account-copies.ts leaves out the endpoints of agents, and no list of the other such kinds was read.
  const kind = inventory && READ_ONLY_KINDS.find(concerns);
  if (!kind) return undefined;
  const ofAgents = inventory.kinds.find(({ kind: name }) => name === kind.name)?.objects.filter(isOfAgent);
  if (!ofAgents) return `the list of ${kind.name} objects was not read`;
  const isAsked =
    path === kind.path ? !selectsCloud(searchParams.get('filter')) : ofAgents.some((each) => each.id === id);
  return ofAgents.length > 0 && isAsked ? `the copy contains no ${kind.name} objects of agents` : undefined;
}

/** The list of endpoints also has those in the cloud. */
function isOfAgent({ values }: AccountObject): boolean {
  return values['type'] !== cloudEndpoint.listedWhere?.value;
}

/** The client adds this selection to lists of cloud endpoints: `(obj.url == "https://a") && obj.type == "cloud"`. */
const CLOUD_FILTER = /^(\(obj\.[a-z_.]+ == "[^"\\()]*"\) && )?obj\.type == "cloud"$/;

function selectsCloud(filter: string | null): boolean {
  return filter !== null && CLOUD_FILTER.test(filter);
}
