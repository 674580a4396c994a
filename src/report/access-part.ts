import type { GateResult } from '../access-review/gates';
import type { ReportedEnforcement, ReportedNetworks } from '../access-review/reported-networks';
import { formatAddressCounts } from '../access-review/require';
import {
  type AddressRange,
  ALL_ADDRESSES,
  FAMILY_NAMES,
  formatAddressCount,
  rangesToCidrs,
  subtractRanges,
  toRange,
} from '../model/ip/address-set';
import { type Cidr, parseCidr } from '../model/ip/cidr';
import { formatList, type Words } from '../values/words';
import { type Item, limitItems, type Tone, toItem } from './section';

/** How many networks, ends of a request, and causes a text names. Chosen. JSON has all. */
export const MAX_NETWORKS = 10;
const MAX_ENDS = 5;
export const MAX_CAUSES = 3;

export interface ReportedChange {
  readonly newly_admitted: ReportedNetworks;
  readonly newly_shut_out: ReportedNetworks;
}

const GATES: Readonly<Record<GateResult['result'], { readonly label: string; readonly tone: Tone }>> = {
  passed: { label: 'passed', tone: 'good' },
  failed: { label: 'FAILED', tone: 'bad' },
  not_decided: { label: 'NOT DECIDED', tone: 'undecided' },
};

/** `FAILED --no-new-access: ...`. */
export function describeGate({ gate, result, message }: GateResult): Item {
  const { label, tone } = GATES[result];
  return { line: `${label} ${gate}: ${message}`, tone };
}

interface PartDetails {
  /** A clause that says so if every request, or every address of a family, gets in after the change. */
  readonly open?: string | undefined;
  /** Items before the networks, and after them. */
  readonly first: readonly Item[];
  readonly last: readonly Item[];
  /** Items below the networks that are newly admitted, or newly shut out. */
  readonly ofNetworks?: (direction: keyof ReportedChange) => readonly Item[];
}

/** The enforcement or existence of a part that is not known, for {@link describePart}. */
export const NOT_KNOWN = 'not known';

export function describePart(
  subject: string,
  [before, after]: readonly [string, string],
  { newly_admitted: admitted, newly_shut_out: shutOut }: ReportedChange,
  { open, first, ofNetworks = () => [], last }: PartDetails,
): Item {
  const isKnown = ![before, after].includes(NOT_KNOWN);
  const isChanged = admitted.networks.length + shutOut.networks.length > 0 || (isKnown && before !== after);
  const isUndecided = admitted.possible.networks.length + shutOut.possible.networks.length > 0;
  if (!isChanged && !isUndecided) {
    if (after === NOT_KNOWN) return { line: `${subject}: not known`, tone: 'undecided', details: last };
    // A part that is open and stays open does not change, but a reviewer must not read it as closed.
    return open === undefined
      ? { line: `${subject}: the access is equal`, details: last }
      : { line: `${subject}: the access is equal, and ${open}`, tone: 'attention', details: last };
  }
  return {
    line: `${subject} (${before === after ? after : `${before}, then ${after}`})`,
    tone: isChanged ? 'changed' : 'undecided',
    details: [
      ...first,
      ...describeNetworks('newly admitted', admitted, ofNetworks('newly_admitted')).map(
        (item): Item => ({ ...item, tone: 'attention' }),
      ),
      ...describeNetworks('newly shut out', shutOut, ofNetworks('newly_shut_out')).map(
        (item): Item => ({ ...item, tone: 'removed' }),
      ),
      ...(open === undefined ? [] : [{ line: `now ${open}`, tone: 'attention' as const }]),
      ...last,
    ],
  };
}

function describeNetworks(label: string, changes: ReportedNetworks, more: readonly Item[]): Item[] {
  const { networks, causes: allCauses } = changes;
  if (networks.length === 0) return [];
  const heading = `${label}: ${formatAddressCounts({ ipv4: BigInt(changes.ipv4), ipv6: BigInt(changes.ipv6) })}`;
  const complement = describeComplement(networks.map(({ cidr }) => cidr));
  if (complement !== undefined) {
    const causes = allCauses.slice(0, MAX_CAUSES);
    return [{ line: `${heading}, ${complement}`, details: [...causes.map((cause) => toItem(cause)), ...more] }];
  }
  const items = networks.map(({ cidr, addresses, causes }) => {
    const because = causes.length > 0 ? `: ${causes.slice(0, MAX_CAUSES).join('; ')}` : '';
    return toItem([{ code: cidr }, ` (${formatAddressCount(BigInt(addresses))})${because}`]);
  });
  return [{ line: heading, details: [...limitItems(items, MAX_NETWORKS), ...more] }];
}

/** `for example: 203.0.113.9; before: deny in ...`. Empty if no network surely changes, or the example is sensitive. */
export function describeExample(changes: ReportedNetworks): Item[] {
  const { networks, witness, witness_before: before, witness_after: after } = changes;
  if (networks.length === 0 || witness === null) return [];
  const describe = (when: string, texts: readonly string[]): string =>
    texts.length === 0 ? '' : `; ${when}: ${formatList(texts, MAX_ENDS)}`;
  return [toItem(`for example: ${witness}${describe('before', before)}${describe('after', after)}`)];
}

/** Empty if all is decided. */
export function describeUndecided({ newly_admitted: admitted, newly_shut_out: shutOut }: ReportedChange): Item[] {
  const describe = (verb: string, { possible }: ReportedNetworks): Item[] => {
    if (possible.networks.length === 0) return [];
    const example = possible.witness === null ? '' : `${possible.witness}; `;
    return [{ line: `NOT DECIDED: may newly ${verb} ${example}at most ${describeMost(possible)}`, tone: 'undecided' }];
  };
  return [...describe('admit', admitted), ...describe('shut out', shutOut)];
}

function describeMost({ networks, ipv4, ipv6 }: ReportedNetworks['possible']): Words {
  const counts = { ipv4: BigInt(ipv4), ipv6: BigInt(ipv6) };
  if (counts.ipv4 === 2n ** 32n && counts.ipv6 === 2n ** 128n) return 'every address';
  return describeComplement(networks) ?? formatAddressCounts(counts);
}

export function formatEnforcement(enforcement: ReportedEnforcement): Words {
  if (enforcement === 'not_known') return NOT_KNOWN;
  return enforcement === 'absent' ? 'no restriction' : enforcement.replaceAll('_', ' ');
}

/**
 * `every IPv4 address except 203.0.113.0/24`. Undefined if that does not name at least three networks fewer, which is
 * chosen, and if the networks are not shown. Callers pass networks of `rangesToCidrs`, which joins two halves of one.
 */
export function describeComplement(networks: readonly string[]): Words | undefined {
  const ranges = toShownRanges(networks);
  if (ranges === undefined) return undefined;
  const families = ALL_ADDRESSES.filter(({ family }) => ranges.some((range) => range.family === family));
  const missing = rangesToCidrs(subtractRanges(families, ranges));
  if (missing.length + 2 >= networks.length) return undefined;
  const names = families.map(({ family }) => FAMILY_NAMES[family]).join(' and ');
  return `every ${names} address except ${formatList(missing, MAX_NETWORKS)}`;
}

/** Undefined if the report does not show the networks: `(sensitive value)`. */
export function toShownRanges(networks: readonly string[]): AddressRange[] | undefined {
  const parsed = networks.map(parseCidr);
  return parsed.some((cidr) => 'problem' in cidr) ? undefined : parsed.map((cidr) => toRange(cidr as Cidr));
}
