/**
 * Decides one request to an endpoint: the control API of the emulator asks it (`findAccess`), and so does the testing
 * kit.
 */
import { describeCause } from '../values/describe-cause';
import type { Words } from '../values/words';
import { buildRequestDiagrams, explainRequest } from './build-request';
import { listDeciding } from './decide';
import { ALWAYS, type Diagram, NEVER } from './diagram';
import type { AccessFacts } from './facts';
import { assignRequest, atAddress, type ConcreteRequest, createSpace, describeMeaning, readAddress } from './space';

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
   * Empty unless the decision is `unknown`: the conditions and unknown values that decide, or that the request reaches
   * something although the client gets an error.
   */
  readonly depends: readonly string[];
  /** What ends the request: `on_http_request[0].actions[0]: deny`. Empty if the decision is `unknown`. */
  readonly because: readonly Words[];
}

/**
 * The facts must have every endpoint with its URL, as those of the emulator do: an endpoint that only may serve the URL
 * counts as none, so the request is `denied`. All else may be unknown. If the URL has a path, the request is a GET
 * without headers unless these are `given`. What else is not given of it is unknown too.
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
