/** What is drawn as one box: an object with its parts counted, or many objects that are alike. */


import { groupBy } from '../../model/group-by';
import { counted } from '../../model/text';
import { categoriesOf } from '../build/describe';
import { tryFindGraphKind } from '../build/kinds';
import type { Graph, GraphEdge, GraphNode } from '../graph';
import { displayName } from '../../model/composites';

/** One box. */
export interface Box {
  /** Unique; the key of its first node. */
  readonly key: string;
  readonly kind: string;
  /** One object, or those that are alike. */
  readonly nodes: readonly GraphNode[];
  /** Its parts, when they are counted and not drawn. */
  readonly parts: readonly GraphNode[];
  readonly label: string;
  /** Second line: what it is, with its facts. */
  readonly note: string;
  /** The same for all boxes that have the same neighbours, of which there are many: they are drawn as one block. */
  readonly block?: string;
  readonly external?: true;
}

/** An arrow between boxes. */
export interface Link {
  readonly from: string;
  readonly to: string;
  readonly belongs: boolean;
}

/** Boxes and arrows. */
export interface View {
  readonly items: readonly Box[];
  readonly links: readonly Link[];
}

/** From so many on, objects that are alike are one box: fewer are read faster one by one. */
export const COLLAPSE_FROM = 6;

/** From so many on, boxes with the same neighbours are drawn in rows, because one column of them would be too long. */
const BLOCK_FROM = 7;

/**
 * The boxes of a graph. Folded, an object's parts are counts in its box (`3 allow, 1 deny`), and objects without parts
 * that are alike are one box; of {@link COLLAPSE_FROM} on. Alike are objects of a kind that refer to, and are referred to by,
 * the same ones, and those of many separate pairs (`30 domains` that have a certificate each).
 */
export function collapseGraph(graph: Graph, { collapse: fold }: { readonly collapse: boolean }): View {
  const parts = collapse ? partsByOwner(graph) : new Map<string, GraphNode[]>();
  const hidden = new Set([...parts.values()].flatMap((nodes) => nodes.map(({ key }) => key)));
  const nodes = graph.nodes.filter(({ key }) => !hidden.has(key));
  const edges = graph.edges.filter(({ from, to }) => !hidden.has(from) && !hidden.has(to));
  const alike = similaritySignatures(nodes, edges, collapse);
  const items = [...groupBy(nodes, ({ key }) => alike.get(key) ?? key).entries()].flatMap(
    ([likenessOf, group]): Box[] => {
      const foldable = collapse && group.length >= COLLAPSE_FROM && group.every(({ key }) => !parts.has(key));
      if (foldable) return [toGroupBox(group)];
      const block = group.length >= BLOCK_FROM ? { block: likenessOf } : {};
      return group.map((node) => ({ ...toBox(node, parts.get(node.key) ?? []), ...block }));
    },
  );
  const itemOf = new Map(items.flatMap(({ key, nodes: of }) => of.map((node) => [node.key, key] as const)));
  return { items, links: linksOf(edges, itemOf) };
}

/** Parts are nodes whose only edge leads to the one object that they belong to. */
function partsByOwner({ nodes, edges }: Graph): Map<string, GraphNode[]> {
  const byNode = groupBy(
    [...edges, ...edges.map((edge) => ({ ...edge, from: edge.to, to: edge.from, belongs: false }))],
    ({ from }) => from,
  );
  const elsewhere = new Set(nodes.flatMap((node) => (node.external ? [node.key] : [])));
  const owned = nodes.flatMap((node) => {
    const [edge, second] = byNode.get(node.key) ?? [];
    return edge?.belongs && !second && !elsewhere.has(edge.to) ? [{ node, owner: edge.to }] : [];
  });
  return new Map(
    [...groupBy(owned, ({ owner }) => owner)].map(([owner, group]) => [owner, group.map(({ node }) => node)]),
  );
}

/** A text for each node that is equal for nodes that are alike. */
function similaritySignatures(nodes: readonly GraphNode[], edges: readonly GraphEdge[], fold: boolean): Map<string, string> {
  const near = new Map<string, string[]>(nodes.map(({ key }) => [key, []]));
  for (const { from, to, belongs } of edges) {
    near.get(from)?.push(`to ${belongs ? 'owner ' : ''}${to}`);
    near.get(to)?.push(`from ${belongs ? 'part ' : ''}${from}`);
  }
  const signature = ({ key, kind, external: elsewhere }: GraphNode): string =>
    JSON.stringify([kind, elsewhere ?? false, ...(near.get(key) ?? []).sort()]);
  const alike = new Map(nodes.map((node) => [node.key, signature(node)]));
  if (!fold) return alike;
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const pairs = edges.flatMap((edge) => {
    const [from, to] = [byKey.get(edge.from), byKey.get(edge.to)];
    const alone = near.get(edge.from)?.length === 1 && near.get(edge.to)?.length === 1;
    return from && to && alone && !edge.belongs ? [{ from, to, path: edge.path }] : [];
  });
  const kindOf = ({ kind, external: elsewhere }: GraphNode): string => `${kind}${elsewhere ? ' elsewhere' : ''}`;
  for (const [kinds, group] of groupBy(pairs, ({ from, to, path }) => `${kindOf(from)} ${path} ${kindOf(to)}`)) {
    if (group.length < COLLAPSE_FROM) continue;
    for (const { from, to } of group) {
      alike.set(from.key, `pairs from ${kinds}`);
      alike.set(to.key, `pairs to ${kinds}`);
    }
  }
  return alike;
}

function toBox(node: GraphNode, parts: readonly GraphNode[]): Box {
  const { key, kind, label, badges: facts, external: elsewhere } = node;
  const title = kindTitle(kind);
  const note = [capital(title), ...(parts.length > 0 ? [formatPartCounts(parts)] : []), ...facts].join(' · ');
  return { key, kind, nodes: [node], parts, label, note, ...(elsewhere && { external: elsewhere }) };
}

function toGroupBox(nodes: readonly GraphNode[]): Box {
  const { key, kind, external: elsewhere } = nodes[0] as GraphNode;
  const note = formatCategories(nodes) ?? nodes.map(({ label }) => label).join(', ');
  const label = counted(nodes.length, kindTitle(kind));
  return { key, kind, nodes, parts: [], label, note, ...(elsewhere && { external: elsewhere }) };
}

/** `3 allow, 1 deny`, or how many of which kind. */
export function formatPartCounts(nodes: readonly GraphNode[]): string {
  const grades = formatCategories(nodes);
  if (grades !== undefined) return nodes.some(({ repeated }) => repeated) ? `at least ${grades}` : grades;
  return [...groupBy(nodes, ({ kind }) => kind)]
    .map(([kind, group]) => counted(group.length, kindTitle(kind)))
    .join(', ');
}

function formatCategories(nodes: readonly GraphNode[]): string | undefined {
  const found = groupBy(
    nodes.filter(({ category: grade }) => grade !== undefined),
    ({ category: grade = '' }) => grade,
  );
  if (found.size === 0) return undefined;
  const kind = tryFindGraphKind(nodes.find(({ category: grade }) => grade !== undefined)?.kind ?? '');
  const order = kind ? categoriesOf(kind) : [];
  return [...found]
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([grade, group]) => `${group.length.toLocaleString('en')} ${grade}`)
    .join(', ');
}

/** What people call a kind, or what stands below one. */
export function kindTitle(kind: string): string {
  return tryFindGraphKind(kind)?.title ?? displayName(kind);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function linksOf(edges: readonly GraphEdge[], itemOf: ReadonlyMap<string, string>): Link[] {
  const links = new Map<string, Link>();
  for (const { from, to, belongs } of edges) {
    const [source, target] = [itemOf.get(from), itemOf.get(to)];
    if (source === undefined || target === undefined || source === target) continue;
    links.set(JSON.stringify([source, target]), { from: source, to: target, belongs });
  }
  return [...links.values()];
}
