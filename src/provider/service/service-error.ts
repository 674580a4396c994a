import type { ApiError } from '../../client/api';
import { type Kind, UNKNOWN_ID_CODE } from '../../model/kind';
import type { ProviderDiagnostic } from '../protocol/diagnostic';
import { requestFailed } from '../protocol/messages';

/** Compares the name, because this folder imports only types of the client. */
export function isServiceError(caught: unknown): caught is ApiError {
  return caught instanceof Error && caught.name === 'ApiError' && 'sideEffect' in caught;
}

export async function ignoreNotFound(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (failure) {
    if (!isServiceError(failure) || !failure.notFound) throw failure;
  }
}

/**
 * Whether the service may have refused a create because an object with the same natural key exists. With the
 * `conflictStatus` of the kind, 400, invalid requests and exhausted quotas are refused too, so the error code decides.
 * Each 409 counts, except one with the code of a limit; a limit may have no code.
 */
export function isConflict(kind: Kind, failure: ApiError): boolean {
  const { conflictStatus } = kind;
  if (conflictStatus === undefined || failure.status !== conflictStatus)
    return failure.status === 409 && !isLimitReached(kind, failure);
  return isDuplicate(kind, failure);
}

export function isDuplicate({ errorCodes }: Kind, failure: ApiError): boolean {
  return hasCode(failure, errorCodes.duplicate);
}

export function isLimitReached({ errorCodes }: Kind, failure: ApiError): boolean {
  return hasCode(failure, errorCodes.limit);
}

/**
 * The first attribute with this error code of an unknown id. Others may share the code, so the id may be that of one.
 */
export function findUnknownReference(
  { attributes }: Kind,
  failure: ApiError,
): { readonly attribute: string; readonly target: string } | undefined {
  for (const [attribute, schema] of Object.entries(attributes)) {
    const ref = 'ref' in schema ? schema.ref : undefined;
    if (ref && hasCode(failure, ref.unknownIdCode ?? UNKNOWN_ID_CODE)) return { attribute, target: ref.kind };
  }
  return undefined;
}

function hasCode({ code }: ApiError, wanted: number | undefined): boolean {
  // `ERR_NGROK_206` -> 206.
  return wanted !== undefined && /\d+$/.exec(code ?? '')?.[0] === String(wanted);
}

/** An outage (wrong key, wrong address) is reported once: one error per object would hide it. */
export function readErrorDiagnostics(
  kind: Pick<Kind, 'title'>,
  session: { readonly claimFirst: (subject: string) => boolean },
  failure: ApiError,
): ProviderDiagnostic[] {
  if (failure.affectsEveryCall && !session.claimFirst('outage')) return [];
  return [requestFailed(kind, 'read', failure)];
}
