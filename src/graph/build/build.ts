/** Makes the nodes and edges of a graph. What a reference leads to is up to `resolve`, which the caller gives. */
import { displayName } from '../../model/composites';
import { listOwnedKinds } from '../../model/references';
import { oneLine } from '../../model/text';
import type { JsonObject } from '../../values/json';
import type { Graph, GraphEdge, GraphNode } from '../graph';
import { findBadges, findCategory, findLabel, toDetails } from './describe';
import { type GraphKind, rankOfKind, tryFindGraphKind } from './kinds';
import { findObjectReferences, type GraphReference } from './references';

export interface NodeDraft {
  readonly key: string;
  readonly kind: string;
  readonly values: JsonObject;
  readonly location: string;
  /** Label of an object whose values have none, such as the name of its construct or resource. */
  readonly name?: string;
  readonly repeated?: boolean;
  /** References by name are to objects of the same account. */
  readonly account?: string;
  /**
   * Name of the stack that evaluates its expressions. Undefined for an object of a state or an account, which has none.
   */
  readonly scope?: string;
  /** Keys of objects that refer to this one. */
  readonly usedBy?: readonly string[];
}

export type Target =
  | { readonly key: string }
  | { readonly kind: string; readonly label: string; readonly location: string; readonly badges?: readonly string[] };

export type ResolveReference = (reference: GraphReference, object: NodeDraft) => readonly Target[];

export interface BuildOptions {
  readonly resolve: ResolveReference;
  /** Kinds with incomplete lists; no badge says that an object has none of them. */
  readonly incompleteKinds?: readonly string[];
}

/**
 * At most one edge leads from one node to another. Leaves out objects of unknown kinds, and objects with the key of an
 * earlier object.
 */
export function buildGraph(objects: readonly NodeDraft[], { resolve, incompleteKinds = [] }: BuildOptions): Graph {
  const known = new Map<string, KnownDraft>();
  for (const object of objects) {
    const graphKind = tryFindGraphKind(object.kind);
    if (graphKind && !known.has(object.key)) known.set(object.key, { ...object, graphKind });
  }
  const external = new Map<string, GraphNode>();
  const edges = new Map<string, GraphEdge>();
  for (const { edge, target } of [...known.values()].flatMap((object) => findEdges(object, known, resolve))) {
    const id = JSON.stringify([edge.from, edge.to]);
    if (!edges.has(id)) edges.set(id, edge);
    if (target && !('key' in target)) external.set(edge.to, toExternalNode(edge.to, target));
  }
  const withParts = new Set([...edges.values()].flatMap(({ to, belongs }) => (belongs ? [to] : [])));
  const nodes = [...known.values()].map((object) => {
    const missingParts = withParts.has(object.key)
      ? []
      : listOwnedKinds(object.kind)
          .map(({ name }) => name)
          .filter((part) => !incompleteKinds.includes(part));
    return toNode(object, missingParts);
  });
  const all = [...nodes, ...external.values()].sort((a, b) => rankOfKind(a.kind) - rankOfKind(b.kind));
  return { nodes: all, edges: [...edges.values()] };
}

interface KnownDraft extends NodeDraft {
  readonly graphKind: GraphKind;
}

/**
 * Leaves out references to the object itself, and to a key that no node has. An external target is left out if the
 * service set the reference (not `configurable`).
 */
function findEdges(
  object: KnownDraft,
  known: ReadonlyMap<string, KnownDraft>,
  resolve: ResolveReference,
): { edge: GraphEdge; target?: Target }[] {
  const references = findObjectReferences(object.kind, object.values, object.scope !== undefined).flatMap((reference) =>
    resolve(reference, object).flatMap((target) => {
      const isObject = 'key' in target;
      const to = isObject ? target.key : `external ${target.kind} ${target.location}`;
      if (isObject ? !known.has(to) || to === object.key : !reference.configurable) return [];
      return [{ edge: { from: object.key, to, path: reference.path, belongs: reference.belongs }, target }];
    }),
  );
  const users = (object.usedBy ?? []).filter((from) => known.has(from));
  return [
    ...references,
    ...users.map((from) => ({ edge: { from, to: object.key, path: object.kind, belongs: false } })),
  ];
}

function toNode(object: KnownDraft, missingParts: readonly string[]): GraphNode {
  const { key, graphKind: kind, values, location, name, repeated } = object;
  const category = findCategory(kind, values);
  const badges = [
    ...findBadges(kind, values),
    ...missingParts.map((part) => `no ${displayName(part, 0)}`),
    ...(repeated ? ['repeated'] : []),
  ];
  return {
    key,
    kind: object.kind,
    label: findLabel(kind, values) ?? oneLine(name ?? location),
    badges,
    ...(category !== undefined && { category }),
    location: oneLine(location),
    ...(repeated && { repeated }),
    details: toDetails(kind, values),
  };
}

function toExternalNode(key: string, target: Exclude<Target, { key: string }>): GraphNode {
  const { kind, label, location, badges = ['external'] } = target;
  return { key, kind, label: oneLine(label), badges, location: oneLine(location), external: true, details: [] };
}
