/** Whom an endpoint admits: the endpoint of a URL, and the outcomes of its policy. */
import { canonicalEndpointUrl, parseEndpointUrl } from '../../formats/endpoint-url';
import { SCHEMES } from '../data/schema';
import { evaluateTrafficPolicy, type PolicyObjects, type PolicyOutcome, summarizeOutcomes } from './policy';
import type { PolicyRequest } from './request';

/** An endpoint that is online. */
export interface AccessEndpoint {
  readonly url: string;
  /** Undefined for an endpoint of an agent, whose policy may be elsewhere. */
  readonly policy?: string | undefined;
}

export interface AccessObjects extends Pick<PolicyObjects, 'ipPolicy'> {
  readonly endpoints: readonly AccessEndpoint[];
  /** Other endpoints may exist, so the target of a forward may be online. */
  readonly isIncomplete?: boolean;
}

/** The decision for one request. */
export interface EndpointAccess {
  /** URL of the endpoint; undefined if none has the URL of the request. */
  readonly endpoint: string | undefined;
  readonly decision: 'admitted' | 'denied' | 'unknown';
  readonly outcomes: readonly PolicyOutcome[];
}

/**
 * Evaluates a request to `url`. A URL without path is an endpoint: only its connection is known, and conditions about the
 * request have no result.
 */
export function evaluateAccess(
  objects: AccessObjects,
  url: string,
  request: Omit<PolicyRequest, 'url'>,
): EndpointAccess {
  const endpoint = findEndpoint(objects.endpoints, url);
  if (!endpoint) {
    const reason = `no endpoint has the URL ${url}`;
    const missing: PolicyOutcome = { result: 'unhandled', admitted: false, reason, depends: [], passes: [] };
    return { endpoint: undefined, decision: 'denied', outcomes: [missing] };
  }
  const scheme = SCHEMES.find((known) => endpoint.url.startsWith(`${known}:`)) ?? 'https';
  const policyObjects: PolicyObjects = {
    ipPolicy: (id) => objects.ipPolicy(id),
    endpoint(target) {
      const found = findEndpoint(objects.endpoints, target);
      if (!found) return objects.isIncomplete ? undefined : 'missing';
      return found.policy === undefined ? 'agent' : { policy: found.policy };
    },
  };
  const hasPath = /^[^:]+:\/\/[^/]+\//.test(url);
  const known: PolicyRequest = { ...request, ...(hasPath && { url }) };
  const outcomes: readonly PolicyOutcome[] =
    endpoint.policy === undefined
      ? [{ result: 'forwarded', admitted: true, reason: 'the endpoint of an agent', depends: [], passes: [] }]
      : evaluateTrafficPolicy(endpoint.policy, scheme, known, policyObjects);
  return { endpoint: endpoint.url, decision: summarizeOutcomes(outcomes), outcomes };
}

/** The endpoint with the URL, or the most specific wildcard over it. */
function findEndpoint(endpoints: readonly AccessEndpoint[], url: string): AccessEndpoint | undefined {
  const origin = canonicalEndpointUrl(url.replace(/^([^:]+:\/\/[^/?#]*).*$/s, '$1'));
  const parsed = parseEndpointUrl(origin);
  if ('problem' in parsed) return undefined;
  const { scheme, host, port } = parsed;
  const labels = host.split('.');
  const hosts = [host, ...labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`)];
  for (const candidate of hosts) {
    const wanted = canonicalEndpointUrl(
      port === undefined ? `${scheme}://${candidate}` : `${scheme}://${candidate}:${port}`,
    );
    const found = endpoints.find((endpoint) => canonicalEndpointUrl(endpoint.url) === wanted);
    if (found) return found;
  }
  return undefined;
}
