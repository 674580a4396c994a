/** Requests that prove a difference between two states of an endpoint, in words. */
import type { Proof } from '../compare';
import type { Diagram } from '../diagram';
import type { ConcreteRequest, Space } from '../space';
import { findRealizingRequest } from './realize';

/** `conditions`: when the states differ for some addresses. It depends on variables of the space, not on the address. */
export function findProof(space: Space, conditions: Diagram, url: string): Proof | undefined {
  const found = findRealizingRequest(space, conditions, url);
  return (
    found && { request: found.request, variables: found.found.variables, text: describeRequest(found.request, url) }
  );
}

/** `with POST /admin and the header x-team: a`; empty if the request has nothing special. */
function describeRequest({ method, url = '', headers = {} }: ConcreteRequest, endpoint: string): string {
  const path = url.startsWith(endpoint) ? url.slice(endpoint.length) : url;
  const line = [method === 'GET' ? '' : method, path === '/' ? '' : path].filter(Boolean).join(' ');
  const parts = [
    line,
    ...Object.entries(headers).map(([name, value]) => `the header ${name}: ${[value].flat().join(', ')}`),
  ].filter(Boolean);
  return parts.length === 0 ? '' : `with ${parts.join(' and ')}`;
}
