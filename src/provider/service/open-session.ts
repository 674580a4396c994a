/** Opens the session of a configured provider; `createProvider` gets it nowhere else. */
import type { ApiError, ServiceClient } from '../../client/api';
import { findKindOfId } from '../../model/kinds';
import { isKindIn } from '../../model/profiles/kind-in';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import { withArticle } from '../../model/text';
import { createError, type Diagnostic } from '../protocol/diagnostic';
import { invalidSetting } from '../protocol/messages';
import type { Settings } from '../settings';
import { isServiceError } from './service-error';
import { createSession, type Session } from './session';

export type OpenedSession =
  | { readonly session: Session }
  | { readonly session?: undefined; readonly problem: Diagnostic };

/** Sends nothing before its first call. Rejects only because of a defect. */
export type OpenSession = () => Promise<OpenedSession>;

/**
 * Without `account_object` the session is open at once. With it, all operations of the process wait for one read of that
 * object, and only if the account has the object may they send requests. A failure is final, because Terraform starts
 * another process for the next run; an interrupted read is not, because it says nothing about the account.
 */
export function createOpenSession(
  client: ServiceClient,
  { accountObject, baseUrl }: Pick<Settings, 'accountObject' | 'baseUrl'>,
  stopSignal: () => AbortSignal,
): OpenSession {
  const session = createSession(client, stopSignal);
  if (accountObject === undefined) return async () => ({ session });
  let opening: Promise<OpenedSession> | undefined;
  return () => {
    opening ??= readAccountObject(client, accountObject, stopSignal()).then((failure): OpenedSession => {
      if (!failure) return { session };
      if (failure.category === 'aborted') opening = undefined;
      return { problem: describeFailure(baseUrl, accountObject, failure) };
    });
    return opening;
  };
}

/** A service of another profile has no objects of some kinds. The profile of the environment is known only on configure. */
export function checkAccountObject({ accountObject, profile }: Settings): Diagnostic[] {
  const kind = findKindOfId(accountObject ?? '');
  if (!kind || isKindIn(kind, profile)) return [];
  const problem = `is '${accountObject}', the id of ${withArticle(kind.title)}, and the profile '${profile.name}' has none`;
  const expected = `the id of an object that a service of this profile has, such as ${EXAMPLE}`;
  return [invalidSetting({ name: 'account_object', source: 'account_object', problem, expected })];
}

const EXAMPLE = 'rd_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF of a domain';

/** Returns why the account was not confirmed, or undefined if it has the object. */
async function readAccountObject(
  client: ServiceClient,
  id: string,
  signal: AbortSignal,
): Promise<ApiError | undefined> {
  const kind = findKindOfId(id);
  if (!kind) throw new Error(`account_object '${id}' was not validated`);
  try {
    // The client rejects a response about another object.
    await client.get(kind.name, id, { signal });
    return undefined;
  } catch (failure) {
    if (isServiceError(failure)) return failure;
    throw failure;
  }
}

const SETTING = `account_object (${PROVIDER_ATTRIBUTES.account_object.env})`;

function describeFailure(baseUrl: string, id: string, { notFound, message }: ApiError): Diagnostic {
  if (!notFound) {
    const detail = `${message} ${SETTING} is '${id}', so nothing else is sent before this object was read.`;
    return createError('Cannot read account_object', detail);
  }
  const detail =
    `${message} ${SETTING} is '${id}'; expected an object of the account of the API key at ${baseUrl}. ` +
    'Nothing else was sent.\n\n' +
    'Use an API key of the account of this configuration. If the object was deleted, set account_object to another ' +
    'object of the account.';
  return createError(OTHER_ACCOUNT, detail);
}

/** The preview recognizes this summary. */
const OTHER_ACCOUNT = 'Another account, or the object of account_object was deleted';
