/** Covers compared with every possible cover of small trees. */

import { rangeOf } from '../../../src/model/ip/address-set';
import { cidrContains } from '../../../src/model/ip/cidr';
import { coverNetworks, formatPrice, measureRanges } from '../../../src/model/ip/cover-networks';
import { campaignSize, picker } from '../../fuzz';
import { cidr } from '../../support/cidr';

/** A universe of 8 positions. In that of IPv6 they are the halves of four networks of /64. */
interface Universe {
  readonly toCidr: (start: number, bits: number) => string;
  /** The unit that each position belongs to; its price is the number of units. */
  readonly unitOf: (position: number) => number;
}

const UNIVERSES: Readonly<Record<'ipv4' | 'ipv6', Universe>> = {
  ipv4: { toCidr: (start, bits) => `203.0.113.${start}/${32 - bits}`, unitOf: (position) => position },
  ipv6: {
    toCidr: (start, bits) => {
      const half = start % 2 === 1 ? '8000:0:0:0' : ':';
      return `2001:db8:0:${(start >> 1).toString(16)}:${half}/${65 - bits}`;
    },
    unitOf: (position) => position >> 1,
  },
};

interface Candidate {
  readonly count: number;
  /** Positions as bits. */
  readonly covered: number;
}

/** Every set of networks of a universe without overlap: 677 for 8 positions. */
function listCovers(start: number, bits: number): Candidate[] {
  const whole = { count: 1, covered: (2 ** (2 ** bits) - 1) << start };
  const none = { count: 0, covered: 0 };
  if (bits === 0) return [none, whole];
  const right = listCovers(start + 2 ** (bits - 1), bits - 1);
  const split = listCovers(start, bits - 1).flatMap((l) =>
    right.map((r) => ({ count: l.count + r.count, covered: l.covered | r.covered })),
  );
  return [...split, whole];
}

const COVERS = listCovers(0, 3);

function positionsOf(bits: number): number[] {
  return [...Array(8).keys()].filter((position) => (bits >> position) & 1);
}

function countUnits(bits: number, { unitOf }: Universe): number {
  return new Set(positionsOf(bits).map(unitOf)).size;
}

/** Units of each set of positions. */
const PRICES = {
  ipv4: [...Array(256).keys()].map((covered) => countUnits(covered, UNIVERSES.ipv4)),
  ipv6: [...Array(256).keys()].map((covered) => countUnits(covered, UNIVERSES.ipv6)),
};

test('equal brute force on small trees of both families', () => {
  expect(COVERS).toHaveLength(677);
  const pick = picker(1);
  for (let round = 0; round < campaignSize(2_000, 10_000); round++) {
    const family = pick(2) === 0 ? 'ipv4' : 'ipv6';
    const universe = UNIVERSES[family];
    const networks = [...Array(1 + pick(8)).keys()].map(() => {
      const bits = pick(3) === 0 ? pick(3) : 0;
      return { bits, start: pick(8) & ~(2 ** bits - 1) };
    });
    const covered = networks.reduce((all, { start, bits }) => all | ((2 ** (2 ** bits) - 1) << start), 0);
    const cidrs = networks.map(({ start, bits }) => cidr(universe.toCidr(start, bits)));
    const max = 1 + pick(4);
    const price = ({ covered: found }: Candidate): number => PRICES[family][found] as number;
    const allowed = COVERS.filter((each) => each.count <= max && (each.covered & covered) === covered);
    const least = Math.min(...allowed.map(price));
    const [cover] = coverNetworks(cidrs, max);
    const result = {
      count: cover?.networks.length ?? 0,
      covered: positionsOf(0xff)
        .filter((position) =>
          cover?.networks.some((text) => cidrContains(cidr(text), cidr(universe.toCidr(position, 0)))),
        )
        .reduce((all, position) => all | (1 << position), 0),
    };
    expect(price(result)).toBe(least);
    expect(result.count).toBeLessThanOrEqual(max);
    expect(result.covered & covered).toBe(covered);
    expect(cover).toMatchObject({
      family,
      size: BigInt(countUnits(covered, universe)),
      extra: BigInt(countUnits(result.covered, universe) - countUnits(covered, universe)),
    });
    expect(measureRanges(cover?.networks.map(rangeOf) ?? [], family)).toBe(
      BigInt(countUnits(result.covered, universe)),
    );
  }
});

test('each family has its own budget, and the price names every wider network', () => {
  const list = ['203.0.113.0/26', '203.0.113.64/27', '198.51.100.7', '2001:db8::/48', '2001:db8:2::/48'].map(cidr);
  const covers = coverNetworks(list, 2);
  expect(covers.map(({ networks }) => networks)).toEqual([
    ['198.51.100.7/32', '203.0.113.0/25'],
    ['2001:db8::/48', '2001:db8:2::/48'],
  ]);
  expect(covers.map(formatPrice)).toEqual([
    '2 rules, 33 % more IPv4 addresses (32): 1 network is wider: 203.0.113.0/25 (+32)',
    '2 rules, no extra IPv6 networks of /64',
  ]);
  expect(coverNetworks(list, 1).map(formatPrice)[1]).toBe(
    '1 rule, 100 % more IPv6 networks of /64 (131,072): 1 network is wider: 2001:db8::/46 (+131,072)',
  );
});

test('6,000 networks take at most a second of processor time for budgets from 1 to 6,000, which are kept', () => {
  const pick = picker(2);
  const list = [...Array(6000).keys()].map((n) =>
    cidr(
      n % 4 === 0
        ? `2001:db8:${pick(65536).toString(16)}::/48`
        : `${20 + pick(60)}.${pick(256)}.${pick(256)}.${pick(64) * 4}/30`,
    ),
  );
  for (const max of [1, 100, 2000, 6000]) {
    const began = process.cpuUsage();
    const covers = coverNetworks(list, max);
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
    for (const { networks } of covers) expect(networks.length).toBeLessThanOrEqual(max);
  }
});
