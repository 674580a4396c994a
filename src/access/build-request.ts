/**
 * A request to the URL of an endpoint as diagrams: the policies of the endpoint, and the restriction of the type
 * `endpoints`.
 */
import { canonicalEndpointUrl, splitUrl } from '../model/formats/endpoint-url';
import { type Cidr, isSingleAddress } from '../model/ip/cidr';
import type { Words } from '../values/words';
import { ALWAYS, type Diagram, NEVER, toNetwork } from './diagram';
import { type AccessFacts, defaultBinding } from './facts';
import { buildEndpoint, type EndpointDiagrams, findServingUrl } from './policy/endpoint';
import { describeEndings } from './policy/walk';
import { admitsToEndpoints } from './restriction';
import { assignRequest, type ConcreteRequest, type Space } from './space';

export interface RequestDiagrams {
  /**
   * URL of the endpoint that serves the request, unless an uncertain one or one that was not read does. Undefined if
   * none does, or if only such ones may.
   */
  readonly endpoint: string | undefined;
  /** The client gets a final response below 400, or a redirect elsewhere. */
  readonly gets: Diagram;
  /** The request reaches an upstream, or an action sends another request. */
  readonly reaches: Diagram;
  /** The addresses that the restriction of the type `endpoints` admits. */
  readonly restricted: Diagram;
  readonly decisions: EndpointDiagrams['decisions'];
  /**
   * The URL for conditions. Not set for a URL without a path: it names the endpoint, and leaves open which path is
   * requested.
   */
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
 * Every address counts if no network is given.
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
