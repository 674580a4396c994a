/** A request to the URL of an endpoint: the policies of the endpoint, and the restriction of the type `endpoints`. */
import { canonicalEndpointUrl, splitUrl } from '../model/formats/endpoint-url';
import { type Cidr, isSingleAddress } from '../model/ip/cidr';
import { describeCause } from '../values/describe-cause';
import type { Words } from '../values/words';
import { listDeciding } from './decide';
import { ALWAYS, type Diagram, NEVER, toNetwork } from './diagram';
import { type AccessFacts, defaultBinding } from './facts';
import { buildEndpoint, type EndpointDiagrams, findServingUrl } from './policy/endpoint';
import { describeEndings } from './policy/walk';
import { admitsToEndpoints } from './restriction';
import {
  assignRequest,
  atAddress,
  type ConcreteRequest,
  createSpace,
  describeMeaning,
  readAddress,
  type Space,
} from './space';

export interface RequestDiagrams {
  /**
   * The URL of the endpoint that serves the request: `https://*.example.com`. Undefined if none certainly has a fitting
   * URL. Beside it, an endpoint that is uncertain or was not read may serve the request; the diagrams consider that.
   */
  readonly endpoint: string | undefined;
  readonly gets: Diagram;
  /** The request reaches an upstream, or an action sends another request. */
  readonly reaches: Diagram;
  /** The addresses that the restriction of the type `endpoints` admits; all for an internal endpoint. */
  readonly restricted: Diagram;
  readonly decisions: EndpointDiagrams['decisions'];
  /** For conditions. Without `url` if the asked URL has no path, which leaves open what is requested. */
  readonly request: Pick<ConcreteRequest, 'url'>;
}

export function buildRequestDiagrams(space: Space, facts: AccessFacts, url: string): RequestDiagrams {
  const { url: origin, rest } = splitUrl(url) ?? { url, rest: '' };
  const served = findServingUrl(facts, origin);
  const binding = served?.binding ?? defaultBinding(canonicalEndpointUrl(origin));
  const { gets, reaches, sends, decisions } = buildEndpoint(space, facts, origin, binding);
  const { or, and } = space.diagrams;
  const restricted = admitsToEndpoints(space, facts, binding);
  return {
    endpoint: served?.endpoint,
    gets: and(gets, restricted),
    reaches: and(or(reaches, sends), restricted),
    restricted,
    decisions,
    request: rest === '' ? {} : { url },
  };
}

/**
 * What may end the request of a client in the network: `the IP restriction of endpoints`, or actions such as
 * `on_http_request[0].actions[0]: deny`. Several if conditions, what is not known, or the addresses choose among them.
 */
export function explainRequest(
  space: Space,
  { decisions, restricted }: Pick<RequestDiagrams, 'decisions' | 'restricted'>,
  request: ConcreteRequest,
  network: Cidr | undefined,
): Words[] {
  const { and, networks, without } = space.diagrams;
  const inside = network === undefined ? ALWAYS : networks([network]);
  const admitted = and(inside, restricted);
  const isPossible = (diagram: Diagram): boolean => space.possiblyFor(diagram) !== NEVER;
  // Addresses of a wider network may be decided by different rules.
  const address = network && isSingleAddress(network) ? network : undefined;
  return [
    ...(isPossible(without(inside, restricted)) ? ['the IP restriction of endpoints'] : []),
    ...describeEndings(
      decisions.filter(({ when }) => isPossible(and(assignRequest(space, when, request), admitted))),
      address && toNetwork(address),
    ),
  ];
}

/** The decision for one request. */
export interface EndpointAccess {
  /** URL of the endpoint that serves the request; undefined if none surely does. */
  readonly endpoint: string | undefined;
  /**
   * `admitted`: the client surely gets a response below 400, a redirect elsewhere, or the response of an upstream.
   * `denied`: it surely does not, the request reaches no upstream, and no action sends another one. `unknown`: what is
   * not known decides, or the client surely gets none of these and yet something is reached or sent, as by
   * `[ http-request ; deny ]`.
   */
  readonly decision: 'admitted' | 'denied' | 'unknown';
  /**
   * Empty unless the decision is `unknown`: the conditions and unknown values that decide, or `the address of the
   * client`, or that the request reaches something although the client gets an error.
   */
  readonly depends: readonly string[];
  /** What ends the request: `on_http_request[0].actions[0]: deny`. Empty if the decision is `unknown`. */
  readonly because: readonly Words[];
}

/**
 * The facts must have every endpoint with its URL, as those of the emulator do: an endpoint that only may serve the URL
 * counts as none, so the request is `denied`. All else may be unknown. If the URL has a path, the request is a GET
 * without headers unless these are `given`. Everything else that is not given is unknown.
 */
export function decideRequest(facts: AccessFacts, url: string, given: Omit<ConcreteRequest, 'url'>): EndpointAccess {
  const space = createSpace();
  const built = buildRequestDiagrams(space, facts, url);
  const { endpoint } = built;
  if (endpoint === undefined) {
    return { endpoint, decision: 'denied', depends: [], because: [`no endpoint has the URL ${url}`] };
  }
  const defaults = built.request.url === undefined ? {} : { method: 'GET', headers: {} };
  const request: ConcreteRequest = { ...defaults, ...given, ...built.request };
  const [gets, reaches] = [forRequest(built.gets), forRequest(built.reaches)];
  const isAlways = (diagram: Diagram): boolean => space.surelyFor(diagram) === ALWAYS;
  const isNever = (diagram: Diagram): boolean => space.possiblyFor(diagram) === NEVER;
  const decision = isAlways(gets) ? 'admitted' : isNever(gets) && isNever(reaches) ? 'denied' : 'unknown';
  if (decision !== 'unknown') {
    const because = explainRequest(space, built, request, readAddress(request.clientIp ?? ''));
    return { endpoint, decision, depends: [], because };
  }
  const isReachedWithError = isNever(gets) && isAlways(reaches);
  const reasons = listDeciding(space, [gets, reaches]).map(describeMeaning);
  // Without a variable only the address can decide.
  const otherwise = reasons.length === 0 && request.clientIp === undefined ? ['the address of the client'] : reasons;
  const depends = isReachedWithError ? [describeCause({ kind: 'reached_with_error' })] : otherwise;
  return { endpoint, decision, depends, because: [] };

  function forRequest(diagram: Diagram): Diagram {
    const assigned = assignRequest(space, diagram, request);
    return request.clientIp === undefined ? assigned : (atAddress(space, assigned, request.clientIp) ?? assigned);
  }
}
