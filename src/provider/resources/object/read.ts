import { attributesFromResponse } from '../../../model/from-response';
import type { Kind } from '../../../model/kind';
import type { ReadResponse } from '../../protocol/provider';
import { readFailure } from '../../service/read-failure';
import { isServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';
import { stateAfterRead } from '../../state/state-from-response';
import type { RefreshRequest } from '../managed-resource';

/**
 * Refreshes an object. Only the service's own 'no such object' makes it gone; every other failure keeps the state.
 * A failure of the connection as a whole is reported once and then not again in this run.
 */
export async function readObject(kind: Kind, session: Session, request: RefreshRequest): Promise<ReadResponse> {
  const kept = { state: request.current, private: request.private };
  try {
    const answer = await session.readPool(kind.name).read(String(request.current['id']));
    const live = attributesFromResponse(kind.attributes, answer);
    return { state: stateAfterRead(kind.attributes, request.current, live), private: request.private, diagnostics: [] };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    if (failure.notFound) return { state: null, private: request.private, diagnostics: [] };
    return { ...kept, diagnostics: readFailure(kind, 'read', session, failure) };
  }
}
