/** The admission of rules, compared with a count of every address between two ends of networks. */
import type { PolicyRule } from '../../../src/model/ip/aggregate-rules';
import { type Cidr, parseCidr } from '../../../src/model/ip/cidr';
import { computeAdmission } from '../../../src/model/variants/admission';
import { campaignSize, picker } from '../../fuzz';

interface Network {
  readonly text: string;
  readonly isV6: boolean;
  readonly first: bigint;
  readonly end: bigint;
  readonly action: 'allow' | 'deny';
}

/** Networks with few different first bits, so that they contain each other, meet and cover a whole family often. */
function randomNetwork(pick: (bound: number) => number): Network {
  const isV6 = pick(2) === 1;
  const width = isV6 ? 128 : 32;
  const prefix = pick(4) === 0 ? width - pick(9) : pick(4);
  const size = 1n << BigInt(width - prefix);
  const first = prefix === 0 ? 0n : (BigInt(pick(16)) % (1n << BigInt(Math.min(4, prefix)))) * size;
  const groups = (count: number, bits: number, base: number): string[] =>
    [...Array(count).keys()].map((at) =>
      ((first >> BigInt((count - 1 - at) * bits)) & ((1n << BigInt(bits)) - 1n)).toString(base),
    );
  const address = isV6 ? groups(8, 16, 16).join(':') : groups(4, 8, 10).join('.');
  return { text: `${address}/${prefix}`, isV6, first, end: first + size, action: pick(5) === 0 ? 'deny' : 'allow' };
}

/** The number of addresses of a family that an allow network and no deny network contains. */
function count(networks: readonly Network[]): bigint {
  const ends = [...new Set(networks.flatMap(({ first, end }) => [first, end]))].sort((a, b) => (a < b ? -1 : 1));
  return ends.reduce((sum, start, at) => {
    const next = ends[at + 1];
    const matching = networks.filter(({ first, end }) => first <= start && start < end);
    const isAdmitted = matching.length > 0 && matching.every(({ action }) => action === 'allow');
    return next !== undefined && isAdmitted ? sum + next - start : sum;
  }, 0n);
}

const toRule = ({ text, action }: Network): PolicyRule => ({ cidr: parseCidr(text) as Cidr, action });

test('random rules admit the addresses that an allow rule and no deny rule matches', () => {
  const pick = picker(33);
  let complete = 0;
  for (let round = 0; round < campaignSize(2_000, 10_000); round++) {
    const networks = [...Array(pick(8)).keys()].map(() => randomNetwork(pick));
    const [v4, v6] = [count(networks.filter(({ isV6 }) => !isV6)), count(networks.filter(({ isV6 }) => isV6))];
    const isOpen = v4 === 2n ** 32n || v6 === 2n ** 128n;
    complete += isOpen ? 1 : 0;
    expect([networks, computeAdmission(networks.map(toRule))]).toEqual([
      networks,
      { admits_every_address: isOpen, admitted_ipv4_addresses: Number(v4), admitted_ipv6_addresses: String(v6) },
    ]);
  }
  expect(complete).toBeGreaterThan(100);
});
