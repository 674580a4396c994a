import { attributesFromResponse } from '../../../model/from-response';
import type { JsonObject } from '../../../model/json';
import type { Kind } from '../../../model/kind';
import { getNaturalKey } from '../../../model/natural-key';
import { createBody } from '../../../model/request';
import { requestFailed } from '../../protocol/messages';
import type { ApplyResponse } from '../../protocol/provider';
import { isServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';
import { valueToJson } from '../../state/json-values';
import { stateAfterApply } from '../../state/state-from-response';
import type { CreateRequest } from '../managed-resource';
import { alreadyExists } from './create-messages';
import { listIdsByNaturalKey } from './import';
import { createExactlyOnce } from './recover-lost-create';

/** On failure the state is null, and the error says whether the object may exist. */
export async function createObject(kind: Kind, session: Session, request: CreateRequest): Promise<ApplyResponse> {
  const body = createBody(kind.attributes, valueToJson(request.planned));
  try {
    const { object, diagnostics } = await createExactlyOnce(kind, session, body);
    request.onCreated?.(String(object['id']));
    const live = attributesFromResponse(kind.attributes, object);
    return { state: stateAfterApply(kind.attributes, request.planned, live), private: request.private, diagnostics };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    const isDuplicate = failure.status === 409 && kind.naturalKey?.unique;
    const hint = isDuplicate ? alreadyExists(kind, await findExisting(kind, session, body)) : '';
    return { state: null, private: request.private, diagnostics: [requestFailed(kind, 'create', failure, hint)] };
  }
}

/** The identifier of the object that has the natural key already, if it can be found. */
async function findExisting(kind: Kind, session: Session, body: JsonObject): Promise<string | undefined> {
  const key = getNaturalKey(kind, body);
  if (key === undefined) return undefined;
  try {
    for await (const id of listIdsByNaturalKey(kind, session, key)) return id;
  } catch {
    // Report the 409; ignore a failed look-up.
  }
  return undefined;
}
