/** The access to each restriction and endpoint, in the words of every format that people read. */
import { formatAddressCount } from '../../model/ip/address-set';
import { formatList } from '../../model/text';
import { formatTraffic } from '../dangers';
import { formatCounts } from '../gates';
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
  readonly ownAddresses: ReportedAccess['own_addresses'];
  readonly notes: readonly string[];
  readonly isChanged: boolean;
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
    ownAddresses: access.own_addresses,
    notes: [],
    isChanged: newlyAdmitted.networks.length + newlyShutOut.networks.length > 0 || before !== after,
  };
}

function viewEndpoint(endpoint: ReportedEndpoint): AccessView {
  const { url, before, after, depends } = endpoint;
  const conditions = depends.length === 0 ? [] : [`also depends on ${formatList(depends, MAX_CONDITIONS)}`];
  return {
    subject: url,
    before: before === 'absent' ? 'no endpoint' : 'online',
    after: after === 'absent' ? 'no endpoint' : 'online',
    admits: null,
    newlyAdmitted: endpoint.newly_admitted,
    newlyShutOut: endpoint.newly_shut_out,
    newPolicies: [],
    ownAddresses: [],
    notes: endpoint.unknown ? ['UNKNOWN: its traffic policy computes with addresses'] : conditions,
    isChanged: true,
  };
}

function formatEnforcement(enforcement: ReportedAccess['after']): string {
  return enforcement === 'absent' ? 'no restriction' : enforcement.replace('_', ' ');
}

/** `256 addresses`, `2^96 addresses`. */
export function formatAddresses(count: string): string {
  return `${formatAddressCount(BigInt(count))} address${count === '1' ? '' : 'es'}`;
}

export function formatNetworkCount({ ipv4, ipv6 }: ReportedNetworks): string {
  return formatCounts({ ipv4: BigInt(ipv4), ipv6: BigInt(ipv6) });
}

export function describeOwnAddress({ address, change }: ReportedAccess['own_addresses'][number]): string | undefined {
  return change === 'none'
    ? undefined
    : `your own address ${address} is ${change === 'admitted' ? 'admitted' : 'SHUT OUT'}`;
}
