/** Endpoints as diagrams. Until traffic policies are built on syntax trees, only equal inputs are equal. */
import { Unknown } from '../model/known';
import type { Proof } from './compare';
import type { Diagram } from './diagram';
import type { AccessFacts } from './facts';
import type { ConcreteRequest, Space } from './space';

export interface EndpointDiagrams {
  readonly reaches: Diagram;
  readonly gets: Diagram;
}

export function buildEndpoint(space: Space, facts: AccessFacts, url: string, binding: string): EndpointDiagrams {
  const inputs = JSON.stringify([url, binding, facts.endpoints, facts.rules.objects]);
  const fact = space.fact(new Unknown('the traffic policy is not evaluated'), inputs);
  return { reaches: fact, gets: fact };
}

export function findProof(_space: Space, _conditions: Diagram, _url: string): Proof | undefined {
  return undefined;
}

export function assignRequest(_space: Space, diagram: Diagram, _request: ConcreteRequest): Diagram {
  return diagram;
}
