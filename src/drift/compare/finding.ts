/**
 * The findings of a report. Their sensitive values are replaced; `report.ts` hides sensitive networks in paths last.
 */

import type { StateSource } from '../../model/inventory';
import type { Json } from '../../values/json';
import type { Words } from '../../values/words';
import type { LostObject } from './input';

/** All types of findings; {@link FindingType} explains them. */
export const FINDING_TYPES = ['changed', 'missing', 'unmanaged', 'pending', 'replaced', 'conflict'] as const;

/**
 * The type of a finding.
 *
 * - `changed`: a field differs between the state and the account.
 * - `missing`: an object of a state was deleted, or a traffic policy names one that does not exist.
 * - `unmanaged`: an object of the account is in no state.
 * - `pending`: a configured object or value is not deployed, or a deployed object is no longer configured.
 * - `replaced`: an object of a state was deleted, and another object has its natural key.
 * - `conflict`: several resources own one object.
 */
export type FindingType = (typeof FINDING_TYPES)[number];

/** One field that differs. */
export interface FieldChange {
  /** Dotted path of the field, `binding.endpoint_selectors`; of a rule in a set `rules["203.0.113.0/24"].action`. */
  readonly path: string;
  /** The value in the state, or the id of a whole object; null if absent. */
  readonly before: Json;
  /**
   * The value in the account, or the id of a whole object. For `pending` the value in the configuration, or the
   * configured attributes of a whole object. Null if absent.
   */
  readonly after: Json;
}

/** The principal of an audit event. */
export interface Author {
  readonly id: string;
  /** E-mail address, or name of a service user. */
  readonly subject: string;
  readonly source: 'dashboard' | 'api';
  /** Id of the API key or credential; null if the event names none, as in the dashboard. */
  readonly credential_id: string | null;
}

/** The audit event that caused a finding. */
export interface Attribution {
  /** Null if the service made the change. */
  readonly author: Author | null;
  /** RFC 3339. */
  readonly occurred_at: string;
  readonly event_id: string;
  readonly event_type: string;
  /** Whether one of `ownKeys` made the change. */
  readonly own_key: boolean;
  /** False if the change may be older than the event, or if another event of the same second may have caused it. */
  readonly certain: boolean;
}

/**
 * Why a finding has no {@link Attribution}: no events were given, the kind emits no audit events, no event matches, or
 * events cannot show what caused the finding.
 */
export const UNATTRIBUTED_REASONS = ['no_events', 'kind_not_audited', 'no_matching_event', 'not_applicable'] as const;

/** One of {@link UNATTRIBUTED_REASONS}. */
export type UnattributedReason = (typeof UNATTRIBUTED_REASONS)[number];

/** The change of the code that accepts the current value. */
export interface CodeChange {
  /** Path of the construct. */
  readonly construct: string;
  /** Property of the construct, `certificateManagementPolicy.privateKeyType`; null for the whole construct. */
  readonly property: string | null;
  readonly from: Json;
  readonly to: Json;
}

/** How to resolve a finding. */
export interface Remedy {
  /** What to do. */
  readonly text: Words;
  /** A shell command that does it or the first part of it, such as `adopt --list`; null if there is none. */
  readonly command: string | null;
  /** The alternative: a change of the code. Only for a `changed` or `missing` object of a construct, otherwise null. */
  readonly code: CodeChange | null;
}

/** One finding. Members without a value are null or empty, and not left out. */
export interface Finding {
  /**
   * Hash of type, kind, id, address, state and path, and of the name if neither id nor address is known; not of the
   * values. Runs that find these equal give one fingerprint.
   */
  readonly fingerprint: string;
  readonly type: FindingType;
  /** Kind in the model, or `ip_policy_rules` for an exclusive set. */
  readonly kind: string;
  /** Id of the object, or of the policy for a set. Null before the deployment, and if only a name or URL is known. */
  readonly id: string | null;
  /**
   * The natural key, or else the description; of a set, those of its policy; of an object that only a traffic policy
   * names, its name or URL there. Null if none of them is known, or if it is sensitive.
   */
  readonly name: string | null;
  /** Terraform address; null if neither a state nor the configuration contains the object. */
  readonly address: string | null;
  /** The state that contains the object, or the stack that configures it; null if there is none. */
  readonly state: StateSource | null;
  /** Path of the construct; null if no synthesized configuration contains the object. */
  readonly construct: string | null;
  /** The field that differs; null for a whole object. */
  readonly path: string | null;
  /**
   * The value in the state, or the id of a whole object, or its name or URL if only that is known. Null if absent, and
   * for a `conflict`.
   */
  readonly before: Json;
  /**
   * The value in the account, or the id of a whole object; for `pending`, what the configuration has. Null if absent,
   * and for a `conflict`.
   */
  readonly after: Json;
  /** For a `conflict`: the other resources that own the object. */
  readonly other_owners: readonly ResourceOwner[];
  /** For a `replaced` object: the fields in which the replacement differs. */
  readonly differing_fields: readonly string[];
  /** For a `missing` object: URLs of the endpoints whose traffic policies refer to it; the id of one without a URL. */
  readonly used_by: readonly string[];
  /** For a rule that is a grant: `granted until …, by …, reason`, and `overdue` after its end. Otherwise null. */
  readonly grant: string | null;
  /** The audit event that caused the change; null if unknown. */
  readonly attribution: Attribution | null;
  /** Null if {@link attribution} is known. */
  readonly unattributed: UnattributedReason | null;
  readonly remedy: Remedy;
}

export interface ResourceOwner {
  readonly address: string;
  readonly state: StateSource;
}

/** A finding before its attribution and remedy are known. */
export type UnattributedFinding = Omit<
  Finding,
  | 'fingerprint'
  | 'construct'
  | 'attribution'
  | 'unattributed'
  | 'remedy'
  | 'other_owners'
  | 'differing_fields'
  | 'used_by'
  | 'grant'
> &
  Partial<Pick<Finding, 'other_owners' | 'differing_fields' | 'used_by' | 'grant'>> & {
    readonly auditQuery: AuditQuery;
    /** For a pending or unmanaged object: the lost object that it likely is. */
    readonly lost?: LostObject;
  };

/** The change to search for in the audit events. */
export type AuditQuery =
  | {
      readonly type: 'field';
      readonly kind: string;
      readonly id: string;
      readonly path: string;
      readonly value: Json;
      /**
       * The natural key that the object must have had, for a rule of a set: an event with another CIDR does not count.
       */
      readonly key?: string;
    }
  | { readonly type: 'creation'; readonly kind: string; readonly id: string }
  | { readonly type: 'deletion'; readonly kind: string; readonly id: string }
  /** The object was created with the natural key, or changed to it. */
  | { readonly type: 'natural_key_gained'; readonly kind: string; readonly id: string; readonly key: string }
  /** The object with the natural key was deleted, or changed to another key. */
  | { readonly type: 'natural_key_lost'; readonly kind: string; readonly key: string }
  | { readonly type: 'none' };
