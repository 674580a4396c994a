import { attributesOfAnswer } from '../../model/answer';
import type { Kind } from '../../model/kind';
import { updateBody } from '../../model/request';
import { jsonOf } from '../json-of';
import { appliedState } from '../merge-answer';
import { callFailed, objectIsGone } from '../messages';
import type { ApplyAnswer } from '../provider';
import type { UpdateRequest } from '../resource';
import { isServiceError } from '../service-error';
import type { Session } from '../session';

/** Updates an object with one PATCH of what differs; on failure the prior state stays, which the next refresh corrects. */
export async function updateKind(kind: Kind, session: Session, request: UpdateRequest): Promise<ApplyAnswer> {
  const id = String(request.prior['id']);
  const body = updateBody(kind.attributes, jsonOf(request.planned), jsonOf(request.prior));
  try {
    // With nothing to send (a spelling, an unreadable value let go) the object is only looked at.
    const answer = body
      ? await session.client.update(kind.name, id, body, { stop: session.stopped() })
      : await session.client.get(kind.name, id, { signal: session.stopped() });
    const live = attributesOfAnswer(kind.attributes, answer);
    return { state: appliedState(kind.attributes, request.planned, live), private: request.private, diagnostics: [] };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    const diagnostic = failure.gone ? objectIsGone(kind, id, 'update') : callFailed(kind, 'update', failure);
    return { state: request.prior, private: request.private, diagnostics: [diagnostic] };
  }
}
