/** Sets of IP addresses as ranges. IPv4 and IPv6 never mix. */
import { findFirst } from '../binary-search';
import { type Cidr, formatAddress } from './cidr';

export type AddressFamily = 'ipv4' | 'ipv6';

/** All addresses from `first` to `last`, inclusive. */
export interface AddressRange {
  readonly family: AddressFamily;
  readonly first: bigint;
  readonly last: bigint;
}

export const ADDRESS_BITS: Readonly<Record<AddressFamily, number>> = { ipv4: 32, ipv6: 128 };

export function toRange({ network, prefixLength }: Cidr): AddressRange {
  const family = network.kind();
  const first = BigInt(`0x${Buffer.from(network.toByteArray()).toString('hex')}`);
  return { family, first, last: first + rangeSize(family, prefixLength) - 1n };
}

/** Orders ranges by family and start; of ranges with the same start the widest comes first. */
export function compareRanges(a: AddressRange, b: AddressRange): number {
  if (a.family !== b.family) return a.family < b.family ? -1 : 1;
  if (a.first !== b.first) return a.first < b.first ? -1 : 1;
  if (a.last === b.last) return 0;
  return a.last > b.last ? -1 : 1;
}

/** Returns the fewest ranges with the same addresses, in order. */
export function mergeRanges(ranges: readonly AddressRange[]): AddressRange[] {
  const merged: AddressRange[] = [];
  for (const range of [...ranges].sort(compareRanges)) {
    const before = merged.at(-1);
    if (!before || before.family !== range.family || before.last + 1n < range.first) merged.push(range);
    else if (range.last > before.last) merged[merged.length - 1] = { ...before, last: range.last };
  }
  return merged;
}

/** Returns the addresses of `from` that are in no range of `without`, as the fewest ranges. */
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

/** Returns the ranges that share an address with `range`. The input must be the result of {@link mergeRanges}. */
export function findOverlapping(merged: readonly AddressRange[], range: AddressRange): AddressRange[] {
  const from = findFirst(merged, ({ family, last }) =>
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

/** Returns whether one of the merged ranges contains every address of `range`. */
export function containsRange(merged: readonly AddressRange[], range: AddressRange): boolean {
  const [only] = findOverlapping(merged, range);
  return only !== undefined && only.first <= range.first && only.last >= range.last;
}

/** Returns the fewest canonical networks with exactly the addresses of the ranges. */
export function rangesToCidrs(ranges: readonly AddressRange[]): string[] {
  return mergeRanges(ranges).flatMap(({ family, first, last }) => {
    const networks: string[] = [];
    for (let start = first; start <= last; ) {
      let prefixLength = ADDRESS_BITS[family];
      // Widen the network while it starts at `start` and does not exceed the range.
      while (
        prefixLength > 0 &&
        start % rangeSize(family, prefixLength - 1) === 0n &&
        start + rangeSize(family, prefixLength - 1) - 1n <= last
      )
        prefixLength--;
      networks.push(`${formatInteger(family, start)}/${prefixLength}`);
      start += rangeSize(family, prefixLength);
    }
    return networks;
  });
}

function rangeSize(family: AddressFamily, prefixLength: number): bigint {
  return 1n << BigInt(ADDRESS_BITS[family] - prefixLength);
}

function formatInteger(family: AddressFamily, address: bigint): string {
  const hex = address.toString(16).padStart(ADDRESS_BITS[family] / 4, '0');
  return formatAddress([...Buffer.from(hex, 'hex')]);
}
