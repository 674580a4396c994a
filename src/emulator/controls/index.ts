/**
 * The emulator's own controls, below `/_emulator/` and never on a path of the service (design: 'Command line').
 * They are not counted, not logged and not limited; on loopback they need no key.
 */
import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../message';
import { pageAnswer } from '../page';
import { notRoutedBody, refusalFor } from '../refusal';
import type { State } from '../state';
import { catchUp } from '../turns';
import type { Control } from './control';
import { events } from './events';
import { health } from './health';
import { objects } from './objects';
import { requests } from './requests';
import { reset } from './reset';
import { settings } from './settings';
import { state } from './state';
import { traffic } from './traffic';

const prefix = '/_emulator';

const controls: Readonly<Record<string, Control>> = {
  health,
  reset,
  state,
  settings,
  requests,
  objects,
  events,
  traffic,
};

/** Named by the design, and not there yet; asked for, they say so. */
const planned: readonly string[] = ['faults', 'clock'];

/** Whether the request is to a control. */
export function isControl({ path }: HttpRequest): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

/** Answers a request to a control; errors have the shape of the service's, without error code. */
export async function control(emulator: State, request: HttpRequest): Promise<HttpAnswer> {
  const page = pageAnswer(request);
  if (page) return page;
  const { path, method } = request;
  if (!request.local && request.headers['authorization'] !== `Bearer ${emulator.controlToken}`) {
    return refused(
      403,
      'The controls need Authorization: Bearer <control token> when not listening on loopback.',
      path,
    );
  }
  const name = path.slice(prefix.length + 1);
  if (planned.includes(name)) return jsonAnswer(404, notRoutedBody(path, `The control '${name}' is not served yet.`));
  const found = Object.hasOwn(controls, name) ? controls[name] : undefined;
  if (!found) {
    return jsonAnswer(404, notRoutedBody(path, `No control '${name}'; there are ${Object.keys(controls).join(', ')}.`));
  }
  const perform = Object.hasOwn(found, method) ? found[method] : undefined;
  if (!perform)
    return refused(405, `The control '${name}' takes ${Object.keys(found).join(' and ')}, not ${method}.`, path);
  try {
    await catchUp({ state: emulator, account: emulator.account, origin: request.origin });
    return await perform(emulator, request);
  } catch (error) {
    const refusal = refusalFor(error);
    return refused(refusal.status, refusal.message, path);
  }
}

function refused(status: number, msg: string, path: string): HttpAnswer {
  return jsonAnswer(status, { status_code: status, msg, details: { path } });
}
