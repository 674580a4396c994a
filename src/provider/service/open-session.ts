import type { ApiError, ServiceClient } from '../../client/api';
import { findKindOfId } from '../../model/kinds';
import { parseKindName } from '../../model/naming';
import { isKindIn } from '../../model/profiles/kind-in';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import type { CompleteSettings } from '../../model/provider-settings';
import { withArticle } from '../../model/text';
import type { ObjectValue } from '../../values/cty-value';
import { createError, createWarning, type ProviderDiagnostic, withCause } from '../protocol/diagnostic';
import { invalidSetting } from '../protocol/messages';
import { isServiceError } from './service-error';
import { createSession, type Session } from './session';

export type OpenedSession =
  | { readonly session: Session }
  | { readonly session?: undefined; readonly problem: ProviderDiagnostic };

/** Sends nothing before its first call. Rejects only because of a defect. */
export type OpenSession = () => Promise<OpenedSession>;

/**
 * With `account_object`, operations that need the session wait for one read of that object, and only if the account has
 * the object may they send requests. A failure is final, because Terraform starts another process for the next run; an
 * interrupted read is not, because it says nothing about the account.
 */
export function createOpenSession(
  client: ServiceClient,
  { accountObject, baseUrl }: Pick<CompleteSettings, 'accountObject' | 'baseUrl'>,
  stopSignal: () => AbortSignal,
  folder?: string,
): OpenSession {
  const session = createSession(client, stopSignal, folder);
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

/** Not part of the validation, because the profile of the environment is known only on configure. */
export function checkAccountObject({ accountObject, profile }: CompleteSettings): ProviderDiagnostic[] {
  const kind = findKindOfId(accountObject ?? '');
  if (!kind || isKindIn(kind, profile)) return [];
  const problem = `is '${accountObject}', the id of ${withArticle(kind.title)}, and the profile '${profile.name}' has none`;
  const expected = `the id of an object that a service of this profile has, such as ${EXAMPLE}`;
  return [invalidSetting({ name: 'account_object', source: 'account_object', problem, expected })];
}

/**
 * A warning, because a destroy of everything deletes the object, too. The type is compared because a rule set has the
 * id of its policy, which its deletion leaves.
 */
export function warnOfDeletedAccountObject(
  accountObject: string | undefined,
  type: string,
  prior: ObjectValue | null,
): ProviderDiagnostic[] {
  const kind = findKindOfId(accountObject ?? '');
  if (!kind || prior?.['id'] !== accountObject || parseKindName(type) !== kind.name) return [];
  const detail =
    `This plan deletes ${kind.title} '${accountObject}', the object of ${SETTING} of this provider configuration. Every ` +
    'later plan, apply and destroy would stop, because the account no longer has it. Before this apply, set ' +
    'account_object to another object of the account that stays, such as a domain. If everything is to be destroyed, ' +
    'remove account_object afterwards.';
  return [createWarning('The object of account_object is deleted', detail)];
}

const EXAMPLE = 'rd_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF of a domain';

/** Undefined if the account has the object. */
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

function describeFailure(baseUrl: string, id: string, failure: ApiError): ProviderDiagnostic {
  const { notFound, message } = failure;
  if (!notFound) {
    const detail = `${message} ${SETTING} is '${id}', so nothing else is sent before this object was read.`;
    return withCause(createError('Cannot read account_object', detail), { kind: 'request', failure });
  }
  const detail =
    `${message} ${SETTING} is '${id}'; expected an object of the account of the API key at ${baseUrl}. ` +
    'Nothing else was sent.';
  const advice =
    'Use an API key of the account of this configuration. If the object was deleted, set account_object to another ' +
    'object of the account.';
  const problem = createError('Another account, or the object of account_object was deleted', detail);
  return withCause(problem, { kind: 'other_account', failure, advice });
}
