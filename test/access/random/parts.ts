import type { Endpoint, Json, JsonObject } from '../reference/account';

export type Rule = { readonly expressions?: Json; readonly actions: Json };

export const act = (type: string, config?: Json): JsonObject => (config === undefined ? { type } : { type, config });
export const always = (...actions: readonly Json[]): Rule => ({ actions });
export const when = (expression: Json, ...actions: readonly Json[]): Rule => ({ expressions: [expression], actions });
export const requests = (...rules: readonly Json[]): JsonObject => ({ on_http_request: rules });
export const DENY = act('deny');
export const OK = act('custom-response', { status_code: 200 });
export const NOT_FOUND = act('custom-response', { status_code: 404, body: 'gone' });

/** Outside of the account. */
export const HOOKS = 'https://hooks.example.net/';
export const REQUEST = act('http-request', { url: HOOKS });

export const URL_A = 'https://a.example.com';

export function cloud(url: string, policy: Json, pooled = false): Endpoint {
  return { url, binding: url.includes('.internal') ? 'internal' : 'public', pooled, owner: 'cloud', policy };
}
