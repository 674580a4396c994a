import type { ApiError, CallOptions, ServiceClient } from '../client/api';
import { findMissingAttributes } from '../model/access-attributes';
import { attributesFromResponse } from '../model/from-response';
import type { AccountInventory, AccountObject, KindListing } from '../model/inventory';
import type { Kind } from '../model/kind';
import { getKind, kindsIn } from '../model/kinds';
import { omitUndefined } from '../model/members';
import type { JsonObject } from '../values/json';
import type { DescribedFailure } from '../values/read-failure';

export interface ReadAccountOptions {
  /**
   * Names of kinds; the default is all of the profile that a configuration can contain, so not the endpoints that are
   * online.
   */
  readonly kinds?: readonly string[];
  /**
   * Returns all objects that `onObjects` received for a kind in an earlier run, in that order; the list continues after
   * the last one. Undefined: the list begins anew.
   */
  readonly resumeFrom?: (kind: string) => PartialListing | undefined;
  /** Called for each page that is read, with its objects; also for an empty one. */
  readonly onObjects?: (kind: string, page: PartialListing) => void;
  readonly call?: CallOptions;
}

export interface PartialListing {
  readonly objects: readonly AccountObject[];
  /** Whether the list has ended with these objects. */
  readonly complete: boolean;
}

/**
 * Lists the kinds concurrently. A list that fails is returned as far as it was read. Rejects with what says nothing
 * about the account: see {@link toDescribedFailure}. Lists are not a snapshot: they may miss new objects and contain
 * deleted ones. Call {@link confirmObject} before reporting a missing object as deleted.
 */
export async function readAccount(client: ServiceClient, options: ReadAccountOptions = {}): Promise<AccountInventory> {
  const kinds = options.kinds?.map(getKind) ?? kindsIn(client.profile);
  return { kinds: await Promise.all(kinds.map((kind) => readKind(client, kind, options))) };
}

async function readKind(client: ServiceClient, kind: Kind, options: ReadAccountOptions): Promise<KindListing> {
  const { onObjects, call } = options;
  const earlier = options.resumeFrom?.(kind.name);
  const objects = new Map(earlier?.objects.map((object) => [object.id, object]));
  let pages = 0;
  const toListing = (failure?: DescribedFailure): KindListing => ({
    kind: kind.name,
    objects: [...objects.values()],
    pages,
    ...(failure && { failure }),
  });
  if (earlier?.complete) return toListing();
  const last = earlier?.objects.at(-1)?.id;
  try {
    for await (const page of client.pages(kind.name, last === undefined ? {} : { beforeId: last }, call)) {
      pages += 1;
      const found = page.objects.map((response) => toAccountObject(kind, response));
      for (const object of found) objects.set(object.id, object);
      onObjects?.(kind.name, { objects: found, complete: page.nextPageUri === null });
    }
    return toListing();
  } catch (caught) {
    return toListing(toDescribedFailure(client.toApiError(caught)));
  }
}

/** The first failure if every list failed before its first page in this run, as with an invalid key or address. */
export function findAccountFailure({ kinds }: AccountInventory): DescribedFailure | undefined {
  const failures = kinds.flatMap(({ failure, pages }) => (failure && pages === 0 ? [failure] : []));
  return failures.length < kinds.length ? undefined : failures[0];
}

export type ReadResult =
  | { readonly found: AccountObject }
  | { readonly gone: true }
  | { readonly failure: DescribedFailure };

/** Reads one object with one GET and its retries. Rejects as {@link readAccount}. */
export async function confirmObject(
  client: ServiceClient,
  kindName: string,
  id: string,
  call?: CallOptions,
): Promise<ReadResult> {
  const kind = getKind(kindName);
  try {
    return { found: toAccountObject(kind, await client.get(kind.name, id, call)) };
  } catch (caught) {
    const error = client.toApiError(caught);
    return error.notFound ? { gone: true } : { failure: toDescribedFailure(error) };
  }
}

export function toAccountObject(kind: Kind, response: JsonObject): AccountObject {
  const missing = findMissingAttributes(kind, response);
  return {
    id: String(response['id']),
    values: attributesFromResponse(kind.attributes, response),
    ...(missing.length > 0 && { missing }),
  };
}

/**
 * Why a list or an object was not read. Throws the error instead if it says nothing about the account: the call was
 * aborted or is a mistake of the caller, or something crashed.
 */
export function toDescribedFailure(error: ApiError): DescribedFailure {
  if (error.category === 'aborted' || error.category === 'unexpected' || error.category === 'invalid_call') throw error;
  return {
    reason: toReason(error),
    ...omitUndefined({ status: error.status, code: error.code }),
    message: error.message,
  };
}

function toReason({ category, status }: ApiError): DescribedFailure['reason'] {
  if (category === 'credentials') return 'forbidden';
  if (category === 'rate_limit') return 'rate_limited';
  return status === undefined ? 'unreachable' : 'server_error';
}
