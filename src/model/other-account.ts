/** A hint at an API key of another account. */

import type { Words } from '../values/words';
import { derivedReason } from './derived-objects';
import type { AccountInventory } from './inventory';
import { PROVIDER_ATTRIBUTES } from './provider-config';
import { apiKey } from './resources/api-key';

export interface CountedState {
  /** For messages: `stack access`. */
  readonly state: string;
  /** Number of its objects that the account does not have, as far as the command has read it. */
  readonly gone: number;
  /** Number of its objects that the account has, or of which that is not known. */
  readonly others: number;
  /** Whether the command has other stacks, too: the remedy then names `--stack` and `--accounts`. */
  readonly canSelectStack: boolean;
}

export interface AccountWarning {
  readonly message: Words;
  readonly remedy: Words;
}

const { api_key, base_url } = PROVIDER_ATTRIBUTES;

/** A choice: fewer objects may well have been deleted manually. */
const MIN_GONE = 3;

/** Warns if all objects of the state are gone, at least {@link MIN_GONE}, and the account has other objects. */
export function warnIfAllGone(
  { state, gone, others, canSelectStack }: CountedState,
  accountHasObjects: boolean,
): AccountWarning | undefined {
  if (gone < MIN_GONE || others > 0 || !accountHasObjects) return undefined;
  const select = canSelectStack
    ? ' If the stacks are of several accounts, select those of this one with --stack, or give all accounts with --accounts.'
    : '';
  return {
    message: `None of the ${gone} objects of ${state} is in the account, which has other objects: the API key may belong to another account.`,
    remedy: `Check api_key and base_url of the provider block, of the environment (${api_key.env}, ${base_url.env}) or of the accounts file.${select} To have the provider check the account, set account_object in the provider block to the id of an object of the right account.`,
  };
}

/**
 * Whether the account has objects that somebody has made for it. API keys do not count, because the key that reads the
 * account is one, and neither do the development domain and the certificates that the service has issued.
 */
export function holdsObjects({ kinds }: AccountInventory): boolean {
  return kinds.some(
    ({ kind, objects }) =>
      kind !== apiKey.name && objects.some((object) => derivedReason(kind, object, {}) === undefined),
  );
}
