import { timingSafeEqual } from 'node:crypto';
import { isLoopback } from '../../model/net/proxy';
import type { Words } from '../../values/words';
import type { HttpRequest } from '../http/http';

/**
 * On loopback no token is needed, so the other checks keep web pages out. Browsers send `Origin` with other methods
 * than GET and HEAD, and to loopback also `Sec-Fetch-Site`. In a DNS rebinding attack, the request carries the
 * attacker's host name as `Host`. A request in process is local and usually has none of these headers.
 */
export function findAuthorizationProblem(
  controlToken: string,
  { headers, isLocal: local, origin }: HttpRequest,
): Words | undefined {
  if (!local && !isEqualInConstantTime(headers['authorization'] ?? '', `Bearer ${controlToken}`)) {
    return 'The controls need Authorization: Bearer <control token> when not listening on loopback.';
  }
  const { host } = headers;
  if (local && host !== undefined && !isLoopback(host.replace(/:\d+$/, ''))) {
    return `The request to the controls has the host '${host}'; on loopback use localhost, 127.0.0.1 or [::1].`;
  }
  const from = headers['origin'];
  if (from !== undefined && from !== origin) {
    return `The request to the controls comes from the origin '${from}'; only pages of '${origin}' may use them.`;
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return `The request to the controls comes from a page of another origin (Sec-Fetch-Site: ${site}).`;
  }
  return undefined;
}

function isEqualInConstantTime(received: string, expected: string): boolean {
  const [a, b] = [Buffer.from(received), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
