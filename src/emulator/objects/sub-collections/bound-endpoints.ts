import type { JsonObject } from '../../../model/json';
import { readPaging, renderPage } from '../../http/pagination';
import { endpointKind } from '../../kinds/endpoint';
import { listSelectors, readSelector } from '../../kinds/kubernetes-operator';
import { findObject } from '../read';
import { valueForFilter } from '../render-object';
import type { Perform } from '../request-context';
import { newestFirst } from '../store';

/** Lists the endpoints that have the binding `kubernetes` and match any selector of the operator, newest first. */
export const listBoundEndpoints: Perform = (context, kind, { id, query }) => {
  const selectors = listSelectors(findObject(context, kind, id).values).map(readSelector);
  const matches = (body: JsonObject): boolean => {
    const { bindings } = body;
    const isBound = Array.isArray(bindings) && bindings.includes('kubernetes');
    return isBound && selectors.some((selects) => selects((path) => valueForFilter(body, path)));
  };
  const paging = readPaging(query, endpointKind.idPrefix);
  const request = { path: `${kind.path}/${id}/bound_endpoints`, key: endpointKind.listKey, query, paging, matches };
  const endpoints = newestFirst(context.account.store, endpointKind.name, paging.before);
  return { status: 200, body: renderPage(context, request, endpoints) };
};
