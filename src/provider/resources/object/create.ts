import { attributesFromResponse } from '../../../model/from-response';
import type { JsonObject } from '../../../model/json';
import type { Kind } from '../../../model/kind';
import { createBody } from '../../../model/request';
import { requestFailed } from '../../protocol/messages';
import type { ApplyResponse } from '../../protocol/provider';
import { isServiceError, type ServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';
import { stateAfterApply } from '../../state/state-from-response';
import { valueToJson } from '../../state/value-to-json';
import type { CreateRequest } from '../managed-resource';
import { alreadyExists } from './create-messages';
import { findByNaturalKey } from './find-by-natural-key';
import { createExactlyOnce } from './recover-lost-create';

/** Creates an object. On failure nothing is in the state, and the error says whether something may be at the service. */
export async function createObject(kind: Kind, session: Session, request: CreateRequest): Promise<ApplyResponse> {
  const body = createBody(kind.attributes, valueToJson(request.planned));
  try {
    const { object, diagnostics } = await createExactlyOnce(kind, session, body);
    request.onCreated?.(String(object['id']));
    const live = attributesFromResponse(kind.attributes, object);
    return { state: stateAfterApply(kind.attributes, request.planned, live), private: request.private, diagnostics };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    const hint = failure.status === 409 ? await existingHint(kind, session, body, failure) : '';
    return { state: null, private: request.private, diagnostics: [requestFailed(kind, 'create', failure, hint)] };
  }
}

/** Names the object in the way, when the service can still be asked for it. */
async function existingHint(kind: Kind, session: Session, body: JsonObject, failure: ServiceError): Promise<string> {
  if (!kind.naturalKey?.unique || failure.status !== 409) return '';
  try {
    return alreadyExists(kind, await findByNaturalKey(kind, session, body));
  } catch {
    // Report the 409; ignore a failed look-up.
    return alreadyExists(kind, undefined);
  }
}
