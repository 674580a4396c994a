/** From things with values to nodes and edges; what an expression or identifier leads to is told by who knows. */

import { displayName } from '../../model/display-name';
import type { JsonObject } from '../../model/json';
import { oneLine } from '../../model/text';
import type { Graph, GraphEdge, GraphNode } from '../graph';
import { detailsOf, factsOf, gradeOf, labelOf, partsOf } from './describe';
import { type GraphKind, rankOfKind, tryFindGraphKind } from './kinds';
import { type FoundReference, referencesOf } from './references';

/** One object before it is drawn. */
export interface Thing {
  readonly key: string;
  readonly kind: string;
  readonly values: JsonObject;
  readonly place: string;
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
  | { readonly kind: string; readonly label: string; readonly place: string; readonly facts?: readonly string[] };

/** What a reference of a thing leads to: several targets for an expression of several, none for one that is not told. */
export type Resolve = (reference: FoundReference, thing: Thing) => readonly Target[];

/** How the graph is built. */
export interface BuildOptions {
  readonly resolve: Resolve;
  /** Names of kinds that were not read to their end: nothing is said about what they lack. */
  readonly unread?: readonly string[];
}

/** Builds the graph. Of things with one key the first is drawn; things of kinds that nothing is known of are left out. */
export function buildGraph(things: readonly Thing[], { resolve, unread = [] }: BuildOptions): Graph {
  const known = new Map<string, Known>();
  for (const thing of things) {
    const of = tryFindGraphKind(thing.kind);
    if (of && !known.has(thing.key)) known.set(thing.key, { ...thing, of });
  }
  const elsewhere = new Map<string, GraphNode>();
  const edges = new Map<string, GraphEdge>();
  for (const { edge, target } of [...known.values()].flatMap((thing) => edgesOf(thing, known, resolve))) {
    const id = JSON.stringify([edge.from, edge.to]);
    if (!edges.has(id)) edges.set(id, edge);
    if (target && !('key' in target)) elsewhere.set(edge.to, elsewhereNode(edge.to, target));
  }
  const withParts = new Set([...edges.values()].flatMap(({ to, belongs }) => (belongs ? [to] : [])));
  const nodes = [...known.values()].map((thing) => {
    const lacking = withParts.has(thing.key) ? [] : partsOf(thing.kind).filter((part) => !unread.includes(part));
    return nodeOf(thing, lacking);
  });
  return { nodes: inOrder([...nodes, ...elsewhere.values()]), edges: [...edges.values()] };
}

interface Known extends Thing {
  readonly of: GraphKind;
}

interface Found {
  readonly edge: GraphEdge;
  readonly target?: Target;
}

/** The references of a thing. What the service attached by itself is no reference to anything that is not there. */
function edgesOf(thing: Known, known: ReadonlyMap<string, Known>, resolve: Resolve): Found[] {
  const references = referencesOf(thing.kind, thing.values).flatMap((reference) =>
    resolve(reference, thing).flatMap((target): Found[] => {
      const isThere = 'key' in target;
      const to = isThere ? target.key : elsewhereKey(target);
      if (isThere ? !known.has(to) || to === thing.key : !reference.given) return [];
      return [{ edge: { from: thing.key, to, path: reference.path, belongs: reference.belongs }, target }];
    }),
  );
  const users = (thing.usedBy ?? []).filter((from) => known.has(from));
  return [...references, ...users.map((from) => ({ edge: { from, to: thing.key, path: thing.kind, belongs: false } }))];
}

function nodeOf(thing: Known, lacking: readonly string[]): GraphNode {
  const { key, of: kind, values, place, name, repeated } = thing;
  const grade = gradeOf(kind, values);
  const facts = [
    ...factsOf(kind, values),
    ...lacking.map((part) => `no ${displayName(part, 0)}`),
    ...(repeated ? ['repeated'] : []),
  ];
  return {
    key,
    kind: thing.kind,
    label: labelOf(kind, values) ?? oneLine(name ?? place),
    facts,
    ...(grade !== undefined && { grade }),
    place: oneLine(place),
    ...(repeated && { repeated }),
    details: detailsOf(kind, values),
  };
}

function elsewhereKey({ kind, place }: Exclude<Target, { key: string }>): string {
  return `elsewhere ${kind} ${place}`;
}

function elsewhereNode(key: string, target: Exclude<Target, { key: string }>): GraphNode {
  const { kind, label, place, facts = ['not here'] } = target;
  return { key, kind, label: oneLine(label), facts, place: oneLine(place), elsewhere: true, details: [] };
}

function inOrder(nodes: readonly GraphNode[]): GraphNode[] {
  return nodes
    .map((node, index) => ({ node, index, rank: rankOfKind(node.kind) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ node }) => node);
}
