/** Compares sets of rules with brute force over every address of a small universe. */
import fc from 'fast-check';
import { completeFamilies, containsRange, rangeOf } from '../../../src/model/ip/address-set';
import { aggregateRules, type DescribedRule, type NetworkRule } from '../../../src/model/ip/aggregate-rules';

import type { Cidr } from '../../../src/model/ip/cidr';
import { findNonPublicNetwork } from '../../../src/model/ip/non-public-networks';
import { findRedundantRules } from '../../../src/model/ip/redundant-rules';
import { tries } from '../../fuzz';
import { cidr } from '../../support/cidr';

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

function isIn(ip: string, { canonical }: Cidr): boolean {
  const key = `${ip} ${canonical}`;
  const known = matches.get(key) ?? containsRange([rangeOf(canonical)], rangeOf(ip));
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

test.each([
  [['0.0.0.0/0'], ['ipv4']],
  [['0.0.0.0/1', '128.0.0.0/2', '192.0.0.0/2'], ['ipv4']],
  [['0.0.0.0/1', '128.0.0.0/2'], []],
  [
    ['::/0', '0.0.0.0/0'],
    ['ipv4', 'ipv6'],
  ],
  [[], []],
])('%j contain every address of %j', (networks, families) => {
  expect(completeFamilies(networks.map(rangeOf))).toEqual(families);
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
        const left = without(
          of,
          doubled.map((found) => found.rule),
        );
        const idle = findRedundantRules(left).map((found) => found.rule);
        for (const each of left) {
          const decides = admitted(without(left, [each])).join() !== admitted(left).join();
          expect([each.cidr.canonical, each.action, idle.includes(each)]).toEqual([
            each.cidr.canonical,
            each.action,
            !decides,
          ]);
        }
      }),
      tries(300),
    );
  });

  test('have a reason and the responsible rule', () => {
    const of = (
      [
        ['10.0.0.0/8', 'allow'],
        ['10.0.0.0/8', 'allow'],
        ['10.1.0.0/16', 'allow'],
        ['172.16.0.0/16', 'allow'],
        ['172.16.0.0/12', 'deny'],
        ['192.0.2.0/24', 'deny'],
        ['198.51.100.0/24', 'allow'],
        ['198.51.100.0/25', 'deny'],
        ['198.51.100.128/25', 'deny'],
      ] as const
    ).map(([text, what]) => ({ cidr: cidr(text), action: what }));
    const shown = findRedundantRules(of).map(({ reason, rule: { cidr: at }, causedBy }) => [
      at.canonical,
      reason,
      causedBy && of.indexOf(causedBy),
    ]);
    expect(shown).toEqual([
      ['10.0.0.0/8', 'duplicate', 0],
      ['10.1.0.0/16', 'covered', 0],
      ['172.16.0.0/16', 'shadowed', 4],
      ['192.0.2.0/24', 'unneeded_deny', undefined],
      // Only the two denies together cover it.
      ['198.51.100.0/24', 'shadowed', undefined],
    ]);
  });
});

describe('merged rules', () => {
  test('admit the same addresses, also together with any other rules', () => {
    fc.assert(
      fc.property(fc.array(described, { maxLength: 12 }), rules, (of, others) => {
        expect(admitted([...aggregateRules(of), ...others])).toEqual(admitted([...of, ...others]));
      }),
      tries(300),
    );
  });

  test('contain each network once, and are not more than before', () => {
    fc.assert(
      fc.property(fc.array(described, { maxLength: 12 }), (of) => {
        const merged = aggregateRules(of);
        const networks = merged.map((each) => each.cidr.canonical);
        expect(new Set(networks).size).toBe(networks.length);
        expect(merged.length).toBeLessThanOrEqual(of.length);
      }),
    );
  });

  test('keep descriptions and metadata', () => {
    const of: DescribedRule[] = [
      { cidr: cidr('203.0.113.0/25'), action: 'allow', description: 'Berlin' },
      { cidr: cidr('203.0.113.128/25'), action: 'allow', description: 'Berlin' },
      { cidr: cidr('198.51.100.0/24'), action: 'allow', description: 'Lisbon' },
      { cidr: cidr('198.51.100.0/24'), action: 'allow', description: 'Porto', metadata: '{}' },
      { cidr: cidr('192.0.2.0/24'), action: 'allow', description: 'lab' },
      { cidr: cidr('192.0.2.0/24'), action: 'deny', description: 'closed' },
    ];
    expect(
      aggregateRules(of).map(({ cidr: at, action: what, description, metadata }) => [
        at.canonical,
        what,
        description,
        metadata,
      ]),
    ).toEqual([
      ['203.0.113.0/24', 'allow', 'Berlin', undefined],
      ['198.51.100.0/24', 'allow', 'Lisbon; Porto', '{}'],
      ['192.0.2.0/24', 'deny', 'closed', undefined],
    ]);
  });

  test('keep the first description if the joined one is too long', () => {
    const of = ['ä'.repeat(100), 'ö'.repeat(100)].map((description) => ({
      cidr: cidr('192.0.2.0/24'),
      action: 'allow' as const,
      description,
    }));
    expect(aggregateRules(of)).toMatchObject([{ description: 'ä'.repeat(100) }]);
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
])('%s is not public by %s', (text, source) => {
  expect(findNonPublicNetwork(cidr(text))?.source).toBe(source);
});
