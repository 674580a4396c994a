import { type HttpRequest, jsonResponse } from '../http/http';
import { readJsonBody, readQuery } from '../http/read-input';
import { serveAs } from '../http/serve';
import { createValidator } from '../http/validate-json';
import { ALL_KINDS } from '../service/kinds/endpoint';
import { toResponseBody } from '../service/objects/render-object';
import { newestFirst } from '../service/state/store';
import { type Control, getAccount } from './control';

const validateOperation = createValidator((z) =>
  z.strictObject({
    principal: z.strictObject({
      id: z.string().min(1, { error: 'a string that is not empty' }),
      subject: z.string().min(1, { error: 'a string that is not empty' }),
      source: z.enum(['Dashboard', 'API']),
    }),
    method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
    path: z.string().startsWith('/', { error: 'a path that starts with /' }),
    body: z.unknown().optional(),
    account: z.string().optional(),
  }),
);

/**
 * `POST /_emulator/objects` performs an operation in the name of `principal` and returns the service's response. It is
 * neither logged nor limited; a change is audited as that of a request.
 */
export const objectsControl: Control = {
  POST(state, request) {
    const { principal, method, path, body, account } = validateOperation(readJsonBody(request));
    return serveAs(state, toInnerRequest(request, method, path, body), {
      caller: principal,
      account: getAccount(state, account),
    });
  },
};

function toInnerRequest(outer: HttpRequest, method: string, target: string, body: unknown): HttpRequest {
  const [path = '', ...query] = target.split('?');
  return {
    ...outer,
    method,
    path,
    query: query.join('?'),
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
  };
}

/**
 * `GET /_emulator/state` returns `{profile, time, counts: {kind: n}, objects: {kind: [...]}}` of the first account or
 * of `?account`. The objects are response bodies, newest first.
 */
export const stateControl: Control = {
  GET(emulator, { origin, query }) {
    const { profile, clock } = emulator;
    const account = getAccount(emulator, readQuery(query, ['account']).get('account'));
    const view = { state: emulator, account, origin };
    const objectsByKind = ALL_KINDS.map(({ name }) => {
      const bodies = [...newestFirst(account.store, name)].map((stored) => toResponseBody(view, stored));
      return [name, bodies] as const;
    });
    return jsonResponse(200, {
      profile: profile.name,
      time: new Date(clock.now()).toISOString(),
      counts: Object.fromEntries(objectsByKind.map(([kind, { length }]) => [kind, length])),
      objects: Object.fromEntries(objectsByKind),
    });
  },
};
