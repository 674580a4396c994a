/**
 * The fewest extra addresses that a list of networks costs if it may have at most N networks of a family: a minimum
 * over the prefix tree. Extra IPv6 addresses are counted in networks of /64, because providers assign whole ones. Of
 * numbers above 2^53, more than an IPv6 network of /11, only the first 53 bits are compared.
 *
 * 203.0.113.0/26, 203.0.113.64/27, 198.51.100.7/32 in at most 2 networks -> 203.0.113.0/25 (32 more), 198.51.100.7/32
 */
import { findFirstIndex } from '../arrays';
import {
  ADDRESS_BITS,
  type AddressFamily,
  type AddressRange,
  formatAddressCount,
  formatNetworkBits,
  mergeRanges,
  rangeOf,
  toRange,
} from './address-set';
import type { Cidr } from './cidr';

export interface WiderNetwork {
  readonly cidr: string;
  /** Addresses (IPv4) or networks of /64 (IPv6) that no network of the list has. */
  readonly extra: bigint;
}

export interface Cover {
  readonly family: AddressFamily;
  readonly networks: readonly string[];
  /** Those of `networks` with addresses that the list does not have. */
  readonly wider: readonly WiderNetwork[];
  /** In addresses (IPv4) or networks of /64 (IPv6), like `extra`. */
  readonly size: bigint;
  readonly extra: bigint;
}

interface Node {
  readonly first: bigint;
  readonly prefixLength: number;
  /** Addresses (IPv4) or networks of /64 (IPv6) of the list below this node. */
  readonly size: number;
  /** `costs[k - 1]`: the least extra of at most k networks below this node. */
  readonly costs: readonly number[];
  /** How many of k networks the left child gets; 0 if one network is the whole node; {@link ONE_LESS}. */
  readonly leftCounts: readonly number[];
  readonly children?: readonly [Node, Node];
}

/**
 * Covers each family by at most `maxNetworks`, which is at least 1. A family that has no more keeps its networks,
 * except those within others.
 */
export function coverNetworks(cidrs: readonly Cidr[], maxNetworks: number): Cover[] {
  return (['ipv4', 'ipv6'] as const).flatMap((family): Cover[] => {
    const list = cidrs.filter(({ network }) => network.kind() === family);
    const leaves = outermost(list).map((network): Node => {
      return { ...network, size: sizeOf(family, network.prefixLength), costs: [0], leftCounts: [0] };
    });
    if (leaves.length === 0) return [];
    const chosen = leaves.length <= maxNetworks ? leaves : chooseBest(leaves, family, maxNetworks);
    const networks = chosen.map((node) =>
      formatNetworkBits(family, node.first, ADDRESS_BITS[family] - node.prefixLength),
    );
    const size = measureRanges(list.map(toRange), family);
    const wider = chosen.flatMap((node, index): WiderNetwork[] => {
      const extra = sizeOf(family, node.prefixLength) - node.size;
      return node.children && extra > 0 ? [{ cidr: networks[index] as string, extra: BigInt(extra) }] : [];
    });
    const covering = networks.map(rangeOf);
    return [{ family, networks, wider, size, extra: measureRanges(covering, family) - size }];
  });
}

function chooseBest(leaves: readonly Node[], family: AddressFamily, maxNetworks: number): Node[] {
  const root = join(leaves, 0, leaves.length, family, maxNetworks);
  return choose(root, root.costs.length);
}

interface Network {
  readonly first: bigint;
  readonly last: bigint;
  readonly prefixLength: number;
}

/** Leaves out networks that another one contains: it precedes them in the order of addresses. */
function outermost(cidrs: readonly Cidr[]): Network[] {
  const sorted = cidrs
    .map((cidr): Network => ({ ...toRange(cidr), prefixLength: cidr.prefixLength }))
    .sort((a, b) => (a.first === b.first ? a.prefixLength - b.prefixLength : a.first < b.first ? -1 : 1));
  const kept: Network[] = [];
  for (const network of sorted) if (network.last > (kept.at(-1)?.last ?? -1n)) kept.push(network);
  return kept;
}

function sizeOf(family: AddressFamily, prefixLength: number): number {
  return 2 ** (family === 'ipv4' ? 32 - prefixLength : Math.max(0, 64 - prefixLength));
}

/** The smallest node of the leaves from `start` to before `end`, which are in the order of addresses. */
function join(leaves: readonly Node[], start: number, end: number, family: AddressFamily, max: number): Node {
  const [firstLeaf, lastLeaf] = [leaves[start] as Node, leaves[end - 1] as Node];
  if (end - start === 1) return firstLeaf;
  const hostBits = (firstLeaf.first ^ lastLeaf.first).toString(2).length;
  const prefixLength = ADDRESS_BITS[family] - hostBits;
  const first = (firstLeaf.first >> BigInt(hostBits)) << BigInt(hostBits);
  const middle = first + (1n << BigInt(hostBits - 1));
  const split = start + findFirstIndex(leaves.slice(start, end), (leaf) => leaf.first >= middle);
  const children = [join(leaves, start, split, family, max), join(leaves, split, end, family, max)] as const;
  const [left, right] = children;
  // Networks within one /64 share it.
  const shared = family === 'ipv6' && prefixLength >= 64 ? 1 : 0;
  const size = left.size + right.size - shared;
  const { costs, leftCounts } = combine(left.costs, right.costs, sizeOf(family, prefixLength) - size, max);
  return { first, prefixLength, size, costs, leftCounts, children };
}

/** The costs of a node by those of its children. `whole` is the extra of one network for the whole node. */
function combine(
  left: readonly number[],
  right: readonly number[],
  whole: number,
  max: number,
): Pick<Node, 'costs' | 'leftCounts'> {
  const length = Math.min(max, left.length + right.length);
  const costs = new Array<number>(length).fill(whole);
  const leftCounts = new Array<number>(length).fill(0);
  for (let i = 1; i <= left.length; i++) {
    for (let j = 1; j <= right.length && i + j <= length; j++) {
      const cost = (left[i - 1] as number) + (right[j - 1] as number);
      if (cost >= (costs[i + j - 1] as number)) continue;
      costs[i + j - 1] = cost;
      leftCounts[i + j - 1] = i;
    }
  }
  for (let k = 1; k < length; k++) {
    if ((costs[k] as number) < (costs[k - 1] as number)) continue;
    costs[k] = costs[k - 1] as number;
    leftCounts[k] = ONE_LESS;
  }
  return { costs, leftCounts };
}

/** In place of a number: k networks cost as much as k - 1, so k - 1 are used. */
const ONE_LESS = -1;

/** At most `count` networks, whose extra is `node.costs[count - 1]`. */
function choose(node: Node, count: number): Node[] {
  let k = count;
  while (node.leftCounts[k - 1] === ONE_LESS) k -= 1;
  const leftCount = node.leftCounts[k - 1] as number;
  if (leftCount === 0 || !node.children) return [node];
  return [...choose(node.children[0], leftCount), ...choose(node.children[1], k - leftCount)];
}

/** Number of addresses (IPv4) or of networks of /64 that they share (IPv6). */
export function measureRanges(ranges: readonly AddressRange[], family: AddressFamily): bigint {
  const shift = family === 'ipv4' ? 0n : 64n;
  const units = ranges
    .filter((range) => range.family === family)
    .map((range) => ({ ...range, first: range.first >> shift, last: range.last >> shift }));
  return mergeRanges(units).reduce((sum, { first, last }) => sum + last - first + 1n, 0n);
}

/** A choice; the networks with the most extra addresses are first. */
const MAX_LISTED = 20;

/** `100 rules, 0.8 % more IPv4 addresses (1,234): 12 networks are wider: 192.0.2.0/24 (+128), ...`. */
export function formatPrice({ family, networks, wider, size, extra }: Cover): string {
  const rules = `${networks.length.toLocaleString('en')} ${networks.length === 1 ? 'rule' : 'rules'}`;
  const name = family === 'ipv4' ? 'IPv4 addresses' : 'IPv6 networks of /64';
  if (wider.length === 0) return `${rules}, no extra ${name}`;
  const sorted = [...wider].sort((a, b) => (a.extra === b.extra ? 0 : a.extra > b.extra ? -1 : 1));
  const shown = sorted.slice(0, MAX_LISTED).map(({ cidr, extra }) => `${cidr} (+${formatAddressCount(extra)})`);
  const more = wider.length > MAX_LISTED ? ` and ${(wider.length - MAX_LISTED).toLocaleString('en')} more` : '';
  const are = wider.length === 1 ? '1 network is' : `${wider.length.toLocaleString('en')} networks are`;
  const total = `${formatRatio(extra, size)} more ${name} (${formatAddressCount(extra)})`;
  return `${rules}, ${total}: ${are} wider: ${shown.join(', ')}${more}`;
}

/** `0.83 %`, `33 %`, `1,280 %`; of a whole of 0 `∞ %`. */
export function formatRatio(part: bigint, whole: bigint): string {
  const percent = (Number(part) / Number(whole)) * 100;
  const rounded = percent >= 10 ? Math.round(percent) : Number(percent.toPrecision(2));
  return `${rounded.toLocaleString('en', { maximumFractionDigits: 20 })} %`;
}
