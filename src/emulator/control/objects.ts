import type { HttpRequest } from '../http/http';
import { serveAs } from '../http/serve';
import { type Control, getAccount, readInput } from './control';
import { createValidator } from './validate-input';

const validateChange = createValidator((z) =>
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
 * POST performs an operation in the name of `principal` and returns the service's response. The operation is neither
 * logged nor limited, but it is audited. `/endpoints` supports creation here only, because the service itself creates
 * endpoints for running agents.
 */
export const objects: Control = {
  POST(state, request) {
    const { principal, method, path, body, account } = readInput(request, validateChange);
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
