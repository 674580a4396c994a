import { compileEventFilter } from '../../model/cel/event-filter';
import { formatConditionProblem } from '../../model/cel/vocabulary';
import { findEvent } from '../../model/events/event-catalog';
import type { TrafficEventType } from '../../model/events/event-types';
import { isJsonObject, type Json, type JsonObject, valueAt } from '../../model/json';
import type { Profile } from '../../model/profiles';
import { ApiProblem } from '../http/api-problem';
import type { Behaviour } from './kind-hooks';

/** What sources may say beyond the model's checks, and the URIs they are answered with (gaps.md sections 2 and 2.6). */
export const eventSubscription: Behaviour = {
  check({ state }, values) {
    for (const source of sourcesOf(values)) checkTraffic(source, state.profile);
  },
  show(_view, _stored, answer) {
    const sources = sourcesOf(answer).map((source) => ({ ...source, uri: sourceUri(answer['uri'], source['type']) }));
    return { ...answer, sources };
  },
};

/** The sources of a subscription, as stored or as answered. */
export function sourcesOf(values: JsonObject): readonly JsonObject[] {
  const sources = values['sources'];
  return Array.isArray(sources) ? (sources as readonly Json[]).filter(isJsonObject) : [];
}

function sourceUri(subscription: Json | undefined, type: Json | undefined): string {
  return `${String(subscription)}/sources/${String(type)}`;
}

/** What the model cannot know: which service wants fields, and what this emulator can evaluate. */
function checkTraffic({ type, fields, filter }: JsonObject, profile: Profile): void {
  if (findEvent(String(type))?.class !== 'traffic') return;
  if (profile.trafficFieldsRequired && !(Array.isArray(fields) && fields.length > 0)) {
    throw new ApiProblem(400, 5400, `sources: ${String(type)} names no fields; expected at least one.`);
  }
  if (typeof filter === 'string' && filter !== '') readEventFilter(String(type), filter);
}

/** Compiles the filter of a source of that traffic event type, over the object of an event; refuses an invalid one (5404). */
export function readEventFilter(type: string, filter: string): (object: JsonObject) => boolean {
  const compiled = compileEventFilter(type as TrafficEventType, filter);
  if ('problem' in compiled)
    throw new ApiProblem(400, 5404, `The filter '${filter}' ${formatConditionProblem(compiled.problem)}.`);
  return (object) => compiled.test((path) => valueAt(object, path));
}
