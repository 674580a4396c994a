import { COMPOSITES } from '../../model/composites';
import type { Attributes, Kind } from '../../model/kind';
import { KINDS } from '../../model/kinds';
import { BOUND_ENDPOINTS } from '../../model/sub-collections';

/** A kind of the model, the bound endpoints of an operator, or the rule set. */
export interface GraphKind extends Pick<Kind, 'name' | 'title'> {
  readonly attributes: Attributes;
  readonly naturalKey?: Kind['naturalKey'];
  /** The kind whose objects contain these and refer to them. */
  readonly parent?: string;
}

const boundEndpoint: GraphKind = {
  name: BOUND_ENDPOINTS.title.replaceAll(' ', '_'),
  title: BOUND_ENDPOINTS.title,
  attributes: BOUND_ENDPOINTS.attributes,
  parent: BOUND_ENDPOINTS.parent,
};

export const BOUND_ENDPOINT_KIND = boundEndpoint.name;

/**
 * All kinds in the model's order, and the bound endpoints after the operators. The rule set is only in {@link
 * DRAWN_KINDS}.
 */
export const GRAPH_KINDS: readonly GraphKind[] = KINDS.flatMap((kind) =>
  kind.name === boundEndpoint.parent ? [kind, boundEndpoint] : [kind],
);

const byName = new Map<string, GraphKind>(
  [...GRAPH_KINDS, ...COMPOSITES.filter(({ exclusive }) => exclusive)].map((kind) => [kind.name, kind]),
);

/**
 * The names of all kinds that a node may have. The last one is the rule set: it has a node only if its rules are not
 * known, or if the set has `count` or `for_each`; otherwise each rule has one.
 */
export const DRAWN_KINDS: readonly string[] = [...byName.keys()];

export function tryFindGraphKind(name: string): GraphKind | undefined {
  return byName.get(name);
}

const order = new Map([...byName.keys()].map((name, index) => [name, index]));

/** The position in {@link DRAWN_KINDS}. Unknown kinds are last. */
export function rankOfKind(name: string): number {
  return order.get(name) ?? order.size;
}
