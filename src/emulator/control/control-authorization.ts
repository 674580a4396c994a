/** Who may use the controls. They need no key on loopback, so what keeps web pages away from them stands here. */
import { timingSafeEqual } from 'node:crypto';
import { isLoopback } from '../../model/net/loopback';
import type { HttpRequest } from '../http/http';
import type { State } from '../state/state';

/**
 * Why a request may not use the controls, as sentences; undefined if it may.
 *
 * A page of another origin that a browser shows must not reach them: browsers send `Origin` with whatever changes
 * something and `Sec-Fetch-Site` with everything. Nor may a page whose name was made to mean this machine after it was
 * loaded (DNS rebinding): its requests carry that name as `Host`. In process there is no browser and no `Host`.
 */
export function accessProblem({ controlToken }: State, { headers, local, origin }: HttpRequest): string | undefined {
  if (!local && !isSame(headers['authorization'] ?? '', `Bearer ${controlToken}`)) {
    return 'The controls need Authorization: Bearer <control token> when not listening on loopback.';
  }
  const { host } = headers;
  if (local && host !== undefined && !isLoopback(host.replace(/:\d+$/, ''))) {
    return `The controls are asked for under the host '${host}'; on loopback use localhost, 127.0.0.1 or [::1].`;
  }
  const from = headers['origin'];
  if (from !== undefined && from !== origin) {
    return `The controls are asked for by a page of the origin '${from}'; only pages of '${origin}' may.`;
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return `The controls are asked for by a page of another site (Sec-Fetch-Site: ${site}).`;
  }
  return undefined;
}

/** In a time that says nothing about how much of it is right. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
