/** Conditions that a change must meet. A gate fails if a part of the access is unknown. Pure. */
import { formatAddressCount } from '../model/ip/address-set';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import { containsNetwork, intersectsNetwork, type NetworkChanges, type RestrictionAccess } from './access';
import { formatTraffic } from './dangers';
import type { EndpointChange } from './endpoint-access';

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

/** The access that gates judge. Networks to admit or deny concern restrictions only; new addresses also endpoints. */
export interface JudgedAccess {
  readonly restrictions: readonly RestrictionAccess[];
  readonly endpoints: readonly EndpointChange[];
}

/** `unknown` has a sentence for each part of the access that is not known. */
export function evaluateGates(
  gates: Gates,
  { restrictions: access, endpoints }: JudgedAccess,
  unknown: readonly string[],
): GateResult[] {
  const judge = (gate: string, problems: readonly string[], passed: string): GateResult => {
    const all = [...problems, ...unknown.map((reason) => `the access is not known: ${reason}`)];
    if (all.length === 0) return { gate, passed: true, message: passed };
    return { gate, passed: false, message: formatProblems(all) };
  };
  const enforced = access.filter(({ after }) => after === 'enforced');
  // A restriction that the change removes admits everything, so it fails as well.
  const guarded = access.filter(({ before, after }) => before === 'enforced' || after === 'enforced');
  const changes: readonly NewAccess[] = [
    ...access.map(({ type, newlyAdmitted }) => ({ subject: formatTraffic(type), admitted: newlyAdmitted })),
    ...endpoints.map(({ url, newlyAdmitted, isUnknown }) => ({
      subject: url,
      admitted: isUnknown ? undefined : newlyAdmitted,
    })),
  ];
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
    ...(gates.noNewAccess ? [judge('--no-new-access', findNewAccess(changes, 0n), 'No new address is admitted.')] : []),
    ...(gates.maxNewAddresses === undefined
      ? []
      : [
          judge(
            `--max-new-addresses ${gates.maxNewAddresses}`,
            findNewAccess(changes, gates.maxNewAddresses),
            `At most ${gates.maxNewAddresses} new addresses are admitted to each part.`,
          ),
        ]),
  ];
}

const MAX_PROBLEMS = 5;

/** One sentence for each problem. */
function formatProblems(problems: readonly string[]): string {
  const sentences = problems.slice(0, MAX_PROBLEMS).map((problem) => {
    const start = problem.replace(/^(the|no) /, (article) => `${article.charAt(0).toUpperCase()}${article.slice(1)}`);
    return start.endsWith('.') ? start : `${start}.`;
  });
  const more = problems.length - sentences.length;
  return [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

interface NewAccess {
  readonly subject: string;
  /** Undefined if it cannot be computed. */
  readonly admitted: Pick<NetworkChanges, 'ipv4' | 'ipv6'> | undefined;
}

function findNewAccess(changes: readonly NewAccess[], limit: bigint): string[] {
  return changes.flatMap(({ subject, admitted }) => {
    if (!admitted) return [`the access to ${subject} is not known`];
    const { ipv4, ipv6 } = admitted;
    return ipv4 + ipv6 > limit ? [`${subject} newly admits ${formatCounts({ ipv4, ipv6 })}`] : [];
  });
}

/** `253 IPv4 addresses`, `2^80 IPv6 addresses`; `no address` for none. */
export function formatCounts({ ipv4, ipv6 }: { readonly ipv4: bigint; readonly ipv6: bigint }): string {
  const format = (count: bigint, family: string): string[] =>
    count === 0n ? [] : [`${formatAddressCount(count)} ${family} address${count === 1n ? '' : 'es'}`];
  return [...format(ipv4, 'IPv4'), ...format(ipv6, 'IPv6')].join(' and ') || 'no address';
}
