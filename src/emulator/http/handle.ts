import { control, isControl } from '../control';
import { pickFault } from '../control/faults/match-fault';
import { serveWithFault } from '../control/faults/serve';
import { remembered } from '../state/memoize';
import type { State } from '../state/state';
import type { HttpRequest, HttpResponse } from './http';
import { keepExchange } from './http-recording';
import { append } from './log';
import { tryFindRoute } from './routes';
import { serve } from './serve';

/** Answers any request: to the service, which is logged and may meet a fault, or to the controls, which are not. */
export async function handle(state: State, request: HttpRequest): Promise<HttpResponse> {
  if (isControl(request)) return control(state, request);
  const { requests: log, exchanges } = state;
  const at = state.clock.now();
  const { method, path, headers } = request;
  const route = tryFindRoute(method, path, false);
  const fault = pickFault(state.faults, request, route);
  const served = fault ? await serveWithFault(state, request, route, fault) : await serve(state, request, route);
  const { operation, unknownFields } = served;
  const answer = dated(served.answer, state);
  append(log, (n) => {
    keepExchange(exchanges, { n, at, request, answer });
    return {
      n,
      time: isoTime(at),
      method,
      path,
      operation,
      status: answer.wire?.drop ? 0 : answer.status,
      client: headers['user-agent'] ?? '',
      ...(fault && { fault: fault.id }),
      ...(unknownFields.length > 0 && { unknown_fields: unknownFields }),
    };
  });
  return answer;
}

/** With the `Date` of the emulator's clock, which says when the answer was made. */
function dated(answer: HttpResponse, { clock }: State): HttpResponse {
  return { ...answer, headers: { date: httpDate(Math.floor(clock.now() / 1000)), ...answer.headers } };
}

const httpDate = remembered((seconds: number) => new Date(seconds * 1000).toUTCString());
const isoTime = remembered((milliseconds: number) => new Date(milliseconds).toISOString());
