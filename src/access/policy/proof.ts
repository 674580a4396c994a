/** Requests that prove a difference between two states of an endpoint, in words. */
import type { Words } from '../../values/words';
import type { Proof } from '../compare';
import type { Diagram } from '../diagram';
import { type ConcreteRequest, describeMeaning, type Space } from '../space';
import { findRealizingRequest, type ServesHost } from './realize';

/** `conditions`: when the states differ for some addresses. It depends on variables of the space, not on the address. */
export function findProof(space: Space, conditions: Diagram, url: string, servesHost: ServesHost): Proof | undefined {
  const found = findRealizingRequest(space, conditions, url, servesHost);
  if (!found) return undefined;
  const { variables } = found.found;
  const text = [describeRequest(found.request, url), describeChoices(space, variables)].filter(Boolean).join(', ');
  return { request: found.request, variables, text };
}

/** `if oauth lets the request pass`; empty for a client that shows nothing. */
function describeChoices(space: Space, variables: ReadonlyMap<string, boolean>): Words {
  const unusual = [...variables].flatMap(([key, value]) => {
    const { kind, means, shown } = space.describe(key);
    const isUsual = kind !== 'choice' || value === (shown?.isUsual ?? false);
    return isUsual ? [] : [`${value ? '' : 'not: '}${describeMeaning(means)}`];
  });
  return unusual.length === 0 ? '' : `if ${unusual.join(' and ')}`;
}

/** `with POST /admin and the header x-team: a`; empty if the request has nothing special. */
function describeRequest({ method, url = '', headers = {} }: ConcreteRequest, endpoint: string): Words {
  const path = url.startsWith(endpoint) ? url.slice(endpoint.length) : url;
  const line = [method === 'GET' ? '' : method, path === '/' ? '' : path].filter(Boolean).join(' ');
  const parts = [
    line,
    ...Object.entries(headers).map(([name, value]) => `the header ${name}: ${[value].flat().join(', ')}`),
  ].filter(Boolean);
  return parts.length === 0 ? '' : `with ${parts.join(' and ')}`;
}
