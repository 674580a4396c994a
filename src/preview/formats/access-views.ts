/** The access to each restriction and endpoint, in the words of every format that people read. */

import { formatTraffic } from '../../access/gates';
import { formatCounts } from '../../access/require';
import { ALL_ADDRESSES, formatAddressCount, rangesToCidrs, subtractRanges, toRange } from '../../model/ip/address-set';
import { type Cidr, parseCidr } from '../../model/ip/cidr';
import { formatList } from '../../model/text';
import type { PreviewReport, ReportedAccess, ReportedEndpoint, ReportedNetworks } from '../report';

/** The access to one part of the account, before and after. */
export interface AccessView {
  /** `the API`, or the URL of an endpoint. */
  readonly subject: string;
  readonly before: string;
  readonly after: string;
  /** What is admitted after the change, if the restriction is newly enforced. */
  readonly admits: string | null;
  readonly newlyAdmitted: ReportedNetworks;
  readonly newlyShutOut: ReportedNetworks;
  readonly newPolicies: ReportedAccess['new_policies'];
  readonly namedAddresses: ReportedAccess['named_addresses'];
  readonly notes: readonly string[];
  readonly isChanged: boolean;
  /** What is not known decides about a part of the addresses. */
  readonly isUndecided: boolean;
}

const MAX_ADMITTED = 10;
const MAX_CONDITIONS = 5;

export function listAccessViews({ access, endpoints }: PreviewReport): AccessView[] {
  return [...access.map(viewRestriction), ...endpoints.map(viewEndpoint)];
}

function viewRestriction(access: ReportedAccess): AccessView {
  const {
    type,
    before,
    after,
    newly_admitted: newlyAdmitted,
    newly_shut_out: newlyShutOut,
    admits_after: networks,
  } = access;
  return {
    subject: formatTraffic(type),
    before: formatEnforcement(before),
    after: formatEnforcement(after),
    // The complement of a few networks says less than the networks.
    admits:
      before === after || after !== 'enforced'
        ? null
        : `now admits only ${formatList(networks, MAX_ADMITTED) || 'no address'}`,
    newlyAdmitted,
    newlyShutOut,
    newPolicies: access.new_policies,
    namedAddresses: access.named_addresses,
    notes: describeUndecided(access),
    isChanged: newlyAdmitted.networks.length + newlyShutOut.networks.length > 0 || before !== after,
    isUndecided: isUndecided(access),
  };
}

function viewEndpoint(endpoint: ReportedEndpoint): AccessView {
  const { url, binding, before, after, depends } = endpoint;
  const isChanged = endpoint.newly_admitted.networks.length + endpoint.newly_shut_out.networks.length > 0;
  const examples = isChanged
    ? [
        ...describeExample('newly admitted', endpoint.newly_admitted),
        ...describeExample('newly shut out', endpoint.newly_shut_out),
      ]
    : [];
  return {
    subject: binding === 'public' ? url : `${url} (${binding})`,
    before: before === 'absent' ? 'no endpoint' : 'online',
    after: after === 'absent' ? 'no endpoint' : 'online',
    admits: null,
    newlyAdmitted: endpoint.newly_admitted,
    newlyShutOut: endpoint.newly_shut_out,
    newPolicies: [],
    namedAddresses: [],
    notes: [
      ...examples,
      ...describeUndecided(endpoint),
      ...(depends.length === 0 ? [] : [`also depends on ${formatList(depends, MAX_CONDITIONS)}`]),
    ],
    isChanged,
    isUndecided: isUndecided(endpoint),
  };
}

function describeExample(verb: string, changes: ReportedNetworks): string[] {
  const { networks, witness, witness_before: before, witness_after: after } = changes;
  if (networks.length === 0 || witness === null) return [];
  const describe = (when: string, texts: readonly string[]): string =>
    texts.length === 0 ? '' : `; ${when}: ${formatList(texts, MAX_CONDITIONS)}`;
  return [`${verb}, for example: ${witness}${describe('before', before)}${describe('after', after)}`];
}

type Changes = Pick<ReportedEndpoint, 'newly_admitted' | 'newly_shut_out'>;

function isUndecided({ newly_admitted: admitted, newly_shut_out: shutOut }: Changes): boolean {
  return admitted.possible.networks.length + shutOut.possible.networks.length > 0;
}

function describeUndecided({ newly_admitted: admitted, newly_shut_out: shutOut }: Changes): string[] {
  const describe = (verb: string, { possible, witness }: ReportedNetworks): string[] => {
    if (possible.networks.length === 0) return [];
    const example = witness === null ? '' : `, for example ${witness}`;
    return [`NOT DECIDED: may newly ${verb} ${formatNetworkCount(possible)}${example}`];
  };
  return [...describe('admit', admitted), ...describe('shut out', shutOut)];
}

function formatEnforcement(enforcement: ReportedAccess['after']): string {
  return enforcement === 'absent' ? 'no restriction' : enforcement.replaceAll('_', ' ');
}

/**
 * The networks, or what they leave out if that is shorter: `every IPv4 address except 203.0.113.0/24`. Undefined if the
 * networks are shorter.
 */
export function describeComplement({ networks }: Pick<ReportedNetworks, 'networks'>): string | undefined {
  const ranges = networks.map(({ cidr }) => toRange(parseCidr(cidr) as Cidr));
  const families = ALL_ADDRESSES.filter(({ family }) => ranges.some((range) => range.family === family));
  const missing = rangesToCidrs(subtractRanges(families, ranges));
  if (missing.length + 2 >= networks.length) return undefined;
  const names = families.map(({ family }) => (family === 'ipv4' ? 'IPv4' : 'IPv6')).join(' and ');
  return `every ${names} address except ${formatList(missing, MAX_ADMITTED)}`;
}

/** `256 addresses`, `2^96 addresses`. */
export function formatAddresses(count: string): string {
  return `${formatAddressCount(BigInt(count))} address${count === '1' ? '' : 'es'}`;
}

export function formatNetworkCount({ ipv4, ipv6 }: Pick<ReportedNetworks, 'ipv4' | 'ipv6'>): string {
  return formatCounts({ ipv4: BigInt(ipv4), ipv6: BigInt(ipv6) });
}

export function describeNamedAddress({
  address,
  change,
}: ReportedAccess['named_addresses'][number]): string | undefined {
  if (change === 'none') return undefined;
  if (change === 'not_known') return `whether the address ${address} of --address is admitted is not known`;
  return `the address ${address} of --address is ${change === 'admitted' ? 'admitted' : 'SHUT OUT'}`;
}
