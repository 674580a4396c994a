/** Checks which addresses a set of rules admits, against what must be admitted and what must not. */
import { type AddressRange, intersectRanges, rangesToCidrs, subtractRanges, toRange } from './address-set';
import { parseCidr } from './cidr';
import { admittedRanges, type PolicyRule } from './policy';

/** Networks in CIDR notation, or single addresses. */
export interface RequiredAccess {
  readonly mustAdmit: readonly string[];
  readonly mustDeny: readonly string[];
}

export interface AccessViolation {
  readonly requirement: keyof RequiredAccess;
  /** The network as given. */
  readonly cidr: string;
  /** The part of the network that violates the requirement, as the fewest networks. */
  readonly networks: readonly string[];
}

/** Returns the violations by the rules of all policies together. Throws for an invalid network: validate it first. */
export function findAccessViolations(rules: readonly PolicyRule[], required: RequiredAccess): AccessViolation[] {
  const admitted = admittedRanges(rules);
  const check = (requirement: keyof RequiredAccess, findWrong: (range: AddressRange) => readonly AddressRange[]) =>
    required[requirement].flatMap((cidr): AccessViolation[] => {
      const wrong = findWrong(parseRange(cidr));
      return wrong.length === 0 ? [] : [{ requirement, cidr, networks: rangesToCidrs(wrong) }];
    });
  return [
    ...check('mustAdmit', (range) => subtractRanges([range], admitted)),
    ...check('mustDeny', (range) => intersectRanges([range], admitted)),
  ];
}

/** One sentence, such as `203.0.113.0/24 must be admitted, but 203.0.113.64/26 is not.` */
export function formatAccessViolation({ requirement, cidr, networks }: AccessViolation): string {
  const shown = networks.slice(0, MAX_NETWORKS).join(', ');
  const more = networks.length > MAX_NETWORKS ? ` and ${networks.length - MAX_NETWORKS} more` : '';
  const verb = networks.length === 1 ? 'is' : 'are';
  return requirement === 'mustAdmit'
    ? `${cidr} must be admitted, but ${shown}${more} ${verb} not.`
    : `${cidr} must be denied, but ${shown}${more} ${verb} admitted.`;
}

const MAX_NETWORKS = 10;

function parseRange(cidr: string): AddressRange {
  const parsed = parseCidr(cidr);
  if ('problem' in parsed) throw new Error(`'${cidr}' is not a network`);
  return toRange(parsed);
}
