import type { ReportedEnforcement, ReportedNetworks } from '../../access-review/reported-networks';

/** What the findings change about who gets in: the states are before, the account is after. */
export interface DriftedAccess {
  /** Types of traffic whose access differs, or may differ (`possible`). */
  readonly restrictions: readonly DriftedRestriction[];
  /** URLs whose access differs, or may differ. */
  readonly endpoints: readonly DriftedEndpoint[];
  /** Why more differences are not known. */
  readonly not_known: readonly string[];
}

export type DriftedPart = DriftedRestriction | DriftedEndpoint;

/** The addresses that are newly admitted, or those that are newly shut out. */
export interface DriftedNetworks extends ReportedNetworks {
  /**
   * Fingerprints of findings; empty if nothing differs in this direction. For a restriction, those that cause the
   * difference together. For an endpoint, those behind `touched_by` that may cause it, or all of them if none of them
   * seems to.
   */
  readonly findings: readonly string[];
}

interface PartAccess {
  readonly newly_admitted: DriftedNetworks;
  readonly newly_shut_out: DriftedNetworks;
}

export interface DriftedRestriction extends PartAccess {
  /** `api`, `dashboard`, `agent`, `endpoints`, or a type that this version does not know. */
  readonly type: string;
  /** `not_known`: the list of restrictions, or a value of one, is not known. */
  readonly before: ReportedEnforcement;
  readonly after: ReportedEnforcement;
}

export interface DriftedEndpoint extends PartAccess {
  /** `(sensitive value)` if a state marks it as sensitive. */
  readonly url: string;
  readonly binding: 'public' | 'internal';
  readonly before: EndpointState;
  readonly after: EndpointState;
  /**
   * Texts of the findings about the endpoint, about wildcards that serve its URL, and about what their policies use,
   * also behind a forward. Each text is there once. If there is only one, it is the cause of each of the `networks`;
   * `possible` networks have no causes.
   */
  readonly touched_by: readonly string[];
}

/**
 * `served`: an endpoint with this URL exists. A wildcard or an agent may serve the URL of an absent one. `not_known`:
 * the list of cloud endpoints was not read completely and may have the endpoint.
 */
export type EndpointState = 'absent' | 'served' | 'not_known';

export const EQUAL_ACCESS: DriftedAccess = { restrictions: [], endpoints: [], not_known: [] };

export function isEqualAccess({ restrictions, endpoints, not_known: notKnown }: DriftedAccess): boolean {
  return restrictions.length + endpoints.length + notKnown.length === 0;
}
