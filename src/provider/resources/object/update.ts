import { attributesOfAnswer } from '../../../model/from-response';
import { maySetItself } from '../../../model/server-default';
import { canonicalValue } from '../../../model/canonical';
import type { JsonObject } from '../../../model/json';
import type { Detach, Kind } from '../../../model/kind';
import { updateBody } from '../../../model/request';
import { type ObjectValue, objectValue } from '../../../values/cty-value';
import { afterUpdate } from '../../state/import-marker';
import { jsonOf } from '../../state/value-to-json';
import { appliedState, refreshedState } from '../../state/state-from-response';
import { callFailed, objectIsGone } from '../../protocol/messages';
import type { ApplyAnswer } from '../../protocol/provider';
import type { UpdateRequest } from '../managed-resource';
import { isServiceError } from '../../service/service-error';
import { holdStop, type Session } from '../../service/session';

/**
 * Updates an object with one PATCH of what differs, after detaching what was taken away and no PATCH can clear. On
 * failure the prior state stays, which the next refresh corrects, but for what was detached by then.
 */
export async function updateKind(kind: Kind, running: Session, request: UpdateRequest): Promise<ApplyAnswer> {
  const session = holdStop(running);
  const id = String(request.prior['id']);
  const [planned, prior] = [jsonOf(request.planned), jsonOf(request.prior)];
  const body = updateBody(kind.attributes, planned, prior);
  const detached: string[] = [];
  try {
    for (const [name, { path }] of detachedValues(kind, planned, prior)) {
      await detach(kind, session, id, path);
      detached.push(name);
    }
    // With nothing to send (a spelling, an unreadable value let go) the object is only looked at.
    const answer = body
      ? await session.client.update(kind.name, id, body, { stop: session.stopped() })
      : await session.client.get(kind.name, id, { signal: session.stopped() });
    const live = attributesOfAnswer(kind.attributes, answer);
    const state = appliedState(kind.attributes, request.planned, live);
    return { state, private: afterUpdate(request.private), diagnostics: [] };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    const diagnostic = failure.gone ? objectIsGone(kind, id, 'update') : callFailed(kind, 'update', failure);
    const state = detached.length > 0 ? await stateWithout(kind, session, request.prior, detached) : request.prior;
    return { state, private: request.private, diagnostics: [diagnostic] };
  }
}

/** Attributes that were taken away, or are in the way, and must be detached; not those that a new value displaces. */
function detachedValues(kind: Kind, planned: JsonObject, prior: JsonObject): [string, Detach][] {
  const isSet = (values: JsonObject, name: string): boolean => {
    const attribute = kind.attributes[name];
    return attribute !== undefined && canonicalValue(attribute, values[name]) !== null;
  };
  return Object.entries(kind.attributes).flatMap(([name, attribute]): [string, Detach][] => {
    const { detach: how } = attribute;
    if (!how || isSet(planned, name)) return [];
    // What the service may have set by itself stands in no state, but in the way of what excludes it.
    const rivals = (kind.conflicts ?? []).flatMap(({ attributes }) => (attributes.includes(name) ? attributes : []));
    const isInTheWay = (): boolean => rivals.some((rival) => isSet(planned, rival) && !isSet(prior, rival));
    if (!isSet(prior, name) && !(maySetItself(attribute, prior) && isInTheWay())) return [];
    const displaced = how.displacedBy !== undefined && isSet(planned, how.displacedBy);
    return displaced ? [] : [[name, how]];
  });
}

/** What is detached already is what was wanted; whether the object itself is gone shows in the next call. */
async function detach(kind: Kind, session: Session, id: string, path: string): Promise<void> {
  try {
    await session.client.detach(kind.name, id, path, { stop: session.stopped() });
  } catch (failure) {
    if (!isServiceError(failure) || !failure.gone) throw failure;
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
    const answer = await session.client.get(kind.name, String(prior['id']), { signal: session.stopped() });
    return refreshedState(kind.attributes, known, attributesOfAnswer(kind.attributes, answer));
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    // The failure of the update is the news; what depends on the value is corrected by the next refresh.
    return known;
  }
}
