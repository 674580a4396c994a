/** `192.0.2.1` and `::ffff:192.0.2.1` are two addresses; only {@link possibleRanges} adds the first for the second. */
import { findFirstIndex } from '../arrays';
import { type Cidr, formatIpAddress, parseCidr, toMappedIpv4 } from './cidr';

export type AddressFamily = 'ipv4' | 'ipv6';

/** All addresses from `first` to `last`, inclusive. */
export interface AddressRange {
  readonly family: AddressFamily;
  readonly first: bigint;
  readonly last: bigint;
}

export const ADDRESS_BITS: Readonly<Record<AddressFamily, number>> = { ipv4: 32, ipv6: 128 };

export const FAMILY_NAMES: Readonly<Record<AddressFamily, string>> = { ipv4: 'IPv4', ipv6: 'IPv6' };

export const ALL_ADDRESSES: readonly AddressRange[] = [
  { family: 'ipv4', first: 0n, last: 2n ** 32n - 1n },
  { family: 'ipv6', first: 0n, last: 2n ** 128n - 1n },
];

export function toRange({ network, prefixLength }: Cidr): AddressRange {
  const family = network.kind();
  const first = BigInt(`0x${Buffer.from(network.toByteArray()).toString('hex')}`);
  return { family, first, last: first + (1n << BigInt(ADDRESS_BITS[family] - prefixLength)) - 1n };
}

/** Only for a valid network: throws a TypeError for another text. */
export function rangeOf(network: string): AddressRange {
  return toRange(parseCidr(network) as Cidr);
}

/**
 * The addresses that an allow rule for these networks may admit: the documents do not say whether
 * `::ffff:192.0.2.0/120` contains the IPv4 addresses that it names.
 */
export function possibleRanges(networks: readonly Cidr[]): AddressRange[] {
  return networks.flatMap((network) => [network, toMappedIpv4(network) ?? []].flat()).map(toRange);
}

/** By family and start; of ranges with the same start the widest comes first. */
export function compareRanges(a: AddressRange, b: AddressRange): number {
  if (a.family !== b.family) return a.family < b.family ? -1 : 1;
  if (a.first !== b.first) return a.first < b.first ? -1 : 1;
  if (a.last === b.last) return 0;
  return a.last > b.last ? -1 : 1;
}

/** The fewest ranges with the same addresses, in order. */
export function mergeRanges(ranges: readonly AddressRange[]): AddressRange[] {
  const merged: AddressRange[] = [];
  for (const range of [...ranges].sort(compareRanges)) {
    const before = merged.at(-1);
    if (!before || before.family !== range.family || before.last + 1n < range.first) merged.push(range);
    else if (range.last > before.last) merged[merged.length - 1] = { ...before, last: range.last };
  }
  return merged;
}

/** The result is merged. */
export function subtractRanges(from: readonly AddressRange[], without: readonly AddressRange[]): AddressRange[] {
  const holes = mergeRanges(without);
  return mergeRanges(from).flatMap((range) => {
    const left: AddressRange[] = [];
    let first = range.first;
    for (const hole of findOverlapping(holes, range)) {
      if (hole.first > first) left.push({ ...range, first, last: hole.first - 1n });
      first = hole.last + 1n;
    }
    return first <= range.last ? [...left, { ...range, first }] : left;
  });
}

/** The result is merged. */
export function intersectRanges(a: readonly AddressRange[], b: readonly AddressRange[]): AddressRange[] {
  const others = mergeRanges(b);
  return mergeRanges(a).flatMap((range) =>
    findOverlapping(others, range).map(({ family, first, last }) => ({
      family,
      first: first > range.first ? first : range.first,
      last: last < range.last ? last : range.last,
    })),
  );
}

export function countAddresses(ranges: readonly AddressRange[]): Record<AddressFamily, bigint> {
  const counts = { ipv4: 0n, ipv6: 0n };
  for (const { family, first, last } of mergeRanges(ranges)) counts[family] += last - first + 1n;
  return counts;
}

/** `65,536`; `2^64` for a power of two from a million on; `about 2^95`, rounded down, for others from 10^12 on. */
export function formatAddressCount(count: bigint): string {
  if (count < 1_000_000n) return count.toLocaleString('en');
  const bits = count.toString(2);
  const exponent = bits.length - 1;
  if (!bits.slice(1).includes('1')) return `2^${exponent}`;
  return count < 1_000_000_000_000n ? count.toLocaleString('en') : `about 2^${exponent}`;
}

/** `merged` must be the result of {@link mergeRanges}. */
export function findOverlapping(merged: readonly AddressRange[], range: AddressRange): AddressRange[] {
  const from = findFirstIndex(merged, ({ family, last }) =>
    family === range.family ? last >= range.first : family > range.family,
  );
  const found: AddressRange[] = [];
  for (let index = from; index < merged.length; index++) {
    const overlapping = merged[index] as AddressRange;
    if (overlapping.family !== range.family || overlapping.first > range.last) break;
    found.push(overlapping);
  }
  return found;
}

/** `merged` must be the result of {@link mergeRanges}. */
export function containsRange(merged: readonly AddressRange[], range: AddressRange): boolean {
  // Merged ranges have gaps between them, so a range that overlaps a second one is not contained.
  const [first] = findOverlapping(merged, range);
  return first !== undefined && first.first <= range.first && first.last >= range.last;
}

export function rangesToCidrs(ranges: readonly AddressRange[]): string[] {
  return mergeRanges(ranges).flatMap(({ family, first, last }) => {
    const networks: string[] = [];
    for (let start = first; start <= last; ) {
      const bits = Math.min(trailingZeros(start, ADDRESS_BITS[family]), bitLength(last - start + 1n) - 1);
      networks.push(formatNetworkBits(family, start, bits));
      start += 1n << BigInt(bits);
    }
    return networks;
  });
}

/** `limit` for zero. */
function trailingZeros(value: bigint, limit: number): number {
  return value === 0n ? limit : bitLength(value & -value) - 1;
}

function bitLength(value: bigint): number {
  const digits = value.toString(16);
  return 4 * (digits.length - 1) + 32 - Math.clz32(Number.parseInt(digits.charAt(0), 16));
}

/** 8 or 32 digits, whose order as text is that of the addresses. */
export function toSortableHex(family: AddressFamily, address: bigint): string {
  return address.toString(16).padStart(ADDRESS_BITS[family] / 4, '0');
}

/** `first` must be the start of a network of 2^`hostBits` addresses. */
export function formatNetworkBits(family: AddressFamily, first: bigint, hostBits: number): string {
  return `${formatIpAddress([...Buffer.from(toSortableHex(family, first), 'hex')])}/${ADDRESS_BITS[family] - hostBits}`;
}

/** Families whose every address is in the ranges. */
export function completeFamilies(ranges: readonly AddressRange[]): AddressFamily[] {
  return mergeRanges(ranges)
    .filter((range) => ALL_ADDRESSES.some((all) => compareRanges(all, range) === 0))
    .map(({ family }) => family);
}
