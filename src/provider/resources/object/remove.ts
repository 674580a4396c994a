import type { Kind } from '../../../model/kind';
import { requestFailed } from '../../protocol/messages';
import type { ApplyResponse } from '../../protocol/provider';
import { isServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';
import type { RemoveRequest } from '../managed-resource';

/** Deletes an object; one that is gone already is what was wanted. */
export async function deleteObject(kind: Kind, session: Session, request: RemoveRequest): Promise<ApplyResponse> {
  try {
    await session.client.delete(kind.name, String(request.prior['id']), { stop: session.stopSignal() });
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    if (!failure.notFound) {
      return { state: request.prior, private: request.private, diagnostics: [requestFailed(kind, 'delete', failure)] };
    }
  }
  return { state: null, private: request.private, diagnostics: [] };
}
