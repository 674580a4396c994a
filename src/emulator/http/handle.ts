import { append } from '../events/log';
import type { HttpRequest, HttpResponse } from './http';
import { tryFindRoute } from './routes';
import { serve } from './serve';
import { matchFault, serveWithFault } from './serve-with-fault';
import type { HttpState } from './state';

export async function handleRequest(state: HttpState, request: HttpRequest): Promise<HttpResponse> {
  const { requests: log } = state;
  const at = state.clock.now();
  const { method, path } = request;
  const route = tryFindRoute(method, path, 'service', state.profile);
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
