import { append } from '../events/log';
import type { HttpRequest, HttpResponse } from '../http/http';
import { tryFindRoute } from '../http/routes';
import { serve } from '../http/serve';
import { serveWithFault } from '../http/serve-with-fault';
import type { State } from '../service/state/types';
import { handleControl, isControlRequest } from '.';
import { matchFault } from './faults';

/** Handles a request to the service, which is logged and subject to faults, or to the controls, which are not. */
export async function handle(state: State, request: HttpRequest): Promise<HttpResponse> {
  if (isControlRequest(request)) return handleControl(state, request);
  const { requests: log } = state;
  const at = state.clock.now();
  const { method, path } = request;
  const route = tryFindRoute(method, path, false, state.profile);
  const fault = matchFault(state.faults, request, route);
  const result = fault ? await serveWithFault(state, request, route, fault) : await serve(state, request, route);
  const { operation, unknownFields } = result;
  const headers = { date: new Date(state.clock.now()).toUTCString(), ...result.response.headers };
  const response = { ...result.response, headers };
  append(log, (n) => ({
    n,
    time: new Date(at).toISOString(),
    method,
    path,
    operation,
    status: response.transportFault?.drop ? 0 : response.status,
    client: request.headers['user-agent'] ?? '',
    ...(fault && { fault: fault.id }),
    ...(unknownFields.length > 0 && { unknown_fields: unknownFields }),
  }));
  return response;
}
