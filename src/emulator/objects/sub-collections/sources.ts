/**
 * The event sources of a subscription as a sub-collection, docs/internals/gaps.md section 2. The event type identifies
 * a source. A change of a source is an update of the subscription.
 */
import type { JsonObject } from '../../../model/json';
import type { Attributes, Kind } from '../../../model/kind';
import { checkValues } from '../../../model/validation/validate';
import { ApiProblem } from '../../http/api-problem';
import { listSubscriptionSources } from '../../kinds/event-subscription';
import { mergeValues } from '../merge-patch';
import { findObject } from '../read';
import { toResponseBody } from '../render-object';
import type { Perform, RequestContext } from '../request-context';
import type { StoredObject } from '../store';
import { omitRepeatedMember, rejectProblems, validateFields } from '../validate-body';
import { replaceValues } from '../write';

export const listSources: Perform = (context, kind, { id }) => {
  const sources = listSubscriptionSources(toResponseBody(context, findObject(context, kind, id)));
  return { status: 200, body: { sources, uri: `${context.origin}${kind.path}/${id}/sources` } };
};

export const getSource: Perform = (context, kind, { id, member }) => ({
  status: 200,
  body: findSource(toResponseBody(context, findObject(context, kind, id)), id, member),
});

/** Adds a source; 409 if the subscription has one of this type. */
export const createSource: Perform = async (context, kind, { id, body: sent }) => {
  const subscription = findObject(context, kind, id);
  const body = omitRepeatedMember(sent, 'subscription_id', id);
  validateFields(getSourceAttributes(kind), body, 'create', context.state.profile);
  validateSource(context, kind, body);
  const sources = listSubscriptionSources(subscription.values);
  const type = String(body['type']);
  if (sources.some((source) => source['type'] === type)) {
    throw new ApiProblem(409, 5127, `The ${kind.title} ${id} has a source of type '${type}' already.`);
  }
  const stored = await replaceSources(context, subscription, [...sources, body]);
  return { status: 201, body: findSource(toResponseBody(context, stored), id, type) };
};

/** Changes `fields` or `filter` of a source; an empty change is allowed. */
export const updateSource: Perform = async (context, kind, { id, member, body }) => {
  const subscription = findObject(context, kind, id);
  const before = findSource(subscription.values, id, member);
  const changes = omitRepeatedMember(omitRepeatedMember(body, 'subscription_id', id), 'type', member);
  const { type: _key, ...changeable } = getSourceAttributes(kind);
  validateFields(changeable, changes, 'update', context.state.profile);
  const after = { ...before, ...changes };
  validateSource(context, kind, after);
  const sources = listSubscriptionSources(subscription.values).map((source) => (source === before ? after : source));
  const stored = await replaceSources(context, subscription, sources);
  return { status: 200, body: findSource(toResponseBody(context, stored), id, member) };
};

export const deleteSource: Perform = async (context, kind, { id, member }) => {
  const subscription = findObject(context, kind, id);
  const deleted = findSource(subscription.values, id, member);
  const sources = listSubscriptionSources(subscription.values).filter((source) => source !== deleted);
  await replaceSources(context, subscription, sources);
  return { status: 204 };
};

function findSource(subscription: JsonObject, id: string, type: string): JsonObject {
  const found = listSubscriptionSources(subscription).find((source) => source['type'] === type);
  if (!found) throw new ApiProblem(404, 5125, `The event subscription ${id} has no source of type '${type}'.`);
  return found;
}

function replaceSources(
  context: RequestContext,
  subscription: StoredObject,
  sources: readonly JsonObject[],
): Promise<StoredObject> {
  return replaceValues(context, subscription, mergeValues(subscription.kind, subscription.values, { sources }));
}

function getSourceAttributes(kind: Kind): Attributes {
  const sources = kind.attributes['sources'];
  if (!sources || !('elements' in sources) || sources.elements === 'string')
    throw new Error(`The kind ${kind.name} has no sources.`);
  return sources.elements;
}

/** Validates one source by the rules of the list; paths of problems start at the source. */
function validateSource(context: RequestContext, kind: Kind, source: JsonObject): void {
  const problems = checkValues(kind, { sources: [source] }, { partial: true });
  rejectProblems(
    problems.map((problem) => ({ ...problem, path: problem.path.slice(2) })),
    context.state.profile,
  );
}
