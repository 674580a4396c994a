import type { Kind } from '../../../model/kind';
import { pageOf, readPaging } from '../../http/pagination';
import { endpointKind } from '../../kinds/endpoint-kind';
import { readSelector, selectorsOf } from '../../kinds/kubernetes-operator';
import { findObject } from '../read';
import { answeredAt, toResponseBody } from '../render-object';
import type { OperationInput, OperationResult, RequestContext } from '../request-context';
import { newestFirst, type Stored } from '../store';

/** `GET /kubernetes_operators/{id}/bound_endpoints`: one page of the endpoints bound to an operator, newest first. */
export function listBoundEndpoints(call: RequestContext, kind: Kind, { id, query }: OperationInput): OperationResult {
  const operator = findObject(call, kind, id);
  const paging = readPaging(query, endpointKind.idPrefix);
  const path = `${kind.path}/${id}/bound_endpoints`;
  const found = bound(call, operator, newestFirst(call.account.store, endpointKind.name, paging.before));
  return { status: 200, body: pageOf(call, { path, key: endpointKind.listKey, query, paging }, found) };
}

/** Bound is what has the binding `kubernetes` and makes any selector of the operator true (gaps.md section 0). */
function* bound(call: RequestContext, operator: Stored, endpoints: Iterable<Stored>) {
  const selectors = selectorsOf(operator.values).map(readSelector);
  for (const stored of endpoints) {
    const bindings = stored.values['bindings'];
    if (!Array.isArray(bindings) || !bindings.includes('kubernetes')) continue;
    const answer = toResponseBody(call, stored);
    if (selectors.some((selects) => selects((path) => answeredAt(answer, path)))) yield { id: stored.id, answer };
  }
}
