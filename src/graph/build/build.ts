/** From things with values to nodes and edges; what an expression or identifier leads to is told by who knows. */


import type { JsonObject } from '../../model/json';
import { oneLine } from '../../model/text';
import type { Graph, GraphEdge, GraphNode } from '../graph';
import { toDetails, findBadges, findCategory, findLabel, childKindsOf } from './describe';
import { type GraphKind, rankOfKind, tryFindGraphKind } from './kinds';
import { type ObjectReference, findReferences } from './references';
import { displayName } from '../../model/composites';

/** One object before it is drawn. */
export interface SourceObject {
  readonly key: string;
  readonly kind: string;
  readonly values: JsonObject;
  readonly location: string;
  /** What the code calls it, for objects that nothing else tells. */
  readonly name?: string;
  readonly repeated?: boolean;
  /** Where its expressions are understood: the name of its stack. */
  readonly scope?: string;
  /** Keys of objects that refer to it without its saying so. */
  readonly usedBy?: readonly string[];
}

/** Where a reference leads. */
export type Target =
  | { readonly key: string }
  /** What is known of an object that is not among the things. */
  | { readonly kind: string; readonly label: string; readonly location: string; readonly badges?: readonly string[] };

/** What a reference of a thing leads to: several targets for an expression of several, none for one that is not told. */
export type ResolveReference = (reference: ObjectReference, thing: SourceObject) => readonly Target[];

/** How the graph is built. */
export interface BuildOptions {
  readonly resolve: ResolveReference;
  /** Names of kinds that were not read to their end: nothing is said about what they lack. */
  readonly incompleteKinds?: readonly string[];
}

/** Builds the graph. Of things with one key the first is drawn; things of kinds that nothing is known of are left out. */
export function buildGraph(things: readonly SourceObject[], { resolve, incompleteKinds: unread = [] }: BuildOptions): Graph {
  const known = new Map<string, KnownObject>();
  for (const thing of things) {
    const of = tryFindGraphKind(thing.kind);
    if (of && !known.has(thing.key)) known.set(thing.key, { ...thing, graphKind: of });
  }
  const elsewhere = new Map<string, GraphNode>();
  const edges = new Map<string, GraphEdge>();
  for (const { edge, target } of [...known.values()].flatMap((thing) => findEdges(thing, known, resolve))) {
    const id = JSON.stringify([edge.from, edge.to]);
    if (!edges.has(id)) edges.set(id, edge);
    if (target && !('key' in target)) elsewhere.set(edge.to, toExternalNode(edge.to, target));
  }
  const withParts = new Set([...edges.values()].flatMap(({ to, belongs }) => (belongs ? [to] : [])));
  const nodes = [...known.values()].map((thing) => {
    const lacking = withParts.has(thing.key) ? [] : childKindsOf(thing.kind).filter((part) => !unread.includes(part));
    return toNode(thing, lacking);
  });
  return { nodes: sortByKind([...nodes, ...elsewhere.values()]), edges: [...edges.values()] };
}

interface KnownObject extends SourceObject {
  readonly graphKind: GraphKind;
}

interface ResolvedReference {
  readonly edge: GraphEdge;
  readonly target?: Target;
}

/** The references of a thing. What the service attached by itself is no reference to anything that is not there. */
function findEdges(thing: KnownObject, known: ReadonlyMap<string, KnownObject>, resolve: ResolveReference): ResolvedReference[] {
  const references = findReferences(thing.kind, thing.values).flatMap((reference) =>
    resolve(reference, thing).flatMap((target): ResolvedReference[] => {
      const isThere = 'key' in target;
      const to = isThere ? target.key : externalKey(target);
      if (isThere ? !known.has(to) || to === thing.key : !reference.configurable) return [];
      return [{ edge: { from: thing.key, to, path: reference.path, belongs: reference.belongs }, target }];
    }),
  );
  const users = (thing.usedBy ?? []).filter((from) => known.has(from));
  return [...references, ...users.map((from) => ({ edge: { from, to: thing.key, path: thing.kind, belongs: false } }))];
}

function toNode(thing: KnownObject, lacking: readonly string[]): GraphNode {
  const { key, graphKind: kind, values, location: place, name, repeated } = thing;
  const grade = findCategory(kind, values);
  const facts = [
    ...findBadges(kind, values),
    ...lacking.map((part) => `no ${displayName(part, 0)}`),
    ...(repeated ? ['repeated'] : []),
  ];
  return {
    key,
    kind: thing.kind,
    label: findLabel(kind, values) ?? oneLine(name ?? place),
    badges: facts,
    ...(grade !== undefined && { category: grade }),
    location: oneLine(place),
    ...(repeated && { repeated }),
    details: toDetails(kind, values),
  };
}

function externalKey({ kind, location: place }: Exclude<Target, { key: string }>): string {
  return `elsewhere ${kind} ${place}`;
}

function toExternalNode(key: string, target: Exclude<Target, { key: string }>): GraphNode {
  const { kind, label, location: place, badges: facts = ['not here'] } = target;
  return { key, kind, label: oneLine(label), badges: facts, location: oneLine(place), external: true, details: [] };
}

function sortByKind(nodes: readonly GraphNode[]): GraphNode[] {
  return nodes
    .map((node, index) => ({ node, index, rank: rankOfKind(node.kind) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ node }) => node);
}
