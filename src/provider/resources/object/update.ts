import { canonicalValue } from '../../../model/canonical';
import { attributesFromResponse } from '../../../model/from-response';
import type { JsonObject } from '../../../model/json';
import type { DetachEndpoint, Kind } from '../../../model/kind';
import { updateBody } from '../../../model/request';
import { mayHaveServerDefault } from '../../../model/server-default';
import { type ObjectValue, objectValue } from '../../../values/cty-value';
import { objectDeleted, requestFailed } from '../../protocol/messages';
import type { ApplyResponse } from '../../protocol/provider';
import { isServiceError } from '../../service/service-error';
import { pinStopSignal, type Session } from '../../service/session';
import { clearImportMarker } from '../../state/import-marker';
import { stateAfterApply, stateAfterRead } from '../../state/state-from-response';
import { valueToJson } from '../../state/value-to-json';
import type { UpdateRequest } from '../managed-resource';

/**
 * Updates an object with one PATCH of what differs, after detaching what was taken away and no PATCH can clear. On
 * failure the prior state stays, which the next refresh corrects, but for what was detached by then.
 */
export async function updateObject(kind: Kind, running: Session, request: UpdateRequest): Promise<ApplyResponse> {
  const session = pinStopSignal(running);
  const id = String(request.prior['id']);
  const [planned, prior] = [valueToJson(request.planned), valueToJson(request.prior)];
  const body = updateBody(kind.attributes, planned, prior);
  const detached: string[] = [];
  try {
    for (const [name, { path }] of detachedValues(kind, planned, prior)) {
      await detach(kind, session, id, path);
      detached.push(name);
    }
    // With nothing to send (a spelling, an unreadable value let go) the object is only looked at.
    const answer = body
      ? await session.client.update(kind.name, id, body, { stop: session.stopSignal() })
      : await session.client.get(kind.name, id, { signal: session.stopSignal() });
    const live = attributesFromResponse(kind.attributes, answer);
    const state = stateAfterApply(kind.attributes, request.planned, live);
    return { state, private: clearImportMarker(request.private), diagnostics: [] };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    const diagnostic = failure.notFound ? objectDeleted(kind, id, 'update') : requestFailed(kind, 'update', failure);
    const state = detached.length > 0 ? await stateWithout(kind, session, request.prior, detached) : request.prior;
    return { state, private: request.private, diagnostics: [diagnostic] };
  }
}

/** Attributes that were taken away, or are in the way, and must be detached; not those that a new value displaces. */
function detachedValues(kind: Kind, planned: JsonObject, prior: JsonObject): [string, DetachEndpoint][] {
  const isSet = (values: JsonObject, name: string): boolean => {
    const attribute = kind.attributes[name];
    return attribute !== undefined && canonicalValue(attribute, values[name]) !== null;
  };
  return Object.entries(kind.attributes).flatMap(([name, attribute]): [string, DetachEndpoint][] => {
    const { detach: how } = attribute;
    if (!how || isSet(planned, name)) return [];
    // What the service may have set by itself stands in no state, but in the way of what excludes it.
    const rivals = (kind.conflicts ?? []).flatMap(({ attributes }) => (attributes.includes(name) ? attributes : []));
    const isInTheWay = (): boolean => rivals.some((rival) => isSet(planned, rival) && !isSet(prior, rival));
    if (!isSet(prior, name) && !(mayHaveServerDefault(attribute, prior) && isInTheWay())) return [];
    const displaced = how.replacedBy !== undefined && isSet(planned, how.replacedBy);
    return displaced ? [] : [[name, how]];
  });
}

/** What is detached already is what was wanted; whether the object itself is gone shows in the next call. */
async function detach(kind: Kind, session: Session, id: string, path: string): Promise<void> {
  try {
    await session.client.detach(kind.name, id, path, { stop: session.stopSignal() });
  } catch (failure) {
    if (!isServiceError(failure) || !failure.notFound) throw failure;
  }
}

/** The state of an object that has let go of some values while the rest of its update failed. */
async function stateWithout(
  kind: Kind,
  session: Session,
  prior: ObjectValue,
  detached: readonly string[],
): Promise<ObjectValue> {
  const known = objectValue(
    Object.entries(prior).map(([name, value]) => [name, detached.includes(name) ? null : value]),
  );
  try {
    const answer = await session.client.get(kind.name, String(prior['id']), { signal: session.stopSignal() });
    return stateAfterRead(kind.attributes, known, attributesFromResponse(kind.attributes, answer));
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    // The failure of the update is the news; what depends on the value is corrected by the next refresh.
    return known;
  }
}
