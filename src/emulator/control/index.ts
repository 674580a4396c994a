/**
 * The emulator's own endpoints below `/_emulator/`, where the service has no path. Requests to them are not counted,
 * logged or limited.
 */

import { type HttpRequest, type HttpResponse, jsonResponse } from '../http/http';
import { routeProblem, toRefusal } from '../http/problem';
import { advanceToNow, runChange } from '../service/objects/changes';
import { accessControl } from './access';
import { clockControl } from './clock';
import { type Control, NO_CONTENT } from './control';
import { findAuthorizationProblem } from './control-authorization';
import { eventsControl, trafficControl } from './events';
import { faultsControl } from './faults';
import { objectsControl, stateControl } from './objects';
import { pictureControl } from './picture';
import { requestsControl } from './requests';
import { settingsControl } from './settings';
import { snapshotsControl } from './snapshots';
import { type EmulatorState, resetEmulatorState } from './state';
import { isOpenedInBrowser, webUiResponse } from './web-ui';

const PREFIX = '/_emulator';

/** `delivery` in the response is the problem that prevented the last write of events to files. */
const healthControl: Control = {
  GET: ({ profile, deliveryFolder }) =>
    jsonResponse(200, {
      status: 'ok',
      profile: profile.name,
      ...(deliveryFolder?.problem !== undefined && { delivery: deliveryFolder.problem }),
    }),
};

const resetControl: Control = {
  async POST(emulator) {
    await runChange(emulator, () => resetEmulatorState(emulator));
    return NO_CONTENT;
  },
};

const CONTROLS: Readonly<Record<string, Control>> = {
  health: healthControl,
  reset: resetControl,
  state: stateControl,
  picture: pictureControl,
  snapshots: snapshotsControl,
  settings: settingsControl,
  clock: clockControl,
  faults: faultsControl,
  requests: requestsControl,
  objects: objectsControl,
  events: eventsControl,
  traffic: trafficControl,
  access: accessControl,
};

/** Also true for `GET /` of a browser, whose `Accept` has `text/html`. */
export function isControlRequest(request: HttpRequest): boolean {
  const { path } = request;
  return path === PREFIX || path.startsWith(`${PREFIX}/`) || isOpenedInBrowser(request);
}

export async function handleControl(emulator: EmulatorState, request: HttpRequest): Promise<HttpResponse> {
  const page = webUiResponse(request);
  if (page) return page;
  const { path, method } = request;
  const problem = findAuthorizationProblem(emulator.controlToken, request);
  if (problem !== undefined) return routeProblem(403, problem, path);
  const name = path.slice(PREFIX.length + 1);
  const control = Object.hasOwn(CONTROLS, name) ? CONTROLS[name] : undefined;
  if (!control) {
    const names = Object.keys(CONTROLS).join(', ');
    return routeProblem(404, `Control '${name}' does not exist; expected one of ${names}.`, path);
  }
  const operation = Object.hasOwn(control, method) ? control[method] : undefined;
  if (!operation) {
    const methods = Object.keys(control).join(' or ');
    return routeProblem(405, `Control '${name}' does not support ${method}; expected ${methods}.`, path);
  }
  try {
    // In every account, because some controls concern all of them.
    for (const account of emulator.accounts.values()) {
      await advanceToNow({ state: emulator, account, origin: request.origin });
    }
    const response = await operation(emulator, request);
    if (method !== 'GET') await emulator.save?.();
    return response;
  } catch (error) {
    const { status, message } = toRefusal(error);
    return routeProblem(status, message, path);
  }
}
