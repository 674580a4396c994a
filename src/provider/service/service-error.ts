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
 * Whether the service may have refused a create because an object with the same natural key exists:
 * - Status 409: yes, unless it has the code of a limit. A limit without a code counts.
 * - The `conflictStatus` of the kind, such as 400: only with the code of a duplicate, because invalid requests and
 *   exhausted quotas have this status, too.
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

/** The first attribute whose unknown ids have this error code. If others share the code, it may be one of these. */
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

/** A failure that affects every call, such as a wrong key, is reported once: one error per object would hide it. */
export function readErrorDiagnostics(
  kind: Pick<Kind, 'title'>,
  session: { readonly claimFirst: (subject: string) => boolean },
  failure: ApiError,
): ProviderDiagnostic[] {
  if (failure.affectsEveryCall && !session.claimFirst('outage')) return [];
  return [requestFailed(kind, 'read', failure)];
}
