/** What can be drawn, from the model: every kind, and the collections below an object that are objects themselves. */
import { COMPOSITES } from '../../model/composites';
import type { Attributes, Kind } from '../../model/kind';
import { KINDS } from '../../model/kinds';
import { BOUND_ENDPOINTS } from '../../model/sub-collections';

/** What is drawn as a box. */
export interface GraphKind extends Pick<Kind, 'name' | 'title'> {
  readonly attributes: Attributes;
  readonly naturalKey?: Kind['naturalKey'];
  /** Name of the kind that its objects stand below of, which then refers to them. */
  readonly parent?: string;
}

/** Endpoints have no operation of their own; they are what the sub-collection of an operator lists. */
const boundEndpoint: GraphKind = {
  name: BOUND_ENDPOINTS.title.replaceAll(' ', '_'),
  title: BOUND_ENDPOINTS.title,
  attributes: BOUND_ENDPOINTS.attributes,
  parent: BOUND_ENDPOINTS.parent,
};

/** Name of the kind that endpoints of an operator are drawn as. */
export const ENDPOINT = boundEndpoint.name;

/** Every kind in the model's order, what stands below an object behind it. */
export const GRAPH_KINDS: readonly GraphKind[] = KINDS.flatMap((kind) =>
  kind.name === boundEndpoint.parent ? [kind, boundEndpoint] : [kind],
);

const byName = new Map<string, GraphKind>(
  [...GRAPH_KINDS, ...COMPOSITES.filter(({ exclusive }) => exclusive)].map((kind) => [kind.name, kind]),
);

/** The kind, or exclusive set of objects, of that name; undefined for what stands for no object. */
export function tryFindGraphKind(name: string): GraphKind | undefined {
  return byName.get(name);
}

const order = new Map([...byName.keys()].map((name, index) => [name, index]));

/** Position of a kind in the model's order; kinds that it does not know come last. */
export function rankOfKind(name: string): number {
  return order.get(name) ?? order.size;
}
