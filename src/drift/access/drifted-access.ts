import type { ReportedEnforcement, ReportedNetworks } from '../../access/reported-networks';

/** What the findings change about who gets in: the states are before, the account is after. */
export interface DriftedAccess {
  /** Types of traffic whose access is different. */
  readonly restrictions: readonly DriftedRestriction[];
  /** URLs whose access is different. */
  readonly endpoints: readonly DriftedEndpoint[];
  /** Why more differences are not known. */
  readonly not_known: readonly string[];
}

/** A type of traffic or a URL. */
export type DriftedPart = DriftedRestriction | DriftedEndpoint;

/** Addresses of one direction. */
export interface DriftedNetworks extends ReportedNetworks {
  /** Fingerprints of the findings that cause it together; of an endpoint, of those that touch it and may cause it. */
  readonly findings: readonly string[];
}

interface PartAccess {
  readonly newly_admitted: DriftedNetworks;
  readonly newly_shut_out: DriftedNetworks;
}

export interface DriftedRestriction extends PartAccess {
  /** `api`, `dashboard`, `agent` or `endpoints`. */
  readonly type: string;
  readonly before: ReportedEnforcement;
  readonly after: ReportedEnforcement;
}

export interface DriftedEndpoint extends PartAccess {
  /** `(sensitive value)` if a state marks it as sensitive. */
  readonly url: string;
  readonly binding: 'public' | 'internal';
  readonly before: EndpointState;
  readonly after: EndpointState;
  /** The findings about the endpoint and what its policy uses. If there is one only, it is the cause of the difference. */
  readonly touched_by: readonly string[];
}

/** `served`: an endpoint with this URL exists. A wildcard or an agent may serve the URL of an absent one. */
export type EndpointState = 'absent' | 'served' | 'not_known';

export const EQUAL_ACCESS: DriftedAccess = { restrictions: [], endpoints: [], not_known: [] };

export function isEqualAccess({ restrictions, endpoints, not_known: notKnown }: DriftedAccess): boolean {
  return restrictions.length + endpoints.length + notKnown.length === 0;
}
