import { compileEventFilter } from '../../../model/cel/filters';
import { formatConditionProblem } from '../../../model/cel/vocabulary';
import { findEventType } from '../../../model/events/event-catalog';
import type { TrafficEventType } from '../../../model/events/event-types';
import type { Profile } from '../../../model/profiles';
import { isJsonObject, type Json, type JsonObject, valueAt } from '../../../values/json';
import { Refusal } from '../state/refusal';
import { getAttributeCodes } from './error-codes';
import type { KindHooks } from './kind-hooks';

const { invalid: FILTER_CODE } = getAttributeCodes('event_subscription', 'sources.filter');

export const eventSubscription: KindHooks = {
  validate({ state }, values) {
    for (const source of listSubscriptionSources(values)) requireTrafficFields(source, state.profile);
  },
  render(_context, _stored, body) {
    const sources = listSubscriptionSources(body).map((source) => ({
      ...source,
      uri: `${String(body['uri'])}/sources/${String(source['type'])}`,
    }));
    return { ...body, sources };
  },
};

export function listSubscriptionSources(values: JsonObject): readonly JsonObject[] {
  const sources = values['sources'];
  return Array.isArray(sources) ? (sources as readonly Json[]).filter(isJsonObject) : [];
}

/** `checkEventSource` of the model has checked the fields and the filter before; this rule is not in it. */
function requireTrafficFields({ type, fields }: JsonObject, profile: Profile): void {
  if (findEventType(String(type))?.class !== 'traffic') return;
  if (profile.trafficFieldsRequired && !(Array.isArray(fields) && fields.length > 0)) {
    throw new Refusal(400, 5400, `sources: ${String(type)} names no fields; expected at least one.`);
  }
}

/**
 * `checkEventSource` has checked the filters of requests, so one that is invalid here came from a loaded snapshot. It
 * then fails a request whose event it would filter, although the change is made.
 */
export function compileSubscriptionFilter(type: string, filter: string): (object: JsonObject) => boolean {
  const compiled = compileEventFilter(type as TrafficEventType, filter);
  if ('problem' in compiled)
    throw new Refusal(400, FILTER_CODE, `The filter '${filter}' ${formatConditionProblem(compiled.problem)}.`);
  return (object) => compiled.test((path) => valueAt(object, path));
}
