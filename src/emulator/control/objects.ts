import type { HttpRequest } from '../http/http';
import { serveAs } from '../http/serve';
import type { Control } from './control';
import { accountNamed, readInput } from './input';

interface Change {
  readonly principal: { readonly id: string; readonly subject: string; readonly source: 'Dashboard' | 'API' };
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly account?: string | undefined;
}

/**
 * Performs an operation in somebody's name, behind everybody's back: neither logged nor limited, but audited, and
 * answered as the service would, in `account`, by default the first. Endpoints, which the service itself cannot make, are made here, at `/endpoints`.
 */
export const objects: Control = {
  async POST(state, request) {
    const { principal, method, path, body, account } = await readInput<Change>(request, (z) =>
      z.strictObject({
        principal: z.strictObject({
          id: z.string().min(1),
          subject: z.string().min(1),
          source: z.enum(['Dashboard', 'API']),
        }),
        method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
        path: z.string().startsWith('/'),
        body: z.unknown().optional(),
        account: z.string().optional(),
      }),
    );
    return serveAs(state, innerRequest(request, method, path, body), {
      caller: principal,
      account: accountNamed(state, account),
    });
  },
};

function innerRequest(outer: HttpRequest, method: string, target: string, body: unknown): HttpRequest {
  const question = target.indexOf('?');
  return {
    ...outer,
    method,
    path: question < 0 ? target : target.slice(0, question),
    query: question < 0 ? '' : target.slice(question + 1),
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
  };
}
