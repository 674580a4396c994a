import { attributesOfAnswer } from '../../../model/from-response';
import type { Kind } from '../../../model/kind';
import { refreshedState } from '../../state/state-from-response';
import type { ReadAnswer } from '../../protocol/provider';
import { readFailure } from '../../service/read-failure';
import type { RefreshRequest } from '../managed-resource';
import { isServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';

/**
 * Refreshes an object. Only the service's own 'no such object' makes it gone; every other failure keeps the state.
 * A failure of the connection as a whole is reported once and then not again in this run.
 */
export async function readKind(kind: Kind, session: Session, request: RefreshRequest): Promise<ReadAnswer> {
  const kept = { state: request.current, private: request.private };
  try {
    const answer = await session.reads(kind.name).read(String(request.current['id']));
    const live = attributesOfAnswer(kind.attributes, answer);
    return { state: refreshedState(kind.attributes, request.current, live), private: request.private, diagnostics: [] };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    if (failure.gone) return { state: null, private: request.private, diagnostics: [] };
    return { ...kept, diagnostics: readFailure(kind, 'read', session, failure) };
  }
}
