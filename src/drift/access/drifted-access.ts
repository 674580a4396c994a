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

interface PartAccess {
  readonly newly_admitted: ReportedNetworks;
  readonly newly_shut_out: ReportedNetworks;
  /** Fingerprints of the findings that cause it, or of all that may if that is not certain. */
  readonly findings: readonly string[];
}

export interface DriftedRestriction extends PartAccess {
  /** `api`, `dashboard`, `agent` or `endpoints`. */
  readonly type: string;
  readonly before: ReportedEnforcement;
  readonly after: ReportedEnforcement;
}

export interface DriftedEndpoint extends PartAccess {
  readonly url: string;
  readonly binding: 'public' | 'internal';
  /** `served`: an endpoint with this URL exists. A wildcard may serve the URL of an absent one. */
  readonly before: 'absent' | 'served';
  readonly after: 'absent' | 'served';
}

export const EQUAL_ACCESS: DriftedAccess = { restrictions: [], endpoints: [], not_known: [] };
