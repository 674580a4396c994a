import type { Json } from '../../values/json';
import { deriveId } from '../crypto/ids';
import { getAnyKind } from '../service/kinds/endpoint';
import { formatObjectUri, toResponseBody } from '../service/objects/render-object';
import { Refusal } from '../service/state/refusal';
import { newestFirst, previousVersion, tryFind } from '../service/state/store';
import type { State } from '../service/state/types';
import type { Fault, FaultEffect, FaultMatch, Faults } from './fault';
import type { HttpRequest, HttpResponse } from './http';
import type { Operation, Route } from './routes';
import { type ServeResult, serve, serveRefusal } from './serve';

export async function serveWithFault(
  state: State,
  request: HttpRequest,
  route: Route | undefined,
  { id, do: effect }: Fault,
): Promise<ServeResult> {
  // The 500 is never sent: without a status only a fault with `drop` gets an error, and then the connection is closed.
  const { status = 500, code, msg: message = `The request failed because of the emulator's fault ${id}.` } = effect;
  const fails = effect.status !== undefined || effect.drop === true;
  const isPerformed = !fails || effect.commit === true;
  const performed = isPerformed ? await serve(state, request, route && withFaultyOperation(route, effect)) : undefined;
  const result =
    performed && effect.status === undefined
      ? performed
      : serveRefusal(state, route, new Refusal(status, code, message, performed?.unknownFields));
  return { ...result, response: withFaultyDelivery(result.response, effect) };
}

function withFaultyOperation(route: Route, { stale, page, another_object: wrongObject }: FaultEffect): Route {
  let operation: Operation = route.operation;
  // A write on an earlier version of the store would be lost.
  if (stale && !operation.writes) operation = withStaleRead(operation);
  if (page && operation.isPaged) operation = withWrongPage(operation, page);
  if (wrongObject) operation = withWrongObject(operation);
  return { ...route, operation };
}

function withStaleRead(operation: Operation): Operation {
  return {
    ...operation,
    perform: (context, input) => {
      const { kind, listed } = operation;
      // The id in the path of `vault.secrets.list` is that of the vault, and the last change of a secret counts.
      const id = listed === undefined ? input.id || undefined : undefined;
      const store = previousVersion(context.account.store, listed ?? kind, id);
      return operation.perform({ ...context, account: { ...context.account, store } }, input);
    },
  };
}

function withWrongPage(operation: Operation, fault: 'repeat' | 'skip'): Operation {
  return {
    ...operation,
    async perform(context, input) {
      const result = await operation.perform(context, input);
      const [key, objects] = Object.entries(result.body ?? {}).find(([, value]) => Array.isArray(value)) ?? [];
      if (key === undefined) return result;
      const page = objects as readonly Json[];
      if (fault === 'skip') return { ...result, body: { ...result.body, [key]: page.slice(1) } };
      const { store } = context.account;
      const before = input.query.get('before_id');
      // A page may have objects of another kind than that of the operation, such as the secrets of a vault.
      const last = before && [...store.kinds.keys()].map((kind) => tryFind(store, kind, before)).find(Boolean);
      const repeated = last ? [toResponseBody(context, last)] : page.slice(0, 1);
      return { ...result, body: { ...result.body, [key]: [...repeated, ...page] } };
    },
  };
}

function withWrongObject(operation: Operation): Operation {
  return {
    ...operation,
    async perform(context, input) {
      const result = await operation.perform(context, input);
      const id = result.body?.['id'];
      if (typeof id !== 'string') return result;
      for (const stored of newestFirst(context.account.store, operation.kind)) {
        if (stored.id !== id) return { ...result, body: toResponseBody(context, stored) };
      }
      const { idPrefix, path } = getAnyKind(operation.kind);
      const otherId = deriveId(idPrefix, id);
      return { ...result, body: { ...result.body, id: otherId, uri: formatObjectUri(context, path, otherId) } };
    },
  };
}

function withFaultyDelivery(response: HttpResponse, effect: FaultEffect): HttpResponse {
  const { body, content_type: type, headers } = effect;
  return {
    status: response.status,
    headers: {
      ...response.headers,
      ...(type !== undefined && { 'content-type': type }),
      ...Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
    },
    body: body ?? response.body,
    transportFault: effect,
  };
}

/**
 * Returns the first fault that matches and has hits left. Counts the request in `seen` of each fault that matches apart
 * from `nth`, and in `hits` of the returned one.
 */
export function matchFault(faults: Faults, request: HttpRequest, route: Route | undefined): Fault | undefined {
  let matched: Fault | undefined;
  for (const fault of faults.set) {
    if (!matches(fault.match, request, route)) continue;
    fault.seen += 1;
    if (matched || (fault.match.nth !== undefined && fault.match.nth !== fault.seen)) continue;
    if (fault.times === null || fault.hits < fault.times) matched = fault;
  }
  if (matched) matched.hits += 1;
  return matched;
}

function matches(match: FaultMatch, { method, path }: HttpRequest, route: Route | undefined): boolean {
  return (
    (match.operation === undefined || match.operation === route?.operation.name) &&
    (match.method === undefined || match.method === method) &&
    (match.kind === undefined || match.kind === route?.operation.kind) &&
    (match.id === undefined || match.id === route?.id) &&
    (match.path === undefined || matchesPath(match.path, path))
  );
}

function matchesPath(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const found = path.split('/');
  const isOpen = expected.at(-1) === '**';
  if (isOpen) expected.pop();
  if (isOpen ? found.length < expected.length : found.length !== expected.length) return false;
  return expected.every((segment, index) => segment === '*' || segment === found[index]);
}
