/** Serves one request to the service. This file defines the order of the checks. */
import type { RequestContext } from '../objects/request-context';
import type { State } from '../state/types';
import { advanceToNow, inCurrentAccount, runChange } from '../time/changes';
import { ApiProblem, renderProblem, renderRouteNotFound, toApiProblem } from './api-problem';
import { type Authentication, authenticate } from './authenticate';
import { readBody, rejectBody } from './body';
import { type HttpRequest, type HttpResponse, jsonResponse } from './http';
import { readQuery } from './query';
import { enforceRateLimit } from './rate-limit';
import { type Route, tryFindRoute } from './routes';

export interface ServeResult {
  readonly response: HttpResponse;
  /** Null if the path or method is not routed. */
  readonly operation: string | null;
  readonly unknownFields: readonly string[];
}

/** Serves a request with the account and the caller of its API key. */
export function serve(
  state: State,
  request: HttpRequest,
  route: Route | undefined = tryFindRoute(request.method, request.path, false),
): Promise<ServeResult> {
  return serveRoute(state, request, route, () => admitRequest(state, request));
}

/** Serves a request of the controls: without key, rate limit and version, and for all kinds. */
export async function serveAs(
  state: State,
  request: HttpRequest,
  authentication: Authentication,
): Promise<HttpResponse> {
  const route = tryFindRoute(request.method, request.path, true);
  return (await serveRoute(state, request, route, () => authentication)).response;
}

export function serveProblem(
  { ids, clock, profile }: State,
  route: Route | undefined,
  problem: ApiProblem,
): ServeResult {
  const id = operationId({ ids, clock });
  const { operationIdHeader: header } = profile;
  const headers = { ...(header && { [header.toLowerCase()]: id }), ...problem.headers };
  const response = jsonResponse(problem.status, renderProblem(problem, profile, id), headers);
  return { response, operation: route?.operation.name ?? null, unknownFields: problem.unknownFields };
}

function operationId({ ids, clock }: Pick<State, 'ids' | 'clock'>): string {
  return ids.next('op', clock.now());
}

async function serveRoute(
  state: State,
  request: HttpRequest,
  route: Route | undefined,
  authentication: () => Authentication,
): Promise<ServeResult> {
  if (!route) {
    return { response: jsonResponse(404, renderRouteNotFound(request.path)), operation: null, unknownFields: [] };
  }
  try {
    const { status, body } = await perform(state, request, route, authentication);
    const { operationIdHeader } = state.profile;
    const headers = operationIdHeader ? { [operationIdHeader.toLowerCase()]: operationId(state) } : {};
    const response = body ? jsonResponse(status, body, headers) : { status, headers, body: '' };
    return { response, operation: route.operation.name, unknownFields: [] };
  } catch (error) {
    return serveProblem(state, route, toApiProblem(error));
  }
}

async function perform(
  state: State,
  request: HttpRequest,
  { operation, id, member }: Route,
  authentication: () => Authentication,
) {
  const { caller, account } = authentication();
  const query = readQuery(request.query, operation.parameters);
  if (!operation.takesBody) rejectBody(request);
  const body = operation.takesBody ? readBody(request) : {};
  const context: RequestContext = { state, account, origin: request.origin, caller };
  const work = () => operation.perform(inCurrentAccount(context), { id, member, query, body });
  await advanceToNow(context);
  return operation.writes ? runChange(state, work) : work();
}

function admitRequest(state: State, request: HttpRequest): Authentication {
  const authentication = authenticate(state, request);
  enforceRateLimit(state, authentication.account);
  checkApiVersion(state, request);
  return authentication;
}

function checkApiVersion({ profile }: State, { headers }: HttpRequest): void {
  for (const [name, expected] of Object.entries(profile.headers)) {
    const sent = headers[name.toLowerCase()];
    if (!sent) throw new ApiProblem(400, 218, `The request names no API version; send ${name}: ${expected}.`);
    if (sent !== expected) {
      throw new ApiProblem(400, 217, `The API version '${sent}' is not supported; send ${name}: ${expected}.`);
    }
  }
}
