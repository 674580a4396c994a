/** Who may ask, how often, and in which version (gaps.md 1.1, 1.2, 1.5, 1.7). */
import { getKind } from '../../model/kinds';
import type { Caller } from '../objects/request-context';
import { tryFind } from '../objects/store';
import { accountOfKey } from '../state/accounts';
import type { Account, State } from '../state/state';
import { ApiProblem } from './api-problem';
import type { HttpRequest } from './http';

/** Who asks, and in which account. */
export interface Admission {
  readonly caller: Caller;
  readonly account: Account;
}

/** The caller behind the Authorization header; refuses with 403. The key that was sent is never repeated. */
export function authenticate(state: State, { headers }: HttpRequest): Admission {
  const header = headers['authorization'];
  if (!header) {
    throw new ApiProblem(403, 200, 'The request has no Authorization header; send Authorization: Bearer <API key>.');
  }
  const [, scheme, credential = ''] = /^(Bearer|Basic)(?: +(.*))?$/i.exec(header.trim()) ?? [];
  if (!scheme) {
    throw new ApiProblem(403, 201, 'The Authorization header cannot be parsed; send Authorization: Bearer <API key>.');
  }
  const token = scheme.toLowerCase() === 'bearer' ? /^\S+$/.exec(credential)?.[0] : undefined;
  if (!token) {
    throw new ApiProblem(403, 202, 'The Authorization header holds no API key; send Authorization: Bearer <API key>.');
  }
  if (ownerOf(state, 'tunnel_credential', token)) {
    throw new ApiProblem(403, 206, 'The token is that of a tunnel credential, which agents use; use an API key.');
  }
  const key = ownerOf(state, 'api_key', token);
  const account = key?.account ?? accountOfKey(state, token);
  if (!account) throw new ApiProblem(403, 203, 'The API key is well-formed but not valid; use a key of this account.');
  return { caller: { token, keyId: key?.id }, account };
}

/** The object of the kind whose token it is: the first half of a token is an identifier (gaps.md 1.1, 'Key shape'). */
function ownerOf(state: State, kindName: string, token: string): { id: string; account: Account } | undefined {
  const half = /^([0-9A-Za-z]{27})_/.exec(token)?.[1];
  if (half === undefined) return undefined;
  const id = `${getKind(kindName).idPrefix}_${half}`;
  for (const account of state.accounts.values()) {
    if (tryFind(account.store, kindName, id)?.service['token'] === token) return { id, account };
  }
  return undefined;
}

/**
 * Counts the request against the account's rate limit, if there is one; refuses with 429. What is refused does not
 * count, and a request counts no more when the window's length has passed since.
 */
export function spendRequest({ options, clock }: State, account: Account): void {
  const limit = options.rateLimit;
  if (!limit) return;
  const now = clock.now();
  const window = limit.seconds * 1000;
  // Requests from a time to come were made before the clock was put back.
  account.recent = account.recent.filter((time) => time > now - window && time <= now);
  const [oldest = now] = account.recent;
  if (account.recent.length >= limit.requests) {
    const wait = Math.ceil((oldest + window - now) / 1000);
    throw new ApiProblem(
      429,
      226,
      `The account is limited to ${limit.requests} requests in ${limit.seconds} seconds; wait and try again.`,
      limit.retryAfter ? { 'retry-after': String(wait) } : {},
    );
  }
  account.recent.push(now);
}

/** Asks for the headers that the profile's service wants on each request: its version. */
export function checkVersion({ profile }: State, { headers }: HttpRequest): void {
  for (const [name, wanted] of Object.entries(profile.headers)) {
    const sent = headers[name.toLowerCase()];
    if (!sent) throw new ApiProblem(400, 218, `The request names no API version; send ${name}: ${wanted}.`);
    if (sent !== wanted) {
      throw new ApiProblem(400, 217, `The API version '${sent}' is not supported; send ${name}: ${wanted}.`);
    }
  }
}
