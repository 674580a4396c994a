/** Conditions that a change must meet. A gate fails if a part of the access is unknown. Pure. */
import { countAddresses, formatAddressCount } from '../model/ip/address-set';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import { formatList } from '../model/text';
import { containsNetwork, intersectsNetwork, type RestrictionAccess } from './access';
import { formatTraffic } from './dangers';

export interface Gates {
  /** Networks that every enforced restriction must admit. */
  readonly mustAdmit: readonly string[];
  /** Networks that every enforced restriction must deny. */
  readonly mustDeny: readonly string[];
  readonly noNewAccess: boolean;
  /** Largest number of newly admitted addresses of each restriction. */
  readonly maxNewAddresses: bigint | undefined;
}

export const NO_GATES: Gates = { mustAdmit: [], mustDeny: [], noNewAccess: false, maxNewAddresses: undefined };

export interface GateResult {
  /** The option: `--must-admit 203.0.113.0/24`. */
  readonly gate: string;
  readonly passed: boolean;
  readonly message: string;
}

/** `unknown` has a sentence for each part of the access that is not known. */
export function evaluateGates(
  gates: Gates,
  access: readonly RestrictionAccess[],
  unknown: readonly string[],
): GateResult[] {
  const judge = (gate: string, problems: readonly string[], passed: string): GateResult => {
    const all = [...problems, ...unknown.map((reason) => `the access is not known: ${reason}`)];
    if (all.length === 0) return { gate, passed: true, message: passed };
    return { gate, passed: false, message: `Failed: ${formatList(all, MAX_PROBLEMS)}.` };
  };
  const enforced = access.filter(({ after }) => after === 'enforced');
  // A restriction that the change removes admits everything, so it fails as well.
  const guarded = access.filter(({ before, after }) => before === 'enforced' || after === 'enforced');
  return [
    ...gates.mustAdmit.map((text) => {
      const cidr = parseCidr(text) as Cidr;
      const problems = enforced
        .filter(({ admittedAfter }) => !containsNetwork(admittedAfter, cidr))
        .map(({ type }) => `the restriction of ${formatTraffic(type)} does not admit all of ${cidr.canonical}`);
      return judge(`--must-admit ${text}`, problems, 'Every enforced restriction admits it.');
    }),
    ...gates.mustDeny.map((text) => {
      const cidr = parseCidr(text) as Cidr;
      const problems =
        guarded.length === 0
          ? ['no restriction is enforced']
          : guarded
              .filter(({ admittedAfter }) => intersectsNetwork(admittedAfter, cidr))
              .map(({ type }) => `${formatTraffic(type)} admits addresses of ${cidr.canonical}`);
      return judge(`--must-deny ${text}`, problems, 'Every restriction denies it.');
    }),
    ...(gates.noNewAccess
      ? [judge('--no-new-access', findNewAccess(access, 0n), 'No restriction admits a new address.')]
      : []),
    ...(gates.maxNewAddresses === undefined
      ? []
      : [
          judge(
            `--max-new-addresses ${gates.maxNewAddresses}`,
            findNewAccess(access, gates.maxNewAddresses),
            `No restriction admits more than ${gates.maxNewAddresses} new addresses.`,
          ),
        ]),
  ];
}

const MAX_PROBLEMS = 5;

function findNewAccess(access: readonly RestrictionAccess[], limit: bigint): string[] {
  return access.flatMap(({ type, newlyAdmitted: { ipv4, ipv6 } }) =>
    ipv4 + ipv6 > limit
      ? [
          `${formatTraffic(type)} newly admits ${formatAddressCount(ipv4)} IPv4 and ${formatAddressCount(ipv6)} IPv6 addresses`,
        ]
      : [],
  );
}

/** `253 IPv4 addresses`, `2^80 IPv6 addresses`; `no address` for none. */
export function formatCounts({ ipv4, ipv6 }: { readonly ipv4: bigint; readonly ipv6: bigint }): string {
  const format = (count: bigint, family: string): string[] =>
    count === 0n ? [] : [`${formatAddressCount(count)} ${family} address${count === 1n ? '' : 'es'}`];
  return [...format(ipv4, 'IPv4'), ...format(ipv6, 'IPv6')].join(' and ') || 'no address';
}

/** The size of a set of ranges, in the form of {@link formatCounts}. */
export function formatSize(ranges: Parameters<typeof countAddresses>[0]): string {
  return formatCounts(countAddresses(ranges));
}
