import type { Kind } from '../../../model/kind';
import { callFailed } from '../../protocol/messages';
import type { ApplyAnswer } from '../../protocol/provider';
import type { RemoveRequest } from '../managed-resource';
import { isServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';

/** Deletes an object; one that is gone already is what was wanted. */
export async function removeKind(kind: Kind, session: Session, request: RemoveRequest): Promise<ApplyAnswer> {
  try {
    await session.client.delete(kind.name, String(request.prior['id']), { stop: session.stopped() });
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    if (!failure.gone) {
      return { state: request.prior, private: request.private, diagnostics: [callFailed(kind, 'delete', failure)] };
    }
  }
  return { state: null, private: request.private, diagnostics: [] };
}
