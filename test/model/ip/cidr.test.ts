import fc from 'fast-check';
import { canonicalCidr, cidrContains, parseCidr, parseIp } from '../../../src/model/ip/cidr';
import { tries } from '../../fuzz';
import { cidr } from '../../support/cidr';

/** A range as numbers, the reference for strings. */
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

/** IPv6 addresses in every form of RFC 4291 2.2: any run of zeros left out, the tail dotted, leading zeros, either case. */
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
    const tail = dotted
      ? [
          groups
            .slice(6)
            .flatMap((group) => [group >> 8, group & 255])
            .join('.'),
        ]
      : [];
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

  test('equals the address of the URL standard for all IPv6 notations', () => {
    fc.assert(
      fc.property(ipv6Texts, (text) => {
        const { hostname } = new URL(`http://[${text}]/`);
        expect([text, canonicalCidr(text)]).toEqual([text, `${hostname.slice(1, -1)}/128`]);
      }),
      tries(1000),
    );
  });

  test.each([
    ['192.0.2.1', '192.0.2.1/32'],
    ['::0.0.0.0/96', '::/96'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:db8:0:0:0:0:0:0/32', '2001:db8::/32'],
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
    ['a decimal address', '167772160/8'],
    ['a hexadecimal octet', '0x0a.0.0.0/8'],
    ['an octet above 255', '256.0.0.0/8'],
    ['five octets', '10.0.0.0.0/8'],
    ['a mask with a leading zero', '10.0.0.0/08'],
    ['a mask of zeros', '10.0.0.0/00'],
    ['a mask beyond 32', '10.0.0.0/33'],
    ['a mask beyond 128', '2001:db8::/129'],
    ['an empty mask', '10.0.0.0/'],
    ['two masks', '10.0.0.0/8/8'],
    ['a negative mask', '10.0.0.0/-1'],
    ['a mask with a sign', '10.0.0.0/+8'],
    ['a netmask', '10.0.0.0/255.0.0.0'],
    ['a fraction', '10.0.0.0/8.0'],
    ['a zone', 'fe80::1%eth0/128'],
    ['a blank before', ' 10.0.0.0/8'],
    ['a blank after', '10.0.0.0/8 '],
    ['a line break', '10.0.0.0/8\n'],
    ['two gaps', '2001::db8::/32'],
    ['a group of five digits', '2001:0db80::/32'],
    ['nothing', ''],
    ['a slash', '/'],
    ['a name', 'localhost/8'],
    ['digits of another script', '١٠.0.0.0/8'],
  ])('refuses %s: %j', (_, text) => {
    expect(parseCidr(text)).toMatchObject({ problem: expect.any(String), expected: expect.any(String) });
  });

  test('lists the valid masks', () => {
    expect(parseCidr('10.0.0.0/33')).toMatchObject({
      problem: "has the mask '/33'",
      expected: 'a mask from /0 to /32 without leading zeros',
    });
  });
});

describe('cidrContains', () => {
  test('agrees with integer arithmetic', () => {
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
        const expected = a.width === b.width && a.bits <= b.bits && networkOf(b.network, a.bits, a.width) === a.network;
        expect(cidrContains(cidr(cidrText(a)), cidr(cidrText(b)))).toBe(expected);
      }),
    );
  });
});

test('parseIp accepts only addresses', () => {
  expect(parseIp('192.0.2.1')?.toString()).toBe('192.0.2.1');
  expect(parseIp('2001:db8::1')?.kind()).toBe('ipv6');
  for (const text of ['192.0.2.1/32', '192.0.2.01', 'fe80::1%1', '1', '']) expect(parseIp(text)).toBeUndefined();
});
