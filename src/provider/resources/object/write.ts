import type { ApiError } from '../../../client/api';
import { canonicalValue, mayHaveConditionalDefault, semanticallyEqual } from '../../../model/canonical';
import { attributesFromResponse } from '../../../model/from-response';
import { type DetachEndpoint, isObjectId, type Kind } from '../../../model/kind';
import { findKindOfId, getKind } from '../../../model/kinds';
import { resourceType } from '../../../model/naming';
import { findNaturalKey, parseNaturalKey } from '../../../model/natural-key';
import { createBody, updateBody } from '../../../model/request';
import { type ObjectValue, objectValue } from '../../../values/cty-value';
import type { Advice } from '../../../values/diagnostic-cause';
import type { JsonObject } from '../../../values/json';
import type { Words } from '../../../values/words';
import { objectDeleted, requestFailed } from '../../protocol/messages';
import type { ApplyResponse, ImportResponse } from '../../protocol/provider';
import {
  findUnknownReference,
  ignoreNotFound,
  isConflict,
  isDuplicate,
  isLimitReached,
  isServiceError,
} from '../../service/service-error';
import { pinStopSignal, type Session } from '../../service/session';
import { clearImportMarker, IMPORT_MARKER } from '../../state/import-marker';
import { valueToJson } from '../../state/json-values';
import { stateAfterApply, stateAfterRead, stateValues } from '../../state/state-from-response';
import { importFailed, importSucceeded, invalidImportId, notExactlyOne, notReadable } from '../import-id';
import type { CreateRequest, UpdateRequest } from '../managed-resource';
import {
  alreadyExists,
  createdInSameRun,
  deletedAndNotCreated,
  limitReached,
  unknownReference,
} from './create-messages';
import { createWithRecovery } from './recover-lost-create';

export async function createObject(kind: Kind, session: Session, request: CreateRequest): Promise<ApplyResponse> {
  const body = createBody(kind.attributes, valueToJson(request.planned));
  try {
    return await sendCreate(kind, session, body, request);
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    const hint = await adviseOnCreate(kind, session, failure, body);
    return { state: null, private: request.private, diagnostics: [requestFailed(kind, 'create', failure, hint)] };
  }
}

async function sendCreate(
  kind: Kind,
  session: Session,
  body: JsonObject,
  request: CreateRequest,
): Promise<ApplyResponse> {
  const { object, diagnostics } = await createWithRecovery(kind, session, body);
  request.onCreated?.(String(object['id']));
  const remote = stateValues(kind.attributes, object);
  return { state: stateAfterApply(kind.attributes, request.planned, remote), private: request.private, diagnostics };
}

function adviseOnReference(kind: Kind, failure: ApiError): string {
  const unknown = findUnknownReference(kind, failure);
  return unknown ? unknownReference(unknown.attribute, getKind(unknown.target)) : '';
}

async function adviseOnCreate(
  kind: Kind,
  session: Session,
  failure: ApiError,
  body: JsonObject,
): Promise<Words | Advice> {
  if (isLimitReached(kind, failure)) return limitReached(kind);
  if (!isConflict(kind, failure)) return adviseOnReference(kind, failure);
  const id = await findExisting(kind, session, body);
  if (id !== undefined && session.claimed.has(id)) return createdInSameRun(kind, id);
  const isUnique = kind.naturalKey?.unique === true;
  // Without the code of a duplicate, the conflict may be a limit. Without a unique key, it may be with an object of
  // another kind, such as an agent's endpoint. If an object with the key was found, one of the two is enough.
  const isKnown = id === undefined ? isUnique && isDuplicate(kind, failure) : isUnique || isDuplicate(kind, failure);
  return isKnown ? alreadyExists(kind, id) : '';
}

async function findExisting(kind: Kind, session: Session, body: JsonObject): Promise<string | undefined> {
  const key = findNaturalKey(kind, body);
  if (key === undefined) return undefined;
  try {
    for await (const id of listIdsByNaturalKey(kind, session, key)) return id;
  } catch {
    // Report the conflict; ignore a failed look-up.
  }
  return undefined;
}

/** `importId` is an id, which is not looked up because the refresh reads it, or a natural key. */
export async function importObject(kind: Kind, session: Session, importId: string): Promise<ImportResponse> {
  const trimmed = importId.trim();
  if (isObjectId(kind, trimmed)) return importById(kind, session, trimmed);
  // The message about an id of another kind names that kind and needs no problem.
  const key = findKindOfId(trimmed) ? { problem: '' } : parseNaturalKey(kind, trimmed);
  if ('problem' in key) return importFailed(invalidImportId(kind, importId, key.problem));
  try {
    const ids: string[] = [];
    for await (const objectId of listIdsByNaturalKey(kind, session, key.key)) ids.push(objectId);
    const [id, second] = ids;
    return id === undefined || second !== undefined
      ? importFailed(notExactlyOne(kind, importId, ids))
      : importById(kind, session, id);
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    return importFailed(requestFailed(kind, 'import', failure));
  }
}

async function* listIdsByNaturalKey(kind: Kind, session: Session, key: string): AsyncGenerator<string> {
  for await (const object of session.client.list(kind.name, {}, { signal: session.stopSignal() })) {
    if (findNaturalKey(kind, attributesFromResponse(kind.attributes, object)) === key) yield object.id;
  }
}

function importById(kind: Kind, session: Session, id: string): ImportResponse {
  const names = Object.keys(kind.attributes);
  const response = importSucceeded(resourceType(kind), names, { id }, IMPORT_MARKER);
  const unreadable = names.filter((name) => kind.attributes[name]?.omittedFromResponses === 'after-create');
  return unreadable.length > 0 && session.claimFirst(`import of ${kind.name}`)
    ? { ...response, diagnostics: [notReadable(kind, id, unreadable)] }
    : response;
}

/**
 * If an attribute with `requiresReplace: 'within-update'` changes, deletes the object and creates it again. Otherwise
 * detaches attributes that no PATCH can clear, then sends the other changes in one PATCH. After a failure the state is
 * the prior one, or, if something was detached, what a GET returns. The signal is pinned, so that a stop between two
 * calls ends the later one, too.
 */
export async function updateObject(kind: Kind, running: Session, request: UpdateRequest): Promise<ApplyResponse> {
  const session = pinStopSignal(running);
  const id = String(request.prior['id']);
  const [planned, prior] = [valueToJson(request.planned), valueToJson(request.prior)];
  if (isCreatedAgain(kind, planned, prior)) return createAgain(kind, session, request);
  const body = updateBody(kind.attributes, planned, prior);
  const detached: string[] = [];
  try {
    for (const [name, { path }] of attributesToDetach(kind, planned, prior)) {
      // Without the object, the next call reports that it does not exist.
      await ignoreNotFound(session.client.detach(kind.name, id, path, { stop: session.stopSignal() }));
      detached.push(name);
    }
    // The body is undefined if only a representation, a value of the provider such as must_admit, or a detached
    // attribute has changed.
    const object = body
      ? await session.client.update(kind.name, id, body, { stop: session.stopSignal() })
      : await session.client.get(kind.name, id, { signal: session.stopSignal() });
    const remote = stateValues(kind.attributes, object);
    const state = stateAfterApply(kind.attributes, request.planned, remote);
    return { state, private: clearImportMarker(request.private), diagnostics: [] };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    const diagnostic = failure.notFound
      ? objectDeleted(kind, id, 'update', failure)
      : requestFailed(kind, 'update', failure, adviseOnReference(kind, failure));
    const state = detached.length > 0 ? await omitDetached(kind, session, request.prior, detached) : request.prior;
    return { state, private: request.private, diagnostics: [diagnostic] };
  }
}

function isCreatedAgain({ attributes }: Kind, planned: JsonObject, prior: JsonObject): boolean {
  return Object.entries(attributes).some(
    ([name, attribute]) =>
      attribute.requiresReplace === 'within-update' &&
      !semanticallyEqual(attribute, planned[name] ?? null, prior[name] ?? null),
  );
}

/** If the create fails, the state keeps the deleted object, which the next refresh removes. */
async function createAgain(kind: Kind, session: Session, request: UpdateRequest): Promise<ApplyResponse> {
  const id = String(request.prior['id']);
  let isDeleted = false;
  try {
    await deleteIfExists(kind, session, id);
    isDeleted = true;
    const body = createBody(kind.attributes, valueToJson(request.planned));
    return await sendCreate(kind, session, body, { ...request, private: clearImportMarker(request.private) });
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    const hint = isDeleted ? deletedAndNotCreated(kind, id) : '';
    const diagnostics = [requestFailed(kind, 'update', failure, hint)];
    return { state: request.prior, private: request.private, diagnostics };
  }
}

export function deleteIfExists({ name }: Kind, session: Session, id: string): Promise<void> {
  return ignoreNotFound(session.client.delete(name, id, { stop: session.stopSignal() }));
}

/** Attributes that were removed or block a new value, except those that a new value replaces. */
function attributesToDetach(kind: Kind, planned: JsonObject, prior: JsonObject): [string, DetachEndpoint][] {
  const isSet = (values: JsonObject, name: string): boolean => {
    const attribute = kind.attributes[name];
    return attribute !== undefined && canonicalValue(attribute, values[name]) !== null;
  };
  return Object.entries(kind.attributes).flatMap(([name, attribute]): [string, DetachEndpoint][] => {
    const { detach: endpoint } = attribute;
    if (!endpoint || isSet(planned, name)) return [];
    // The state does not contain a server default, but it blocks attributes that conflict with it.
    const conflicting = (kind.conflicts ?? []).flatMap(({ attributes }) =>
      attributes.includes(name) ? attributes : [],
    );
    const blocksNewValue = conflicting.some((other) => isSet(planned, other) && !isSet(prior, other));
    if (!isSet(prior, name) && !(mayHaveConditionalDefault(attribute, prior) && blocksNewValue)) return [];
    const isReplaced = endpoint.replacedBy !== undefined && isSet(planned, endpoint.replacedBy);
    return isReplaced ? [] : [[name, endpoint]];
  });
}

async function omitDetached(
  kind: Kind,
  session: Session,
  prior: ObjectValue,
  detached: readonly string[],
): Promise<ObjectValue> {
  const known = objectValue(
    Object.entries(prior).map(([name, value]) => [name, detached.includes(name) ? null : value]),
  );
  try {
    const object = await session.client.get(kind.name, String(prior['id']), { signal: session.stopSignal() });
    return stateAfterRead(kind.attributes, known, stateValues(kind.attributes, object));
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    // The failure of the update is reported. The next refresh corrects values that depend on the detached one.
    return known;
  }
}
