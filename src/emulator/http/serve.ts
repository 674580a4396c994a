/** Serves one request to the service: the order of its checks is written here, each check in a file of its own. */

import type { RequestContext } from '../objects/request-context';
import type { State } from '../state/state';
import { catchUp, inCurrentAccount, serialized } from '../time/serialize';
import { type ApiProblem, errorBody, notRoutedBody, refusalFor } from './api-problem';
import { type Admission, authenticate, checkVersion, spendRequest } from './authenticate';
import { readBody, refuseBody } from './body';
import { type HttpRequest, type HttpResponse, jsonResponse } from './http';
import { readQuery } from './query';
import { type Route, tryFindRoute } from './routes';

/** An answer with what the log says of it. */
export interface Served {
  readonly answer: HttpResponse;
  /** Name of the operation; null if none was reached. */
  readonly operation: string | null;
  /** Members of the body that the service does not know. */
  readonly unknownFields: readonly string[];
}

/** Performs a request to the service in the name of whoever's key it has, and answers as the service does. */
export function serve(
  state: State,
  request: HttpRequest,
  route: Route | undefined = tryFindRoute(request.method, request.path, false),
): Promise<Served> {
  return serveRoute(state, request, route, () => admit(state, request));
}

/**
 * Performs a request in somebody's name, without key, rate limit and version. Only the controls do that, and for them
 * there is more: objects that the service itself cannot make.
 */
export async function serveAs(state: State, request: HttpRequest, admission: Admission): Promise<HttpResponse> {
  const route = tryFindRoute(request.method, request.path, true);
  return (await serveRoute(state, request, route, () => admission)).answer;
}

/** Answers with an error, as an operation that refuses does. */
export function refuse({ ids, clock, profile }: State, route: Route | undefined, refusal: ApiProblem): Served {
  const id = operationId({ ids, clock });
  const { operationIdHeader: header } = profile;
  const headers = { ...(header && { [header.toLowerCase()]: id }), ...refusal.headers };
  const answer = jsonResponse(refusal.status, errorBody(refusal, profile, id), headers);
  return { answer, operation: route?.operation.name ?? null, unknownFields: refusal.unknownFields };
}

function operationId({ ids, clock }: Pick<State, 'ids' | 'clock'>): string {
  return ids.next('op', clock.now());
}

async function serveRoute(
  state: State,
  request: HttpRequest,
  route: Route | undefined,
  admission: () => Admission,
): Promise<Served> {
  if (!route) {
    return { answer: jsonResponse(404, notRoutedBody(request.path)), operation: null, unknownFields: [] };
  }
  try {
    const { status, body } = await perform(state, request, route, admission);
    const { operationIdHeader } = state.profile;
    const headers = operationIdHeader ? { [operationIdHeader.toLowerCase()]: operationId(state) } : {};
    const answer = body ? jsonResponse(status, body, headers) : { status, headers, body: '' };
    return { answer, operation: route.operation.name, unknownFields: [] };
  } catch (error) {
    return refuse(state, route, refusalFor(error));
  }
}

async function perform(
  state: State,
  request: HttpRequest,
  { operation, id, member }: Route,
  admission: () => Admission,
) {
  const { caller, account } = admission();
  const query = readQuery(request.query, operation.parameters);
  if (!operation.takesBody) refuseBody(request);
  const body = operation.takesBody ? readBody(request) : {};
  const call: RequestContext = { state, account, origin: request.origin, caller };
  const work = () => operation.perform(inCurrentAccount(call), { id, member, query, body });
  await catchUp(call);
  return operation.changes ? serialized(state, work) : work();
}

function admit(state: State, request: HttpRequest): Admission {
  const admission = authenticate(state, request);
  spendRequest(state, admission.account);
  checkVersion(state, request);
  return admission;
}
