/** The whole account by lists: the fewest requests that see every object, also those that nobody declared. */

import type { CallOptions, ServiceClient, ServiceError } from '../client/api';
import { attributesFromResponse } from '../model/from-response';
import type { AccountInventory, AccountObject, KindListing, ListFailure } from '../model/inventory';
import type { JsonObject } from '../model/json';
import type { Kind } from '../model/kind';
import { getKind, KINDS } from '../model/kinds';

/** What to read, and whom to tell. */
export interface ReadAccountOptions {
  /** Names of kinds; all of them if not given. */
  readonly kinds?: readonly string[];
  /** Called after every page. */
  readonly onPage?: (kind: string, objects: number) => void;
  /** What an earlier reading knew of a kind, as {@link onObjects} was told: that is not asked for again. */
  readonly known?: (kind: string) => KnownObjects | undefined;
  /** Called with the objects of every page, and whether the list has ended. */
  readonly onObjects?: (kind: string, page: KnownObjects) => void;
  readonly call?: CallOptions;
}

/** A part of a list, from its beginning. */
export interface KnownObjects {
  readonly objects: readonly AccountObject[];
  /** Nothing follows. */
  readonly complete: boolean;
}

/**
 * Reads all kinds at once, pages of 100; the client's budget decides how fast. Sends GET and nothing else. A kind that
 * cannot be read is told in its reading, with what was read before; only an aborted call rejects.
 *
 * Lists run from the newest object to the oldest, so what is created meanwhile is not seen and what is deleted meanwhile
 * may be: an object that is looked for and not here has to be asked for by {@link readObject} before it is called gone.
 */
export async function readAccount(client: ServiceClient, options: ReadAccountOptions = {}): Promise<AccountInventory> {
  const kinds = options.kinds?.map(getKind) ?? KINDS;
  return { kinds: await Promise.all(kinds.map((kind) => readKind(client, kind, options))) };
}

async function readKind(client: ServiceClient, kind: Kind, options: ReadAccountOptions): Promise<KindListing> {
  const { onPage, onObjects, call } = options;
  const known = options.known?.(kind.name);
  const objects = new Map(known?.objects.map((object) => [object.id, object]));
  let pages = 0;
  const reading = (failure?: ListFailure): KindListing => ({
    kind: kind.name,
    objects: [...objects.values()],
    pages,
    ...(failure && { failure }),
  });
  if (known?.complete) return reading();
  const last = known?.objects.at(-1)?.id;
  try {
    for await (const page of client.pages(kind.name, last === undefined ? {} : { beforeId: last }, call)) {
      pages += 1;
      const found = page.objects.map((answer) => accountObject(kind, answer));
      for (const object of found) objects.set(object.id, object);
      onPage?.(kind.name, objects.size);
      onObjects?.(kind.name, { objects: found, complete: page.nextPageUri === null || found.length === 0 });
    }
    return reading();
  } catch (caught) {
    return reading(readFailure(client.errorOf(caught)));
  }
}

/** What one GET told: the object, that it is gone, or why it is not known. */
export type ObjectReading =
  | { readonly found: AccountObject }
  | { readonly gone: true }
  | { readonly failure: ListFailure };

/** Reads one object with one GET (and what the client repeats of it). Rejects only when the call was aborted. */
export async function readObject(
  client: ServiceClient,
  kindName: string,
  id: string,
  call?: CallOptions,
): Promise<ObjectReading> {
  const kind = getKind(kindName);
  try {
    return { found: accountObject(kind, await client.get(kind.name, id, call)) };
  } catch (caught) {
    const error = client.errorOf(caught);
    return error.notFound ? { gone: true } : { failure: readFailure(error) };
  }
}

/** An answer of the service as an object of the account. */
export function accountObject(kind: Kind, answer: JsonObject): AccountObject {
  return { id: String(answer['id']), values: attributesFromResponse(kind.attributes, answer) };
}

/** The error as data; throws it when somebody ended the call, since then nothing is known at all. */
function readFailure(error: ServiceError): ListFailure {
  if (error.kind === 'aborted' || error.kind === 'unexpected' || error.kind === 'invalid_call') throw error;
  return {
    reason: reasonOf(error),
    ...(error.status !== undefined && { status: error.status }),
    ...(error.code !== undefined && { code: error.code }),
    message: error.message,
  };
}

function reasonOf({ kind, status }: ServiceError): ListFailure['reason'] {
  if (kind === 'credentials') return 'refused';
  if (kind === 'rate_limit') return 'limit';
  return status === undefined ? 'unreachable' : 'service';
}
