/**
 * The emulator's own controls, below `/_emulator/` and never on a path of the service (design: 'Command line').
 * They are not counted, not logged and not limited; on loopback they need no key.
 */

import { notRoutedBody, refusalFor } from '../http/api-problem';
import { type HttpRequest, type HttpResponse, jsonResponse } from '../http/http';
import type { State } from '../state/state';
import { catchUp } from '../time/serialize';
import { clock } from './clock';
import type { Control } from './control';
import { accessProblem } from './control-authorization';
import { events } from './events';
import { faults } from './faults';
import { health } from './health';
import { objects } from './objects';
import { requests } from './requests';
import { reset } from './reset';
import { settings } from './settings';
import { snapshots } from './snapshots';
import { state } from './state';
import { traffic } from './traffic';
import { pageAnswer } from './web-ui';

const prefix = '/_emulator';

const controls: Readonly<Record<string, Control>> = {
  health,
  reset,
  state,
  snapshots,
  settings,
  clock,
  faults,
  requests,
  objects,
  events,
  traffic,
};

/** Whether the request is to a control. */
export function isControl({ path }: HttpRequest): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

/** Answers a request to a control; errors have the shape of the service's, without error code. */
export async function control(emulator: State, request: HttpRequest): Promise<HttpResponse> {
  const page = pageAnswer(request);
  if (page) return page;
  const { path, method } = request;
  const problem = accessProblem(emulator, request);
  if (problem !== undefined) return refused(403, problem, path);
  const name = path.slice(prefix.length + 1);
  const found = Object.hasOwn(controls, name) ? controls[name] : undefined;
  if (!found) {
    return jsonResponse(
      404,
      notRoutedBody(path, `No control '${name}'; there are ${Object.keys(controls).join(', ')}.`),
    );
  }
  const perform = Object.hasOwn(found, method) ? found[method] : undefined;
  if (!perform)
    return refused(405, `The control '${name}' takes ${Object.keys(found).join(' and ')}, not ${method}.`, path);
  try {
    // A control may mean any account, and some mean all of them.
    for (const account of emulator.accounts.values()) {
      await catchUp({ state: emulator, account, origin: request.origin });
    }
    const answer = await perform(emulator, request);
    if (method !== 'GET') await emulator.save?.();
    return answer;
  } catch (error) {
    const refusal = refusalFor(error);
    return refused(refusal.status, refusal.message, path);
  }
}

function refused(status: number, msg: string, path: string): HttpResponse {
  return jsonResponse(status, { status_code: status, msg, details: { path } });
}
