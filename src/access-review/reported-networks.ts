/** A difference of access in the JSON of a report. */

import type { Difference } from '../access/compare';
import type { ExplainedDifference } from '../access/compare-accounts';
import type { Enforcement } from '../access/restriction';
import { type AddressRange, rangeOf } from '../model/ip/address-set';
import { isUnknown, type Known } from '../values/known';
import type { Words } from '../values/words';
import { type CausedNetwork, formatCause } from './causes';

/** Addresses that a change admits or shuts out. */
export interface ReportedNetworks {
  /** Addresses that the change certainly concerns. In decimal digits: IPv6 networks have up to 2^128 addresses. */
  readonly ipv4: string;
  readonly ipv6: string;
  readonly networks: readonly {
    readonly cidr: string;
    /** Number of addresses, in decimal digits. */
    readonly addresses: string;
    /** Rules and changes that cause it. */
    readonly causes: readonly Words[];
  }[];
  /** The causes of all networks, each once: two rules may have equal words. */
  readonly causes: readonly Words[];
  /** Further addresses that it may concern, of which that is not proved. */
  readonly possible: {
    readonly ipv4: string;
    readonly ipv6: string;
    readonly networks: readonly string[];
    /** As `witness` of the difference, for these networks. */
    readonly witness: string | null;
  };
  /**
   * A case in which an address of `networks` differs, or of `possible` if `networks` is empty: `203.0.113.9 with
   * /admin`. Without such a case, a text that names no address: `an address if …`, `any address, because the policies
   * are too large to be compared`. Null if nothing differs, or if it is sensitive.
   */
  readonly witness: string | null;
  /**
   * What ends the request of the witness, before and after: an action of a traffic policy,
   * `on_http_request[0].actions[1]: restrict-ips`, or the sentence that no action does. Empty for restrictions, if the
   * witness is null, and if the policies are too large.
   */
  readonly witness_before: readonly string[];
  readonly witness_after: readonly string[];
}

export type ReportedEnforcement = Enforcement | 'not_known';

export function reportEnforcement(enforcement: Known<Enforcement>): ReportedEnforcement {
  return isUnknown(enforcement) ? 'not_known' : enforcement;
}

export function reportNetworks(
  { sure, possible, witness, before = [], after = [] }: Difference & Partial<ExplainedDifference>,
  caused?: readonly CausedNetwork[],
): ReportedNetworks {
  const networks = caused ?? sure.networks.map((cidr) => ({ cidr, addresses: countRange(cidr), causes: [] }));
  return {
    ipv4: String(sure.ipv4),
    ipv6: String(sure.ipv6),
    networks: networks.map(({ cidr, addresses, causes }) => ({
      cidr,
      addresses: String(addresses),
      causes: causes.map(formatCause),
    })),
    // A cause of several networks is one object.
    causes: [...new Set(caused?.flatMap(({ causes }) => causes))].map(formatCause),
    possible: {
      ipv4: String(possible.ipv4),
      ipv6: String(possible.ipv6),
      networks: possible.networks,
      witness: possible.witness?.text ?? null,
    },
    witness: witness?.text ?? null,
    witness_before: before,
    witness_after: after,
  };
}

function countRange(cidr: string): bigint {
  const { first, last }: AddressRange = rangeOf(cidr);
  return last - first + 1n;
}
