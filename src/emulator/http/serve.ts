/**
 * Serves one request to the service, in this order: route, authentication, rate limit, API version, query, body,
 * changes that are due by the clock, and the operation.
 */
import type { Profile } from '../../model/profiles';
import { advanceToNow, inCurrentAccount, runChange } from '../service/objects/changes';
import { Refusal } from '../service/state/refusal';
import type { RequestContext } from '../service/state/request-context';
import type { State } from '../service/state/types';
import { type Authentication, authenticate } from './authenticate';
import { type HttpRequest, type HttpResponse, jsonResponse } from './http';
import { findReasonNotServed } from './not-served';
import { RefusalWithHeaders, renderRefusal, routeProblem, toRefusal } from './problem';
import { enforceRateLimit } from './rate-limit';
import { readBody, readQuery, rejectBody } from './read-input';
import { type Route, tryFindRoute } from './routes';

export interface ServeResult {
  readonly response: HttpResponse;
  readonly operation: string | null;
  readonly unknownFields: readonly string[];
}

export function serve(state: State, request: HttpRequest, route: Route | undefined): Promise<ServeResult> {
  return serveRoute(state, request, route, () => admitRequest(state, request));
}

/** For a control: without key, rate limit and API version, and also on kinds that only the controls create. */
export async function serveAs(
  state: State,
  request: HttpRequest,
  authentication: Authentication,
): Promise<HttpResponse> {
  const route = tryFindRoute(request.method, request.path, 'controls', state.profile);
  return (await serveRoute(state, request, route, () => authentication)).response;
}

export function serveRefusal({ ids, clock, profile }: State, route: Route | undefined, refusal: Refusal): ServeResult {
  const id = ids.next('op', clock.now());
  const added = refusal instanceof RefusalWithHeaders ? refusal.headers : {};
  const headers = { ...createIdHeader(profile, id), ...added };
  const response = jsonResponse(refusal.status, renderRefusal(refusal, profile, id), headers);
  return { response, operation: route?.operation.name ?? null, unknownFields: refusal.unknownFields };
}

function createIdHeader({ operationIdHeader: name }: Profile, id: string): Readonly<Record<string, string>> {
  return name === undefined ? {} : { [name.toLowerCase()]: id };
}

async function serveRoute(
  state: State,
  request: HttpRequest,
  route: Route | undefined,
  admit: () => Authentication,
): Promise<ServeResult> {
  if (!route) return { response: refuseRoute(state, request), operation: null, unknownFields: [] };
  try {
    const { status, body } = await performOperation(state, request, route, admit);
    // No id is taken for a header that the profile does not have, so that the ids of a seed do not depend on how many
    // reads succeed.
    const hasIdHeader = state.profile.operationIdHeader !== undefined;
    const headers = hasIdHeader ? createIdHeader(state.profile, state.ids.next('op', state.clock.now())) : {};
    const response = body ? jsonResponse(status, body, headers) : { status, headers, body: '' };
    return { response, operation: route.operation.name, unknownFields: [] };
  } catch (error) {
    return serveRefusal(state, route, toRefusal(error));
  }
}

function refuseRoute({ profile }: State, { method, path }: HttpRequest): HttpResponse {
  const reason = findReasonNotServed(path, profile);
  if (reason === undefined) return routeProblem(404, 'Not Found', path);
  return routeProblem(501, `The emulator does not serve ${method} ${path}: ${reason}.`, path);
}

async function performOperation(
  state: State,
  request: HttpRequest,
  { operation, id, member }: Route,
  admit: () => Authentication,
) {
  const { caller, account } = admit();
  const query = readQuery(request.query, operation.parameters, operation.repeatableParameters);
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
    if (!sent) throw new Refusal(400, 218, `The request names no API version; send ${name}: ${expected}.`);
    if (sent !== expected) {
      throw new Refusal(400, 217, `The API version '${sent}' is not supported; send ${name}: ${expected}.`);
    }
  }
}
