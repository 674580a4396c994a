/** Operations on the sub-collections of an object, docs/internals/gaps.md section 2. */

import type { Attributes, DetachEndpoint, Kind } from '../../../model/kind';
import { getKind } from '../../../model/kinds';
import { checkValues } from '../../../model/validation/validate';
import { isJsonObject, type JsonObject } from '../../../values/json';
import { endpointKind } from '../kinds/endpoint';
import { getAttributeCodes } from '../kinds/error-codes';
import { listSubscriptionSources } from '../kinds/event-subscription';
import { compileSelectorOrRefuse, listSelectors } from '../kinds/kubernetes-operator';
import { Refusal } from '../state/refusal';
import type { Perform, RequestContext } from '../state/request-context';
import { newestFirst, newestFirstOf, type StoredObject } from '../state/store';
import { mergeValues } from './merge-patch';
import { omitUnset } from './omit-unset';
import { readPaging, renderListPage } from './pagination';
import { findObject } from './read';
import { toResponseBody, valueForFilter } from './render-object';
import { omitRepeatedMember, rejectProblems, validateFields } from './validate-body';
import { replaceValues } from './write';

export const listBoundEndpoints: Perform = (context, kind, { id, query }) => {
  const selectors = listSelectors(findObject(context, kind, id).values).map(compileSelectorOrRefuse);
  const matches = (body: JsonObject): boolean => {
    const { bindings } = body;
    const isBound = Array.isArray(bindings) && bindings.includes('kubernetes');
    return isBound && selectors.some((selects) => selects((path) => valueForFilter(body, path)));
  };
  const { limit, before } = readPaging(query, endpointKind);
  const request = { path: `${kind.path}/${id}/bound_endpoints`, listKey: endpointKind.listKey, query, limit, matches };
  const endpoints = newestFirstOf(context.account.store, [endpointKind.name, 'cloud_endpoint'], before);
  return { status: 200, body: renderListPage(context, request, endpoints) };
};

export const listSecrets: Perform = (context, kind, { id, query }) => {
  findObject(context, kind, id);
  const { name, listKey } = getKind('secret');
  const { limit, before } = readPaging(query, getKind('secret'));
  const matches = (body: JsonObject): boolean => isJsonObject(body['vault']) && body['vault']['id'] === id;
  const request = { path: `${kind.path}/${id}/secrets`, listKey, query, limit, matches };
  return { status: 200, body: renderListPage(context, request, newestFirst(context.account.store, name, before)) };
};

/** Lists operations that clear one attribute, such as `DELETE /reserved_domains/{id}/certificate`. */
export function listDetachOperations(kind: Kind): { readonly path: string; readonly perform: Perform }[] {
  return Object.entries(kind.attributes).flatMap(([name, { detach }]) =>
    detach ? [{ path: detach.path, perform: createDetach(name, detach) }] : [],
  );
}

/** Without a value this is a no-op. While `replacedBy` is set, the service manages the value. */
function createDetach(name: string, { path, replacedBy }: DetachEndpoint): Perform {
  return async (context, kind, { id }) => {
    const stored = findObject(context, kind, id);
    if (replacedBy !== undefined && stored.values[replacedBy] !== undefined) {
      const problem = `has ${replacedBy}, so its ${path} cannot be detached; detach the policy.`;
      throw new Refusal(409, getAttributeCodes(kind.name, name).managed, `The ${kind.title} ${id} ${problem}`);
    }
    if (stored.values[name] !== undefined) {
      const { [name]: _detached, ...values } = stored.values;
      await replaceValues(context, stored, values);
    }
    return { status: 204 };
  };
}

/** Names no kind, so `getAttributeCodes` finds no codes of its members. */
const SOURCE = 'event_source';

export const listSources: Perform = (context, kind, { id }) => {
  const sources = listSubscriptionSources(toResponseBody(context, findObject(context, kind, id)));
  return { status: 200, body: { sources, uri: `${context.origin}${kind.path}/${id}/sources` } };
};

export const getSource: Perform = (context, kind, { id, member }) => ({
  status: 200,
  body: findSource(toResponseBody(context, findObject(context, kind, id)), id, member),
});

export const createSource: Perform = async (context, kind, { id, body: sent }) => {
  const subscription = findObject(context, kind, id);
  const { profile } = context.state;
  const attributes = getSourceAttributes(kind);
  const members = omitRepeatedMember(sent, 'subscription_id', id);
  validateFields({ name: SOURCE, attributes }, members, 'create', profile);
  const body = omitUnset(attributes, members, profile);
  validateSource(context, kind, body);
  const sources = listSubscriptionSources(subscription.values);
  const type = String(body['type']);
  if (sources.some((source) => source['type'] === type)) {
    const { duplicate } = getAttributeCodes(kind.name, 'sources');
    throw new Refusal(409, duplicate, `The ${kind.title} ${id} has a source of type '${type}' already.`);
  }
  const stored = await replaceSources(context, subscription, [...sources, body]);
  return { status: 201, body: findSource(toResponseBody(context, stored), id, type) };
};

/** An empty change is allowed. */
export const updateSource: Perform = async (context, kind, { id, member, body }) => {
  const subscription = findObject(context, kind, id);
  const current = findSource(subscription.values, id, member);
  const changes = omitRepeatedMember(omitRepeatedMember(body, 'subscription_id', id), 'type', member);
  const { type: _key, ...changeable } = getSourceAttributes(kind);
  validateFields({ name: SOURCE, attributes: changeable }, changes, 'update', context.state.profile);
  const updated = { ...current, ...changes };
  validateSource(context, kind, updated);
  const sources = listSubscriptionSources(subscription.values).map((source) => (source === current ? updated : source));
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
  if (!found) throw new Refusal(404, 5125, `The event subscription ${id} has no source of type '${type}'.`);
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

/** Paths of problems start at the source. */
function validateSource(context: RequestContext, kind: Kind, source: JsonObject): void {
  const problems = checkValues(kind, { sources: [source] }, { isPatch: true });
  rejectProblems(kind, problems, context.state.profile, 2);
}
