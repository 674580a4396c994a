import { groupBy } from '../../model/arrays';
import { displayName } from '../../model/composites';
import { formatCount } from '../../model/text';
import { SEVERITY } from '../../report/section';
import { categoriesOf } from '../build/describe';
import { rankOfKind, tryFindGraphKind } from '../build/kinds';
import type { Graph, GraphEdge, GraphNode, Mark } from '../graph';
import type { LayoutLink } from './box';

/** An object with its parts, or several similar objects. */
export interface Box {
  /** The key of its first node. */
  readonly key: string;
  readonly kind: string;
  readonly nodes: readonly GraphNode[];
  /** Parts of the object that are counted and not drawn. */
  readonly parts: readonly GraphNode[];
  readonly label: string;
  /**
   * The second line. Of one object: marks, kind, numbers of parts and badges. Of several: their mark, and their
   * categories or labels.
   */
  readonly note: string;
  /** Equal for {@link BLOCK_FROM} or more similar objects that are not collapsed: a block in SVG and pages. */
  readonly block?: string;
  readonly external?: true;
  /** The most severe mark of its objects and parts. */
  readonly mark?: Mark;
}

export interface View {
  readonly items: readonly Box[];
  readonly links: readonly LayoutLink[];
}

/** Chosen. Minimum number of similar objects in one box. */
const COLLAPSE_FROM = 6;

/** Chosen. Minimum number of boxes in a block, which has one line for all of them. */
const BLOCK_FROM = 7;

/**
 * Converts a graph to boxes. With `collapse`, the parts of an object are counted in its box (`3 allow, 1 deny`), and
 * {@link COLLAPSE_FROM} or more similar objects become one box if none of them has such parts. Objects of a kind with
 * the same mark are similar if they have the same neighbors; with `collapse` also if each is connected only to one
 * other object, by the same attribute to the same kind, like domains with their certificates.
 */
export function collapseGraph(graph: Graph, { collapse }: { readonly collapse: boolean }): View {
  const parts = collapse ? partsByOwner(graph) : new Map<string, GraphNode[]>();
  const hidden = new Set([...parts.values()].flatMap((nodes) => nodes.map(({ key }) => key)));
  const nodes = graph.nodes.filter(({ key }) => !hidden.has(key));
  const edges = graph.edges.filter(({ from, to }) => !hidden.has(from) && !hidden.has(to));
  const signatures = similaritySignatures(nodes, edges, collapse);
  const items = [...groupBy(nodes, ({ key }) => signatures.get(key) ?? key)].flatMap(([signature, group]): Box[] => {
    const isCollapsed = collapse && group.length >= COLLAPSE_FROM && group.every(({ key }) => !parts.has(key));
    if (isCollapsed) return [toGroupBox(group)];
    const block = group.length >= BLOCK_FROM ? { block: signature } : {};
    return group.map((node) => ({ ...toBox(node, parts.get(node.key) ?? []), ...block }));
  });
  const boxKeys = new Map(items.flatMap((box) => box.nodes.map((node) => [node.key, box.key] as const)));
  return { items, links: toLinks(edges, boxKeys) };
}

/** The parts by the key of their owner. A part has no edge but that to its owner, which is not external. */
function partsByOwner({ nodes, edges }: Graph): Map<string, GraphNode[]> {
  const byNode = groupBy(
    [...edges, ...edges.map((edge) => ({ ...edge, from: edge.to, to: edge.from, belongs: false }))],
    ({ from }) => from,
  );
  const external = new Set(nodes.flatMap((node) => (node.external ? [node.key] : [])));
  const owned = nodes.flatMap((node) => {
    const [edge, second] = byNode.get(node.key) ?? [];
    return edge?.belongs && !second && !external.has(edge.to) ? [{ node, owner: edge.to }] : [];
  });
  return new Map(
    [...groupBy(owned, ({ owner }) => owner)].map(([owner, group]) => [owner, group.map(({ node }) => node)]),
  );
}

function similaritySignatures(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  collapse: boolean,
): Map<string, string> {
  const neighbors = new Map<string, string[]>(nodes.map(({ key }) => [key, []]));
  for (const { from, to, belongs } of edges) {
    neighbors.get(from)?.push(`to ${belongs ? 'owner ' : ''}${to}`);
    neighbors.get(to)?.push(`from ${belongs ? 'part ' : ''}${from}`);
  }
  const signature = ({ key, kind, external, mark }: GraphNode): string =>
    JSON.stringify([kind, external ?? false, mark?.text ?? '', ...(neighbors.get(key) ?? []).sort()]);
  const signatures = new Map(nodes.map((node) => [node.key, signature(node)]));
  if (!collapse) return signatures;
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const pairs = edges.flatMap((edge) => {
    const [from, to] = [byKey.get(edge.from), byKey.get(edge.to)];
    const alone = neighbors.get(edge.from)?.length === 1 && neighbors.get(edge.to)?.length === 1;
    return from && to && alone && !edge.belongs ? [{ from, to, path: edge.path }] : [];
  });
  const kindOf = ({ kind, external, mark }: GraphNode): string =>
    `${kind}${external ? ' external' : ''}${mark ? ` ${mark.text}` : ''}`;
  for (const [kinds, group] of groupBy(pairs, ({ from, to, path }) => `${kindOf(from)} ${path} ${kindOf(to)}`)) {
    if (group.length < COLLAPSE_FROM) continue;
    for (const { from, to } of group) {
      signatures.set(from.key, `pairs from ${kinds}`);
      signatures.set(to.key, `pairs to ${kinds}`);
    }
  }
  return signatures;
}

function toBox(node: GraphNode, parts: readonly GraphNode[]): Box {
  const { key, kind, label, badges, external } = node;
  const title = kindTitle(kind);
  const note = [
    ...describeMarks(node, parts),
    capital(title),
    ...(parts.length > 0 ? [formatPartCounts(parts)] : []),
    ...badges,
  ].join(' · ');
  const mark = findMark([node, ...parts]);
  return { key, kind, nodes: [node], parts, label, note, ...(external && { external }), ...(mark && { mark }) };
}

function toGroupBox(nodes: readonly GraphNode[]): Box {
  const { key, kind, external, mark } = nodes[0] as GraphNode;
  const names = formatCategories(nodes) ?? nodes.map(({ label }) => label).join(', ');
  const note = mark === undefined ? names : `${capital(mark.text)} · ${names}`;
  const label = formatCount(nodes.length, kindTitle(kind));
  return { key, kind, nodes, parts: [], label, note, ...(external && { external }), ...(mark && { mark }) };
}

function findMark(nodes: readonly GraphNode[]): Mark | undefined {
  const marks = nodes.flatMap(({ mark }) => mark ?? []);
  return marks.sort((a, b) => SEVERITY.indexOf(a.tone) - SEVERITY.indexOf(b.tone))[0];
}

/**
 * The mark of an object and those of its parts that are not `good`: `Changed`, `2 IP policy rules added`. Beside such
 * parts a `good` mark of the object is omitted.
 */
function describeMarks({ mark }: GraphNode, parts: readonly GraphNode[]): string[] {
  const marked = groupBy(
    parts.filter((part) => part.mark && part.mark.tone !== 'good'),
    (part) => part.mark?.text ?? '',
  );
  const ofParts = [...marked].map(
    ([text, group]) => `${formatCount(group.length, kindTitle((group[0] as GraphNode).kind))} ${text}`,
  );
  const own = mark === undefined || (mark.tone === 'good' && ofParts.length > 0) ? [] : [mark.text];
  return [...own, ...ofParts].map(capital);
}

/** `3 allow, 1 deny`; parts without a category are counted only if none has one, and then by kind. */
function formatPartCounts(nodes: readonly GraphNode[]): string {
  const categories = formatCategories(nodes);
  if (categories !== undefined) return nodes.some(({ repeated }) => repeated) ? `at least ${categories}` : categories;
  return countByKind(nodes)
    .map(({ text }) => text)
    .join(', ');
}

/** Numbers of objects in the model's order of kinds: `4 IP restrictions`, `12 IP policies`. */
export function countByKind(nodes: readonly GraphNode[]): { kind: string; text: string }[] {
  return [...groupBy(nodes, ({ kind }) => kind)]
    .sort(([a], [b]) => rankOfKind(a) - rankOfKind(b))
    .map(([kind, group]) => ({ kind, text: formatCount(group.length, kindTitle(kind)) }));
}

function formatCategories(nodes: readonly GraphNode[]): string | undefined {
  const categorized = nodes.filter(({ category }) => category !== undefined);
  const [first] = categorized;
  if (!first) return undefined;
  const kind = tryFindGraphKind(first.kind);
  const order = kind ? categoriesOf(kind) : [];
  return [...groupBy(categorized, ({ category = '' }) => category)]
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([category, group]) => `${group.length.toLocaleString('en')} ${category}`)
    .join(', ');
}

export function kindTitle(kind: string): string {
  return tryFindGraphKind(kind)?.title ?? displayName(kind);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function toLinks(edges: readonly GraphEdge[], boxKeys: ReadonlyMap<string, string>): LayoutLink[] {
  const links = new Map<string, LayoutLink>();
  for (const { from, to, belongs } of edges) {
    const [source, target] = [boxKeys.get(from), boxKeys.get(to)];
    if (source === undefined || target === undefined || source === target) continue;
    links.set(JSON.stringify([source, target]), { from: source, to: target, belongs });
  }
  return [...links.values()];
}
