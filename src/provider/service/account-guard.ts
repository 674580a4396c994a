/**
 * The provider argument `account_object`: one read before everything else that a provider process sends. A key of another
 * account then changes nothing. The provider asks before each operation that calls the service.
 */
import type { ServiceClient } from '../../client/api';
import { findKindOfId } from '../../model/kinds';
import { createError, type Diagnostic } from '../protocol/diagnostic';
import { isServiceError } from './service-error';

/** Resolves to the error because of which nothing may be sent; undefined if the account is the right one. */
export type AccountGuard = () => Promise<Diagnostic | undefined>;

export function createAccountGuard(client: ServiceClient, id: string, stopSignal: () => AbortSignal): AccountGuard {
  let checked: Promise<Diagnostic | undefined> | undefined;
  return () => {
    const signal = stopSignal();
    checked ??= readAccountObject(client, id, signal).then((problem) => {
      // The next operation asks again.
      if (signal.aborted) checked = undefined;
      return problem;
    });
    return checked;
  };
}

async function readAccountObject(
  client: ServiceClient,
  id: string,
  signal: AbortSignal,
): Promise<Diagnostic | undefined> {
  const kind = findKindOfId(id);
  if (!kind) throw new Error(`${id} was not validated`);
  try {
    const object = await client.get(kind.name, id, { signal });
    if (object.id === id) return undefined;
    return refuse(`The service answered the request for ${kind.title} '${id}' with the object '${object.id}'.`);
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    if (!failure.notFound)
      return refuse(`Whether the account has ${kind.title} '${id}' is not known: ${failure.message}`);
    return refuse(
      `The account of the API key has no ${kind.title} '${id}': it is another account, or the object was deleted. ` +
        'Check the API key and the address of the service. If the object was deleted, name another one of the account.',
    );
  }
}

function refuse(reason: string): Diagnostic {
  return createError('The account is not the one of account_object', `${reason} Nothing was sent to the service.`, [
    'account_object',
  ]);
}
