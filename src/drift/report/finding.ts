/** What drift detection finds, as plain data that is safe to print: no secret ever stands in it. */
import type { Json } from '../../model/json';

/**
 * How the account, the state and the declaration differ: a field was `changed`; an object of the state is `missing`; one
 * of the account is in no state, `unmanaged`; what is declared is `pending` until it is deployed, and so is what is no longer declared until it is destroyed; an object of the state
 * was `replaced` by another one with its natural key; one object is `claimed twice` by states.
 */
export const FINDING_TYPES = ['changed', 'missing', 'unmanaged', 'pending', 'replaced', 'claimed twice'] as const;

/** One of {@link FINDING_TYPES}. */
export type FindingType = (typeof FINDING_TYPES)[number];

/** One field that differs. */
export interface FieldChange {
  /** Dotted path of the field, `binding.endpoint_selectors`; of a rule in a set `rules["203.0.113.0/24"].action`. */
  readonly path: string;
  /** As the state has it; of a whole object its identifier; null for absent. */
  readonly before: Json;
  /**
   * As the account has it, of a whole object its identifier; for `pending` as the declaration has it; null for absent.
   */
  readonly after: Json;
}

/** Who made a change, by an audit event. */
export interface Author {
  readonly id: string;
  /** E-mail address or name of a service user. */
  readonly subject: string;
  readonly source: 'Dashboard' | 'API';
  /** Identifier of the API key or credential; null in the dashboard. */
  readonly credential: string | null;
}

/** The event behind a finding. */
export interface Attribution {
  /** Null for what the service did by itself. */
  readonly who: Author | null;
  /** RFC 3339. */
  readonly when: string;
  readonly event_id: string;
  readonly event_type: string;
  /** Made with one of the keys that were named as the pipeline's own. */
  readonly self: boolean;
  /**
   * False where no earlier event shows the field with another value, so that the change may be older than the event, and
   * where another event of the same second may have come before or after it: timestamps have whole seconds.
   */
  readonly certain: boolean;
}

/** Why a finding has no {@link Attribution}. */
export type Unattributed = 'no events given' | 'emits no audit events' | 'no event found' | 'not in events';

/** What to change in the code to accept what is there. */
export interface CodeChange {
  /** Path of the construct. */
  readonly construct: string;
  /** Property of the construct, `certificateManagementPolicy.privateKeyType`. */
  readonly property: string | null;
  readonly from: Json;
  readonly to: Json;
}

/** What can be done about a finding. */
export interface Remedy {
  /** One sentence. */
  readonly text: string;
  /** A shell command that makes the account what the code says, or null. */
  readonly command: string | null;
  /** The other way: what the code would have to say, or null where none declares the object. */
  readonly code: CodeChange | null;
}

/** One finding. Every member is always there, so that readers need not ask whether it is. */
export interface Finding {
  /** The same for the same difference in every run. */
  readonly fingerprint: string;
  /** What differs, as a closed set. */
  readonly type: FindingType;
  /** Kind in the model, or `ip_policy_rules` for an exclusive set. */
  readonly kind: string;
  /** Identifier at the service; null while there is none. Of a set the policy's. */
  readonly id: string | null;
  /** The natural key, or else the description. */
  readonly name: string | null;
  /** Terraform's address of the resource; null where no state and no code has the object. */
  readonly address: string | null;
  /** The state that holds the object, or the stack that declares it. */
  readonly state: string | null;
  /** Path of the construct, where the configuration was read. */
  readonly construct: string | null;
  /** The field that differs; null where the whole object is what differs. */
  readonly path: string | null;
  readonly before: Json;
  readonly after: Json;
  /** More than one place: the other addresses of `claimed twice`, the fields in which a replacement differs. */
  readonly also: readonly string[];
  /** Who changed it; null where that is not known. */
  readonly by: Attribution | null;
  /** Null when {@link by} is known. */
  readonly unattributed: Unattributed | null;
  /** What can be done about it. */
  readonly remedy: Remedy;
}

/** What detection knows of a finding before events and remedies are worked out. */
export type Difference = Omit<Finding, 'fingerprint' | 'construct' | 'by' | 'unattributed' | 'remedy'> & {
  /** Objects of the account whose events tell who did it. */
  readonly trace: Trace;
};

/** Where in the events to look. */
export type Trace =
  | {
      readonly of: 'field';
      readonly kind: string;
      readonly id: string;
      readonly path: string;
      readonly value: Json;
      /** The value counts only while the object had this natural key. */
      readonly key?: string;
    }
  | { readonly of: 'creation'; readonly kind: string; readonly id: string }
  | { readonly of: 'deletion'; readonly kind: string; readonly id: string }
  /** How an object came to its natural key: made with it, or changed to it. */
  | { readonly of: 'key gained'; readonly kind: string; readonly id: string; readonly key: string }
  /** How nothing came to have the natural key any more: deleted, or changed to another one. */
  | { readonly of: 'key lost'; readonly kind: string; readonly key: string }
  | { readonly of: 'nobody' };
