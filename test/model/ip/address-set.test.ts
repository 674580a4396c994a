/** Sets of addresses compared with brute force over every address of two small universes. */
import {
  type AddressRange,
  ALL_ADDRESSES,
  countAddresses,
  formatAddressCount,
  intersectRanges,
  rangeOf,
  rangesToCidrs,
  subtractRanges,
  toRange,
} from '../../../src/model/ip/address-set';
import type { NetworkRule } from '../../../src/model/ip/aggregate-rules';
import type { Cidr } from '../../../src/model/ip/cidr';
import { campaignSize, picker } from '../../fuzz';
import { cidr } from '../../support/cidr';

const SIZE = 16;
const FIRST = { ipv4: BigInt(0xcb007100), ipv6: 0x20010db8n << 96n };

type Family = keyof typeof FIRST;
type Pick = ReturnType<typeof picker>;

/** A network of 1 to 16 addresses, and the positions of its addresses in the universe of both families. */
function randomNetwork(pick: Pick): { readonly cidr: Cidr; readonly positions: readonly number[] } {
  const bits = pick(5);
  const start = pick(SIZE) & ~(2 ** bits - 1);
  const isV6 = pick(2) === 1;
  const text = isV6 ? `2001:db8::${start.toString(16)}/${128 - bits}` : `203.0.113.${start}/${32 - bits}`;
  return { cidr: cidr(text), positions: [...Array(2 ** bits).keys()].map((n) => start + n + (isV6 ? SIZE : 0)) };
}

interface RandomPolicy {
  readonly rules: readonly NetworkRule[];
  /** Whether each address is admitted: 16 of IPv4, then 16 of IPv6. */
  readonly admitted: readonly boolean[];
}

function randomPolicy(pick: Pick): RandomPolicy {
  const [allowed, denied] = [Array<boolean>(2 * SIZE).fill(false), Array<boolean>(2 * SIZE).fill(false)];
  const rules = [...Array(pick(7)).keys()].map((): NetworkRule => {
    const network = randomNetwork(pick);
    const action = pick(3) === 0 ? 'deny' : 'allow';
    for (const position of network.positions) (action === 'allow' ? allowed : denied)[position] = true;
    return { cidr: network.cidr, action };
  });
  return { rules, admitted: allowed.map((is, position) => is && !denied[position]) };
}

function positionsOf(ranges: readonly AddressRange[]): boolean[] {
  const found = Array<boolean>(2 * SIZE).fill(false);
  for (const { family, first, last } of ranges) {
    const start = Number(first - FIRST[family as Family]);
    const end = Number(last - FIRST[family as Family]);
    for (let at = start; at <= end; at++) found[at + (family === 'ipv6' ? SIZE : 0)] = true;
  }
  return found;
}

/** The fewest networks of one family that contain exactly these addresses, by trying every network of the universe. */
function fewestNetworks(admitted: readonly boolean[]): number {
  const cover = (start: number, size: number): number => {
    const members = admitted.slice(start, start + size);
    if (members.every((is) => is)) return 1;
    if (size === 1 || !members.includes(true)) return 0;
    return cover(start, size / 2) + cover(start + size / 2, size / 2);
  };
  return cover(0, SIZE) + cover(SIZE, SIZE);
}

function admittedRanges(rules: readonly NetworkRule[]): AddressRange[] {
  const rangesOf = (wanted: NetworkRule['action']): AddressRange[] =>
    rules.filter(({ action }) => action === wanted).map((rule) => toRange(rule.cidr));
  return subtractRanges(rangesOf('allow'), rangesOf('deny'));
}

test('allowed sets, differences, intersections, counts and fewest networks equal brute force', () => {
  const pick = picker(17);
  for (let round = 0; round < campaignSize(10_000, 100_000); round++) {
    const [before, after] = [randomPolicy(pick), randomPolicy(pick)];
    const [old, now] = [before, after].map(({ rules }) => admittedRanges(rules)) as [AddressRange[], AddressRange[]];
    const difference = subtractRanges(now, old);
    const expected = after.admitted.map((is, at) => is && !before.admitted[at]);
    const seen = [
      positionsOf(now),
      positionsOf(difference),
      positionsOf(intersectRanges(now, old)),
      rangesToCidrs(difference).length,
      positionsOf(rangesToCidrs(difference).map(rangeOf)),
      countAddresses(difference),
    ];
    const wanted = [
      after.admitted,
      expected,
      after.admitted.map((is, at) => is && before.admitted[at]),
      fewestNetworks(expected),
      expected,
      {
        ipv4: BigInt(expected.slice(0, SIZE).filter((is) => is).length),
        ipv6: BigInt(expected.slice(SIZE).filter((is) => is).length),
      },
    ];
    if (JSON.stringify(seen, bigints) !== JSON.stringify(wanted, bigints)) {
      // The comparison above is several times as fast as expect.
      expect({ round, seen }).toEqual({ round, seen: wanted });
    }
  }
});

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

test('every address is 2^32 and 2^128 addresses in two networks', () => {
  expect(countAddresses(ALL_ADDRESSES)).toEqual({ ipv4: 2n ** 32n, ipv6: 2n ** 128n });
  expect(rangesToCidrs(ALL_ADDRESSES)).toEqual(['0.0.0.0/0', '::/0']);
  expect([256n, 2n ** 32n, 2n ** 128n, 2n ** 96n + 1n, 5_000_000n].map(formatAddressCount)).toEqual([
    '256',
    '2^32',
    '2^128',
    'about 2^96',
    '5,000,000',
  ]);
});
