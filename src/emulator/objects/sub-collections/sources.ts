/**
 * The event sources of a subscription as a collection of their own, `/event_subscriptions/{id}/sources[/{type}]`
 * (gaps.md section 2). A source is told apart by its event type; a change of one is an update of the subscription.
 */

import type { JsonObject } from '../../../model/json';
import type { Attributes, Kind } from '../../../model/kind';
import { checkValues } from '../../../model/validation/validate';
import { ApiProblem } from '../../http/api-problem';
import { sourcesOf } from '../../kinds/event-subscription';
import { mergeValues } from '../merge-patch';
import { checkFields } from '../parse-body';
import { findObject } from '../read';
import { toResponseBody } from '../render-object';
import type { OperationInput, OperationResult, RequestContext } from '../request-context';
import type { Stored } from '../store';
import { replaceValues } from '../update';
import { refuseProblems } from '../validate-body';

/** All sources: 200 with them; not paged. */
export function listSources(call: RequestContext, kind: Kind, { id }: OperationInput): OperationResult {
  const answer = toResponseBody(call, findObject(call, kind, id));
  return { status: 200, body: { sources: sourcesOf(answer), uri: `${call.origin}${kind.path}/${id}/sources` } };
}

/** One source: 200 with it. */
export function getSource(call: RequestContext, kind: Kind, { id, member }: OperationInput): OperationResult {
  return { status: 200, body: findSource(toResponseBody(call, findObject(call, kind, id)), id, member) };
}

/** Adds a source: 201 with it, 409 if the subscription has one of this type. */
export async function createSource(
  call: RequestContext,
  kind: Kind,
  { id, body: sent }: OperationInput,
): Promise<OperationResult> {
  const subscription = findObject(call, kind, id);
  const body = withoutOwnSubscription(sent, id);
  checkFields(sourceAttributes(kind), body, 'create', call.state.profile);
  checkSource(call, kind, body);
  const sources = sourcesOf(subscription.values);
  const type = String(body['type']);
  if (sources.some((source) => source['type'] === type)) {
    throw new ApiProblem(409, 5127, `The ${kind.title} ${id} has a source of type '${type}' already.`);
  }
  const stored = await replaceSources(call, subscription, [...sources, body]);
  return { status: 201, body: findSource(toResponseBody(call, stored), id, type) };
}

/** Changes `fields` or `filter` of a source; an empty change is allowed here: 200 with it. */
export async function updateSource(
  call: RequestContext,
  kind: Kind,
  { id, member, body }: OperationInput,
): Promise<OperationResult> {
  const subscription = findObject(call, kind, id);
  const before = findSource(subscription.values, id, member);
  const { type, ...changes } = withoutOwnSubscription(body, id);
  if (type !== undefined && type !== member) {
    throw new ApiProblem(400, 215, `type is ${JSON.stringify(type)}; expected '${member}' as in the path, or no type.`);
  }
  const { type: _key, ...changeable } = sourceAttributes(kind);
  checkFields(changeable, changes, 'update', call.state.profile);
  const after = { ...before, ...changes };
  checkSource(call, kind, after);
  const sources = sourcesOf(subscription.values).map((source) => (source === before ? after : source));
  const stored = await replaceSources(call, subscription, sources);
  return { status: 200, body: findSource(toResponseBody(call, stored), id, member) };
}

/** Takes a source away: 204. */
export async function removeSource(
  call: RequestContext,
  kind: Kind,
  { id, member }: OperationInput,
): Promise<OperationResult> {
  const subscription = findObject(call, kind, id);
  const gone = findSource(subscription.values, id, member);
  await replaceSources(
    call,
    subscription,
    sourcesOf(subscription.values).filter((source) => source !== gone),
  );
  return { status: 204 };
}

/** `subscription_id` is in the public request schemas; it is taken only as the repetition of the path's. */
function withoutOwnSubscription({ subscription_id: sent, ...members }: JsonObject, id: string): JsonObject {
  if (sent === undefined || sent === id) return members;
  throw new ApiProblem(
    400,
    215,
    `subscription_id is ${JSON.stringify(sent)}; expected '${id}' as in the path, or no subscription_id.`,
  );
}

function findSource(subscription: JsonObject, id: string, type: string): JsonObject {
  const found = sourcesOf(subscription).find((source) => source['type'] === type);
  if (!found) throw new ApiProblem(404, 5125, `The event subscription ${id} has no source of type '${type}'.`);
  return found;
}

function replaceSources(call: RequestContext, subscription: Stored, sources: readonly JsonObject[]): Promise<Stored> {
  return replaceValues(call, subscription, mergeValues(subscription.kind, subscription.values, { sources }));
}

function sourceAttributes(kind: Kind): Attributes {
  const sources = kind.attributes['sources'];
  if (!sources || !('elements' in sources) || sources.elements === 'string')
    throw new Error(`${kind.name} has no sources`);
  return sources.elements;
}

/** Checks one source by the rules of the list it stands in; problems are named from the source on. */
function checkSource(call: RequestContext, kind: Kind, source: JsonObject): void {
  const problems = checkValues(kind, { sources: [source] }, { partial: true });
  refuseProblems(
    problems.map((problem) => ({ ...problem, path: problem.path.slice(2) })),
    call.state.profile,
  );
}
