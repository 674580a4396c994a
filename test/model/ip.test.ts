import fc from 'fast-check';
import {
  type AddressRange,
  ALL_ADDRESSES,
  completeFamilies,
  containsRange,
  countAddresses,
  formatAddressCount,
  intersectRanges,
  rangeOf,
  rangesToCidrs,
  subtractRanges,
  toRange,
} from '../../src/model/ip/address-set';
import { aggregateRules, type DescribedRule, type NetworkRule } from '../../src/model/ip/aggregate-rules';
import { type Cidr, canonicalCidr, cidrContains, parseCidr } from '../../src/model/ip/cidr';
import { coverNetworks, formatPrice, measureRanges } from '../../src/model/ip/cover-networks';
import { findNonPublicNetwork } from '../../src/model/ip/non-public-networks';
import { findRedundantRules } from '../../src/model/ip/redundant-rules';
import { computeRuleSetAdmission } from '../../src/model/variants/admission';
import { campaignSize, isFullCampaign, picker, tries } from '../fuzz';
import { cidr } from '../support/cidr';

describe('a network', () => {
  interface Range {
    readonly width: 32 | 128;
    readonly bits: number;
    readonly network: bigint;
  }

  const ranges = fc.constantFrom(32 as const, 128 as const).chain((width) =>
    fc
      .record({
        bits: fc.integer({ min: 0, max: width }),
        address: fc.bigInt({ min: 0n, max: (1n << BigInt(width)) - 1n }),
      })
      .map(({ bits, address }): Range => ({ width, bits, network: networkOf(address, bits, width) })),
  );

  function networkOf(address: bigint, bits: number, width: number): bigint {
    const host = BigInt(width - bits);
    return (address >> host) << host;
  }

  function addressText({ width, network }: Range, style: 'plain' | 'full' | 'upper'): string {
    if (width === 32) return [24n, 16n, 8n, 0n].map((shift) => String((network >> shift) & 255n)).join('.');
    const groups = Array.from({ length: 8 }, (_, n) => ((network >> BigInt(112 - 16 * n)) & 0xffffn).toString(16));
    const text = groups.map((group) => (style === 'full' ? group.padStart(4, '0') : group)).join(':');
    return style === 'upper' ? text.toUpperCase() : text;
  }

  /** The forms of RFC 4291 2.2: a run of zeros left out, the tail dotted, leading zeros, either case. */
  const ipv6Texts = fc
    .record({
      groups: fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 0xffff })), {
        minLength: 8,
        maxLength: 8,
      }),
      gap: fc.option(fc.record({ from: fc.nat(7), length: fc.integer({ min: 1, max: 8 }) })),
      dotted: fc.boolean(),
      padding: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 8, maxLength: 8 }),
      upper: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    })
    .map(({ groups, gap, dotted, padding, upper }) => {
      const last = dotted ? 6 : 8;
      const from = gap ? Math.min(gap.from, last - 1) : last;
      const to = gap ? Math.min(from + gap.length, last) : last;
      const texts = groups.map((group, n) => {
        const text = group.toString(16).padStart(padding[n] ?? 1, '0');
        return upper[n] ? text.toUpperCase() : text;
      });
      const octets = groups.slice(6).flatMap((group) => [group >> 8, group & 255]);
      const tail = dotted ? [octets.join('.')] : [];
      const [head, rest] = [texts.slice(0, from), [...texts.slice(to, last), ...tail]];
      return gap ? `${head.join(':')}::${rest.join(':')}` : [...head, ...rest].join(':');
    });

  const cidrText = (range: Range, style: 'plain' | 'full' | 'upper' = 'plain'): string =>
    `${addressText(range, style)}/${range.bits}`;

  describe('canonicalCidr', () => {
    test('is equal for the plain, the full and the upper-case notation of a range, and idempotent', () => {
      fc.assert(
        fc.property(ranges, (range) => {
          const notations = (['plain', 'full', 'upper'] as const).map((style) => canonicalCidr(cidrText(range, style)));
          expect(new Set(notations).size).toBe(1);
          expect(canonicalCidr(notations[0] as string)).toBe(notations[0]);
        }),
      );
    });

    test('differs for different ranges', () => {
      fc.assert(
        fc.property(ranges, ranges, (a, b) => {
          const same = a.width === b.width && a.bits === b.bits && a.network === b.network;
          expect(canonicalCidr(cidrText(a)) === canonicalCidr(cidrText(b))).toBe(same);
        }),
      );
    });

    test('equals the address of the URL standard for random notations of IPv6', () => {
      fc.assert(
        fc.property(ipv6Texts, (text) => {
          const { hostname } = new URL(`http://[${text}]/`);
          expect([text, canonicalCidr(text)]).toEqual([text, `${hostname.slice(1, -1)}/128`]);
        }),
        tries(1000),
      );
    });

    test.each([
      ['::0.0.0.0/96', '::/96'],
      ['0.0.0.0/0', '0.0.0.0/0'],
      ['::/0', '::/0'],
      ['::ffff:192.0.2.0/120', '::ffff:c000:200/120'],
    ])('of %s is %s', (text, canonical) => {
      expect(canonicalCidr(text)).toBe(canonical);
    });

    test.each(['10.0.0.1/8', 'nonsense', ''])('returns the invalid string %j unchanged', (text) => {
      expect(canonicalCidr(text)).toBe(text);
    });
  });

  describe('parseCidr', () => {
    test('rejects host bits and suggests the network', () => {
      fc.assert(
        fc.property(ranges, fc.bigInt({ min: 1n, max: (1n << 128n) - 1n }), (range, noise) => {
          const host = BigInt(range.width - range.bits);
          const bits = noise & ((1n << host) - 1n);
          fc.pre(bits !== 0n);
          const text = cidrText({ ...range, network: range.network | bits });
          expect(parseCidr(text)).toMatchObject({
            problem: `has bits set beyond its mask /${range.bits}`,
            network: canonicalCidr(cidrText(range)),
          });
        }),
      );
    });

    test.each([
      ['an octet with a leading zero, which some read as octal', '010.0.0.0/8'],
      ['three octets', '10.0.0/8'],
      ['one number', '10/8'],
      ['a hexadecimal octet', '0x0a.0.0.0/8'],
      ['an octet above 255', '256.0.0.0/8'],
      ['five octets', '10.0.0.0.0/8'],
      ['a netmask', '10.0.0.0/255.0.0.0'],
      ['two gaps', '2001::db8::/32'],
      ['a group of five digits', '2001:0db80::/32'],
      ['a mask with a leading zero', '10.0.0.0/08'],
      ['a mask beyond 32', '10.0.0.0/33'],
      ['a mask beyond 128', '2001:db8::/129'],
      ['an empty mask', '10.0.0.0/'],
      ['two masks', '10.0.0.0/8/8'],
      ['a mask with a sign', '10.0.0.0/+8'],
      ['a zone', 'fe80::1%eth0/128'],
      ['a blank before', ' 10.0.0.0/8'],
      ['a blank after', '10.0.0.0/8 '],
      ['a line break', '10.0.0.0/8\n'],
      ['a slash', '/'],
    ])('refuses %s: %j', (_, text) => {
      expect(parseCidr(text)).toMatchObject({ problem: expect.any(String), expected: expect.any(String) });
    });

    test('says which masks are valid', () => {
      const expected = 'a mask from /0 to /32 without leading zeros';
      expect(parseCidr('10.0.0.0/33')).toMatchObject({ problem: "has the mask '/33'", expected });
    });
  });

  test('cidrContains agrees with integer arithmetic', () => {
    const near = fc
      .tuple(ranges, fc.integer({ min: 0, max: 128 }), fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }))
      .map(([outer, more, noise]): [Range, Range] => {
        // Half of the pairs are related, since random ranges almost never are.
        const bits = Math.min(outer.width, outer.bits + more);
        const address = outer.network | (noise & ((1n << BigInt(outer.width - outer.bits)) - 1n));
        return [outer, { ...outer, bits, network: networkOf(address, bits, outer.width) }];
      });
    fc.assert(
      fc.property(fc.oneof(near, fc.tuple(ranges, ranges)), ([a, b]) => {
        const isWithin = a.bits <= b.bits && networkOf(b.network, a.bits, a.width) === a.network;
        expect(cidrContains(cidr(cidrText(a)), cidr(cidrText(b)))).toBe(a.width === b.width && isWithin);
      }),
    );
  });
});

describe('rules of a policy', () => {
  /** 8 addresses of each family, which all networks below lie in. */
  const universe = [...Array(8).keys()].flatMap((last) => [`203.0.113.${last}`, `2001:db8::${last.toString(16)}`]);

  const network = fc.record({ v6: fc.boolean(), bits: fc.nat(3), start: fc.nat(7) }).map(({ v6, bits, start }) => {
    const first = start & ~(2 ** bits - 1);
    return cidr(v6 ? `2001:db8::${first.toString(16)}/${128 - bits}` : `203.0.113.${first}/${32 - bits}`);
  });
  const action = fc.constantFrom('allow', 'deny') as fc.Arbitrary<'allow' | 'deny'>;
  const rule: fc.Arbitrary<NetworkRule> = fc.record({ cidr: network, action });
  const described: fc.Arbitrary<DescribedRule> = fc.record(
    { cidr: network, action, description: fc.constantFrom('', 'a', 'b'), metadata: fc.constantFrom('', 'm') },
    { requiredKeys: ['cidr', 'action'] },
  );
  const rules = fc.array(rule, { maxLength: 12 });

  const matches = new Map<string, boolean>();

  function isIn(ip: string, network: Cidr): boolean {
    const key = `${ip} ${network.canonical}`;
    const known = matches.get(key) ?? cidrContains(network, cidr(ip));
    matches.set(key, known);
    return known;
  }

  /** Brute force: an address is admitted if an allow rule and no deny rule matches it. */
  function admitted(of: readonly NetworkRule[]): string[] {
    return universe.filter((ip) => {
      const matching = of.filter((each) => isIn(ip, each.cidr)).map((each) => each.action);
      return matching.includes('allow') && !matching.includes('deny');
    });
  }

  function rangesOf(of: readonly NetworkRule[]): AddressRange[] {
    const having = (wanted: NetworkRule['action']): AddressRange[] =>
      of.filter((each) => each.action === wanted).map((each) => toRange(each.cidr));
    return subtractRanges(having('allow'), having('deny'));
  }

  /** The fewest networks that contain exactly these addresses of a family, by halving the family. */
  function fewestNetworks(family: readonly string[], members: readonly string[]): number {
    if (family.every((ip) => members.includes(ip))) return 1;
    if (!family.some((ip) => members.includes(ip))) return 0;
    const half = family.length / 2;
    return fewestNetworks(family.slice(0, half), members) + fewestNetworks(family.slice(half), members);
  }

  test('differences, intersections, counts and fewest networks of admitted ranges equal brute force', () => {
    const families = [0, 1].map((odd) => universe.filter((_, index) => index % 2 === odd));
    const count = (family: 0 | 1, members: readonly string[]): bigint =>
      BigInt(members.filter((ip) => families[family]?.includes(ip)).length);
    const within = (ranges: readonly AddressRange[]): string[] =>
      universe.filter((ip) => ranges.some((range) => containsRange([range], rangeOf(ip))));
    fc.assert(
      fc.property(rules, rules, (before, after) => {
        const [old, now] = [admitted(before), admitted(after)];
        const added = now.filter((ip) => !old.includes(ip));
        const difference = subtractRanges(rangesOf(after), rangesOf(before));
        const networks = rangesToCidrs(difference);
        expect([
          within(rangesOf(after)),
          within(difference),
          within(intersectRanges(rangesOf(after), rangesOf(before))),
          within(networks.map(rangeOf)),
          networks.length,
          countAddresses(difference),
        ]).toEqual([
          now,
          added,
          now.filter((ip) => old.includes(ip)),
          added,
          families.reduce((sum, family) => sum + fewestNetworks(family, added), 0),
          { ipv4: count(0, added), ipv6: count(1, added) },
        ]);
      }),
      tries(500),
    );
  });

  test('every address is 2^32 and 2^128 addresses in two networks; large counts are written as powers of two', () => {
    expect(countAddresses(ALL_ADDRESSES)).toEqual({ ipv4: 2n ** 32n, ipv6: 2n ** 128n });
    expect(rangesToCidrs(ALL_ADDRESSES)).toEqual(['0.0.0.0/0', '::/0']);
    const counts = [256n, 2n ** 32n, 2n ** 128n, 2n ** 96n + 1n, 5_000_000n];
    expect(counts.map(formatAddressCount)).toEqual(['256', '2^32', '2^128', 'about 2^96', '5,000,000']);
  });

  test.each([
    [['0.0.0.0/0'], ['ipv4'], 4_294_967_296, '0'],
    [['0.0.0.0/1', '128.0.0.0/2', '192.0.0.0/2'], ['ipv4'], 4_294_967_296, '0'],
    [['0.0.0.0/1', '128.0.0.0/2'], [], 3_221_225_472, '0'],
    [['::/0', '10.0.0.0/8'], ['ipv6'], 16_777_216, String(2n ** 128n)],
    [['::/0', '0.0.0.0/0'], ['ipv4', 'ipv6'], 4_294_967_296, String(2n ** 128n)],
    [['::ffff:192.0.2.0/120'], [], 256, '256'],
    [[], [], 0, '0'],
  ])('%j contain every address of %j, and admit %d and %s', (networks, families, v4, v6) => {
    expect(completeFamilies(networks.map(rangeOf))).toEqual(families);
    const allowed = networks.map((text): NetworkRule => ({ cidr: cidr(text), action: 'allow' }));
    expect(computeRuleSetAdmission(allowed)).toEqual({
      admits_every_address: families.length > 0,
      admitted_ipv4_addresses: v4,
      admitted_ipv6_addresses: v6,
    });
  });

  test('the admission of a policy is without the addresses that it denies', () => {
    const one = { cidr: cidr('203.0.113.0/24'), action: 'allow' } as const;
    const admission = computeRuleSetAdmission([one, { cidr: cidr('203.0.113.0/25'), action: 'deny' }]);
    expect(admission).toMatchObject({ admits_every_address: false, admitted_ipv4_addresses: 128 });
  });

  describe('redundant rules', () => {
    const without = (of: readonly NetworkRule[], gone: readonly NetworkRule[]): NetworkRule[] =>
      of.filter((each) => !gone.includes(each));

    test('can be removed, each alone and all together', () => {
      fc.assert(
        fc.property(rules, (of) => {
          const idle = findRedundantRules(of).map((found) => found.rule);
          expect(new Set(idle).size).toBe(idle.length);
          for (const one of idle) expect(admitted(without(of, [one]))).toEqual(admitted(of));
          expect(admitted(without(of, idle))).toEqual(admitted(of));
        }),
        tries(300),
      );
    });

    test('are exactly the rules without effect, once duplicates and covered rules are removed', () => {
      fc.assert(
        fc.property(rules, (of) => {
          const doubled = findRedundantRules(of).filter(({ reason }) => reason === 'duplicate' || reason === 'covered');
          const gone = doubled.map((found) => found.rule);
          const left = without(of, gone);
          const idle = findRedundantRules(left).map((found) => found.rule);
          const decides = (each: NetworkRule) => admitted(without(left, [each])).join() !== admitted(left).join();
          expect(left.filter((each) => !idle.includes(each))).toEqual(left.filter(decides));
        }),
        tries(300),
      );
    });

    test('have a reason, and the rule that makes them redundant if it is a single one', () => {
      const texts = ['10.0.0.0/8', '10.0.0.0/8', '10.1.0.0/16', '172.16.0.0/16', '198.51.100.0/24'];
      const denied = ['172.16.0.0/12', '192.0.2.0/24', '198.51.100.0/25', '198.51.100.128/25'];
      const of: NetworkRule[] = [
        ...texts.map((text) => ({ cidr: cidr(text), action: 'allow' as const })),
        ...denied.map((text) => ({ cidr: cidr(text), action: 'deny' as const })),
      ];
      const numberOf = (rule: NetworkRule | undefined) => rule && of.indexOf(rule);
      const found = findRedundantRules(of);
      expect(found.map(({ reason, rule, causedBy }) => [rule.cidr.canonical, reason, numberOf(causedBy)])).toEqual([
        ['10.0.0.0/8', 'duplicate', 0],
        ['10.1.0.0/16', 'covered', 0],
        ['172.16.0.0/16', 'shadowed', 5],
        // Only the two denies together cover it.
        ['198.51.100.0/24', 'shadowed', undefined],
        ['192.0.2.0/24', 'unneeded_deny', undefined],
      ]);
    });
  });

  describe('merged rules', () => {
    test('contain each network once, are not more, and admit the same addresses, also with random other rules', () => {
      fc.assert(
        fc.property(fc.array(described, { maxLength: 12 }), rules, (of, others) => {
          const merged = aggregateRules(of);
          const networks = merged.map((each) => each.cidr.canonical);
          expect(new Set(networks).size).toBe(networks.length);
          expect(merged.length).toBeLessThanOrEqual(of.length);
          expect(admitted([...merged, ...others])).toEqual(admitted([...of, ...others]));
        }),
        tries(300),
      );
    });

    test('join descriptions or keep the first if both are too long, keep metadata, and of two actions the deny', () => {
      const merged = (...of: (readonly [text: string, description: string, more?: Partial<DescribedRule>])[]) =>
        aggregateRules(
          of.map(([text, description, more]) => ({ cidr: cidr(text), action: 'allow', description, ...more })),
        ).map((each) => [each.cidr.canonical, each.action, each.description, each.metadata]);
      expect([
        merged(['203.0.113.0/25', 'Berlin'], ['203.0.113.128/25', 'Berlin']),
        merged(['192.0.2.0/24', 'Lisbon'], ['192.0.2.0/24', 'Porto', { metadata: '{}' }]),
        merged(['192.0.2.0/24', 'lab'], ['192.0.2.0/24', 'closed', { action: 'deny' }]),
        merged(['192.0.2.0/24', 'ä'.repeat(100)], ['192.0.2.0/24', 'ö'.repeat(100)]),
      ]).toEqual([
        [['203.0.113.0/24', 'allow', 'Berlin', undefined]],
        [['192.0.2.0/24', 'allow', 'Lisbon; Porto', '{}']],
        [['192.0.2.0/24', 'deny', 'closed', undefined]],
        [['192.0.2.0/24', 'allow', 'ä'.repeat(100), undefined]],
      ]);
    });
  });

  test.each([
    ['10.1.0.0/16', 'RFC 1918'],
    ['172.31.255.255/32', 'RFC 1918'],
    ['172.32.0.0/16', undefined],
    ['100.64.0.0/10', 'RFC 6598'],
    ['fd00::/8', 'RFC 4193'],
    ['::1/128', 'RFC 4291'],
    ['8.0.0.0/6', undefined],
    ['0.0.0.0/0', undefined],
    ['203.0.113.0/24', undefined],
  ])('%s: the RFC by which it is not public is %s', (text, source) => {
    expect(findNonPublicNetwork(cidr(text))?.source).toBe(source);
  });
});

describe('covers of networks', () => {
  /** A universe of 8 positions. In that of IPv6 they are the halves of four networks of /64. */
  interface Universe {
    readonly toCidr: (start: number, bits: number) => string;
    /** The unit that a position belongs to; the price of a set of positions is the number of its units. */
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
    for (let round = 0; round < campaignSize(150, 10_000); round++) {
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
      const isCovered = (position: number) =>
        cover?.networks.some((text) => cidrContains(cidr(text), cidr(universe.toCidr(position, 0))));
      const result = {
        count: cover?.networks.length ?? 0,
        covered: positionsOf(0xff)
          .filter(isCovered)
          .reduce((all, position) => all | (1 << position), 0),
      };
      expect(price(result)).toBe(least);
      expect(result.count).toBeLessThanOrEqual(max);
      expect(result.covered & covered).toBe(covered);
      const [size, sizeOfCover] = [covered, result.covered].map((bits) => BigInt(countUnits(bits, universe)));
      expect(cover).toMatchObject({ family, size, extra: BigInt(sizeOfCover ?? 0) - BigInt(size ?? 0) });
      expect(measureRanges(cover?.networks.map(rangeOf) ?? [], family)).toBe(sizeOfCover);
    }
  });

  test('each family has its own budget, and the price names the wider network', () => {
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

  test('a cover of 6,000 networks takes at most a second of processor time, and keeps its budget', () => {
    const pick = picker(2);
    const ofIpv4 = () => `${20 + pick(60)}.${pick(256)}.${pick(256)}.${pick(64) * 4}/30`;
    const list = [...Array(6000).keys()].map((n) =>
      cidr(n % 4 === 0 ? `2001:db8:${pick(65536).toString(16)}::/48` : ofIpv4()),
    );
    for (const max of isFullCampaign ? [1, 100, 2000, 6000] : [100]) {
      const began = process.cpuUsage();
      const covers = coverNetworks(list, max);
      expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
      for (const { networks } of covers) expect(networks.length).toBeLessThanOrEqual(max);
    }
  });
});
