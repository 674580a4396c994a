/** Who may ask, how often, and in which version (gaps.md 1.1, 1.2, 1.5, 1.7). */
import { findKind } from '../model/kinds';
import type { Caller } from './call';
import type { HttpRequest } from './message';
import { Refusal } from './refusal';
import type { State } from './state';
import { tryFind } from './store';

/** The caller behind the Authorization header; refuses with 403. The key that was sent is never repeated. */
export function authenticate(state: State, { headers }: HttpRequest): Caller {
  const header = headers['authorization'];
  if (!header) {
    throw new Refusal(403, 200, 'The request has no Authorization header; send Authorization: Bearer <API key>.');
  }
  const token = /^Bearer +(\S+)$/i.exec(header.trim())?.[1];
  if (!token) {
    throw new Refusal(403, 202, 'The Authorization header is malformed; send Authorization: Bearer <API key>.');
  }
  const keyId = ownerOf(state, 'api_key', token);
  if (ownerOf(state, 'tunnel_credential', token)) {
    throw new Refusal(403, 206, 'The token is that of a tunnel credential, which agents use; use an API key.');
  }
  if (keyId === undefined && state.options.apiKeys && !state.options.apiKeys.includes(token)) {
    throw new Refusal(403, 203, 'The API key is well-formed but not valid; use a key of this account.');
  }
  return { token, keyId };
}

/** The object of the kind whose token it is: the first half of a token is an identifier (gaps.md 1.1, 'Key shape'). */
function ownerOf({ account }: State, kindName: string, token: string): string | undefined {
  const half = /^([0-9A-Za-z]{27})_/.exec(token)?.[1];
  const owner = half && tryFind(account.store, kindName, `${findKind(kindName).idPrefix}_${half}`);
  return owner && owner.service['token'] === token ? owner.id : undefined;
}

/** Counts the request against the rate limit, if there is one; refuses with 429. What is refused does not count. */
export function spendRequest(state: State): void {
  const limit = state.options.rateLimit;
  if (!limit) return;
  const now = state.clock.now();
  const start = now - limit.seconds * 1000;
  state.recent = state.recent.filter((time) => time > start);
  if (state.recent.length >= limit.requests) {
    throw new Refusal(
      429,
      226,
      `The account is limited to ${limit.requests} requests in ${limit.seconds} seconds; wait and try again.`,
    );
  }
  state.recent.push(now);
}

/** Asks for the headers that the profile's service wants on each request: its version. */
export function checkVersion({ profile }: State, { headers }: HttpRequest): void {
  for (const [name, wanted] of Object.entries(profile.headers)) {
    const sent = headers[name.toLowerCase()];
    if (!sent) throw new Refusal(400, 218, `The request names no API version; send ${name}: ${wanted}.`);
    if (sent !== wanted) {
      throw new Refusal(400, 217, `The API version '${sent}' is not supported; send ${name}: ${wanted}.`);
    }
  }
}
