import type { Kind } from '../../../model/kind';
import { answeredAt, answerOf } from '../render-object';
import type { Call, Input, Outcome } from '../request-context';
import { endpointKind } from '../../kinds/endpoint-kind';
import { readSelector, selectorsOf } from '../../kinds/kubernetes-operator';
import { pageOf, readPaging } from '../../http/pagination';
import { findObject } from '../read';
import { newestFirst, type Stored } from '../store';

/** `GET /kubernetes_operators/{id}/bound_endpoints`: one page of the endpoints bound to an operator, newest first. */
export function listBoundEndpoints(call: Call, kind: Kind, { id, query }: Input): Outcome {
  const operator = findObject(call, kind, id);
  const paging = readPaging(query, endpointKind.idPrefix);
  const path = `${kind.path}/${id}/bound_endpoints`;
  const found = bound(call, operator, newestFirst(call.account.store, endpointKind.name, paging.before));
  return { status: 200, body: pageOf(call, { path, key: endpointKind.listKey, query, paging }, found) };
}

/** Bound is what has the binding `kubernetes` and makes any selector of the operator true (gaps.md section 0). */
function* bound(call: Call, operator: Stored, endpoints: Iterable<Stored>) {
  const selectors = selectorsOf(operator.values).map(readSelector);
  for (const stored of endpoints) {
    const bindings = stored.values['bindings'];
    if (!Array.isArray(bindings) || !bindings.includes('kubernetes')) continue;
    const answer = answerOf(call, stored);
    if (selectors.some((selects) => selects((path) => answeredAt(answer, path)))) yield { id: stored.id, answer };
  }
}
