import { handleControl, isControlRequest } from './control';
import type { EmulatorState } from './control/state';
import { handleRequest } from './http/handle';
import type { HttpRequest, HttpResponse } from './http/http';

export function handle(state: EmulatorState, request: HttpRequest): Promise<HttpResponse> {
  return isControlRequest(request) ? handleControl(state, request) : handleRequest(state, request);
}
