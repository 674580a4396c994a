/** Serves a request to which a fault happens. */

import { ApiProblem } from '../../http/api-problem';
import type { HttpRequest, HttpResponse, Wire } from '../../http/http';
import type { Operation, Route } from '../../http/routes';
import { refuse, type Served, serve } from '../../http/serve';
import type { State } from '../../state/state';
import type { Fault, FaultEffect } from './fault';
import { withStaleRead } from './stale-read';
import { withAnotherObject } from './wrong-object';
import { withWrongPage } from './wrong-page';

/** Serves the request, wrongly. */
export async function serveWithFault(
  state: State,
  request: HttpRequest,
  route: Route | undefined,
  { id, do: effect }: Fault,
): Promise<Served> {
  const fails = effect.status !== undefined || effect.drop === true;
  const performed = fails && !effect.commit ? undefined : await serve(state, request, route && altered(route, effect));
  const served =
    performed && effect.status === undefined ? performed : refuse(state, route, failure(id, effect, performed));
  return { ...served, answer: changed(served.answer, effect) };
}

function failure(id: string, { status = 500, code, msg }: FaultEffect, performed: Served | undefined): ApiProblem {
  const text = msg ?? `The fault ${id} of the emulator makes this request fail.`;
  return new ApiProblem(status, code, text, {}, performed?.unknownFields);
}

/** The route with an operation that answers wrongly. */
function altered(route: Route, { stale, page, another_object: another }: FaultEffect): Route {
  let operation: Operation = route.operation;
  if (stale) operation = withStaleRead(operation);
  if (page) operation = withWrongPage(operation, page);
  if (another) operation = withAnotherObject(operation);
  return { ...route, operation };
}

function changed(answer: HttpResponse, effect: FaultEffect): HttpResponse {
  const { body, content_type: type, headers } = effect;
  const { drop, delay_ms: delayMs, truncate: truncateAt, drip } = effect;
  const wire: Wire = {
    ...(drop && { drop }),
    ...(delayMs !== undefined && { delayMs }),
    ...(truncateAt !== undefined && { truncateAt }),
    ...(drip && { drip: { bytes: drip.bytes, everyMs: drip.every_ms } }),
  };
  return {
    status: answer.status,
    headers: {
      ...answer.headers,
      ...(type !== undefined && { 'content-type': type }),
      ...Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
    },
    body: body ?? answer.body,
    wire,
  };
}
