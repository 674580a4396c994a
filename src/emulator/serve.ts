/** Serves one request to the service: the order of its checks is written here, each check in a file of its own. */
import { authenticate, checkVersion, spendRequest } from './access';
import { readBody, refuseBody } from './body';
import type { Call, Caller } from './call';
import { type HttpAnswer, type HttpRequest, jsonAnswer } from './message';
import { readQuery } from './query';
import { errorBody, notRoutedBody, refusalFor } from './refusal';
import { type Route, tryFindRoute } from './routes';
import type { State } from './state';
import { catchUp, inTurn } from './turns';

/** An answer with the name of the operation that gave it; null if none was reached. */
export interface Served {
  readonly answer: HttpAnswer;
  readonly operation: string | null;
}

/**
 * Performs a request and answers as the service does. With `as`, which only the controls give, it is performed in that
 * name, without key, rate limit and version.
 */
export async function serve(state: State, request: HttpRequest, as?: Caller): Promise<Served> {
  const route = tryFindRoute(request.method, request.path, as !== undefined);
  if (!route) return { answer: jsonAnswer(404, notRoutedBody(request.path)), operation: null };
  const operationId = state.ids.next('op', state.clock.now());
  const { operationIdHeader } = state.profile;
  const headers = operationIdHeader ? { [operationIdHeader.toLowerCase()]: operationId } : {};
  try {
    const { status, body } = await perform(state, request, route, as);
    const answer = body ? jsonAnswer(status, body, headers) : { status, headers, body: '' };
    return { answer, operation: route.operation.name };
  } catch (error) {
    const refusal = refusalFor(error);
    const answer = jsonAnswer(refusal.status, errorBody(refusal, state.profile, operationId), headers);
    return { answer, operation: route.operation.name };
  }
}

async function perform(state: State, request: HttpRequest, { operation, id, member }: Route, as: Caller | undefined) {
  const caller = as ?? admit(state, request);
  const query = readQuery(request.query, operation.parameters);
  if (!operation.takesBody) refuseBody(request);
  const body = operation.takesBody ? readBody(request) : {};
  const call: Call = { state, account: state.account, origin: request.origin, caller };
  const work = () => operation.perform(call, { id, member, query, body });
  await catchUp(call);
  return operation.changes ? inTurn(state, work) : work();
}

function admit(state: State, request: HttpRequest): Caller {
  const caller = authenticate(state, request);
  spendRequest(state);
  checkVersion(state, request);
  return caller;
}
