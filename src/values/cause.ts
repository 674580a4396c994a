import type { ReadFailure } from './read-failure';
import type { Violation } from './violation';

/** An object of the service; `kind` as the model names it: `ip_policy`. */
export interface Subject {
  readonly kind: string;
  readonly id: string;
}

/** Why a value is not known, as data; describe-cause.ts has the words. */
export type Cause =
  /** Known after apply. */
  | { readonly kind: 'reference'; readonly reference: string; readonly stack?: string | undefined }
  /** `each` or `count` at a place whose instances only Terraform knows. */
  | { readonly kind: 'instance'; readonly reference: string; readonly place: string }
  /** The value is that of an expression which only Terraform evaluates. */
  | { readonly kind: 'expression'; readonly source: string; readonly place: string }
  /** A plan names the references of an expression, but does not contain it. */
  | { readonly kind: 'not_in_plan' }
  /** `value` is computed from an unknown value, such as `'a-${var.x}'`; `from` says why that one is not known. */
  | { readonly kind: 'derived'; readonly value: string; readonly from: Cause }
  | { readonly kind: 'replaced'; readonly address: string; readonly attribute: string }
  | { readonly kind: 'not_asked'; readonly list: string }
  /** A list, or one object of it, could not be read. */
  | {
      readonly kind: 'unread';
      readonly list: string;
      readonly id?: string | undefined;
      readonly failure?: ReadFailure | undefined;
    }
  | {
      readonly kind: 'unread_rules';
      readonly policies: readonly { readonly id: string; readonly status?: number; readonly code?: string }[];
    }
  /** The resources of modules that are not read. */
  | { readonly kind: 'modules'; readonly modules: readonly { readonly module: string; readonly stack: string }[] }
  /** The source does not have the endpoints of agents; of an account they were not read. */
  | { readonly kind: 'agents'; readonly source: 'configuration' | 'state' | 'account' }
  /** The account has an endpoint of an agent, whose policy only the agent has. */
  | { readonly kind: 'agent_policy'; readonly id: string }
  /** An agent may come online at a URL that no other endpoint surely serves. */
  | { readonly kind: 'agent_online'; readonly url: string }
  /** Another endpoint may serve the URL, because a list is not complete. */
  | { readonly kind: 'other_endpoint'; readonly url: string; readonly from: Cause }
  /** The client gets an error, but its request reaches an upstream, or an action sends another one. */
  | { readonly kind: 'reached_with_error' }
  /** An object, or the response with it, does not have the member. */
  | { readonly kind: 'missing'; readonly subject: Subject; readonly member: string }
  /** A reference leads to a member that the value does not have: `b` of `local.a.b`. */
  | { readonly kind: 'no_member'; readonly member: string }
  /** A wildcard stands for the name, unless another object has exactly this name. */
  | { readonly kind: 'wildcard'; readonly list: string; readonly name: string; readonly wildcard: string }
  | { readonly kind: 'no_kind'; readonly id: string }
  /** A value that is not of the expected form: a member, or the value at a place of a configuration. */
  | { readonly kind: 'malformed'; readonly member: string; readonly of?: Subject | string; readonly expected: Form }
  | { readonly kind: 'malformed'; readonly place: string; readonly expected: Form }
  | {
      readonly kind: 'invalid';
      readonly what: 'network' | 'url' | 'traffic_policy' | 'text' | 'expression';
      readonly value?: string;
      readonly subject?: Subject;
      readonly violation: Violation;
    }
  /** A literal from which no effect follows, such as a text instead of a number. */
  | { readonly kind: 'given'; readonly member: string; readonly value: unknown }
  /** A value that the service may have, but the model does not. */
  | {
      readonly kind: 'not_modeled';
      readonly what: string;
      readonly value: string;
      readonly subject?: Subject;
      readonly json?: string;
    }
  /**
   * The documents of the service leave it open. `detail`: what the words of some gaps quote, see GAPS in
   * describe-cause.ts.
   */
  | { readonly kind: 'undocumented'; readonly gap: Gap; readonly detail?: string }
  /** The apply may stop before this write, or with `risks` at it. */
  | {
      readonly kind: 'may_stop';
      readonly address: string;
      readonly isDeletion: boolean;
      readonly risks: readonly WriteRisk[];
    }
  /** The decision diagrams of src/access grow beyond their limit: of the endpoint, or without a URL of IP policies. */
  | { readonly kind: 'too_large'; readonly url?: string }
  /** From here to `changes_unread`: why a plan may not have the effect that it says. */
  | { readonly kind: 'other_account' }
  | { readonly kind: 'plan_refused' }
  | { readonly kind: 'refused_write'; readonly risk: WriteRisk }
  | { readonly kind: 'gone'; readonly id: string }
  | { readonly kind: 'changed_since'; readonly id: string; readonly attribute: string }
  | { readonly kind: 'one_object'; readonly addresses: readonly string[] }
  | { readonly kind: 'not_in_profile'; readonly list: string }
  | { readonly kind: 'changes_unread'; readonly list: string; readonly from: Cause }
  /** Resources of a configuration may belong to several accounts: one uses an alias, or provider blocks differ. */
  | { readonly kind: 'alias'; readonly address: string; readonly stack: string; readonly provider: string }
  | { readonly kind: 'different_providers' }
  | { readonly kind: 'other_access'; readonly from: Cause }
  | PlanGap
  /** A state does not say it: the object was deleted, two resources disagree, or an ignore rule accepts a part. */
  | { readonly kind: 'undeclared'; readonly subject: Subject }
  | { readonly kind: 'contested'; readonly subject: Subject; readonly member: string }
  | { readonly kind: 'ignored'; readonly subject: Subject; readonly member: string };

export type Form = 'list' | 'map' | 'map_or_set' | 'object' | 'string' | 'boolean' | 'natural_number';

/** A required network that is not surely admitted. */
export interface Shortfall {
  /** As written in `must_admit`. */
  readonly network: string;
  /** Addresses that are denied whatever the unknown values are, as the fewest networks. */
  readonly denied: readonly string[];
  /** Addresses that are admitted or denied depending on unknown values. */
  readonly notKnown: readonly string[];
  /** `denied` is the whole network, or `notKnown` is and `denied` is empty. */
  readonly isWhole: boolean;
  /** The first known deny rule for an address of `denied`, or of `notKnown` if none is denied. */
  readonly denyRule: DenyRule | undefined;
  readonly reasons: readonly Cause[];
}

export interface DenyRule {
  /**
   * The id of the rule as the access engine has it; of a rule that a construct declares, its index. Undefined for a
   * rule of a set.
   */
  readonly id: string | undefined;
  readonly network: string;
  readonly description: string | null;
}

/** Reasons why a plan does not say all that its apply does. */
export type PlanGap =
  | { readonly kind: 'plan_without'; readonly part: 'configuration' | 'completeness' | 'all_changes' | 'targets' }
  | { readonly kind: 'plan_format'; readonly version: string }
  | { readonly kind: 'plan_change'; readonly address: string; readonly of: 'mode' | 'action'; readonly value: string }
  | { readonly kind: 'deferred'; readonly address: string | undefined }
  | { readonly kind: 'invocation'; readonly address: string | undefined }
  | { readonly kind: 'ephemeral'; readonly address: string }
  | { readonly kind: 'provisioner'; readonly address: string }
  | { readonly kind: 'several_providers'; readonly names: readonly string[] };

/**
 * Why a write of a plan, or a step before it, may fail. `address` is the resource, the data source (`late_read`), or
 * the output or variable with the condition (`condition` of `other`); `id`, `owner` and `user` are ids or addresses of
 * other objects.
 */
export type WriteRisk = { readonly address: string } & (
  | { readonly kind: 'condition'; readonly of: 'resource' | 'other' }
  | { readonly kind: 'late_read' }
  | { readonly kind: 'not_proved' }
  | { readonly kind: 'value'; readonly attribute: string }
  | { readonly kind: 'names_missing'; readonly id: string }
  | { readonly kind: 'host' }
  | {
      readonly kind: 'same_key';
      readonly addresses: readonly [string, string];
      readonly attributes: readonly string[];
    }
  | { readonly kind: 'taken_key'; readonly owner: string; readonly attributes: readonly string[] }
  | { readonly kind: 'used'; readonly user: string }
  | { readonly kind: 'set_beside_rules' }
  | { readonly kind: 'grant'; readonly id: string }
  /** An enforced restriction may then admit no address, or not those of the shortfall. */
  | { readonly kind: 'shuts_out_all'; readonly restriction: string }
  | { readonly kind: 'shuts_out'; readonly restriction: string; readonly shortfall: Shortfall }
  /**
   * The risks from here on are those of `must_admit`, by which the provider may refuse the write. `isCertain`: it does,
   * in whatever order Terraform applies the changes.
   */
  | { readonly kind: 'must_admit_unknown' }
  | { readonly kind: 'policies_missing'; readonly ids: readonly string[] }
  | { readonly kind: 'admits_nothing'; readonly isCertain?: true }
  | { readonly kind: 'shortfall'; readonly shortfall: Shortfall; readonly isCertain?: true }
  | {
      readonly kind: 'deletion_shortfall';
      readonly restriction: string;
      readonly shortfall: Shortfall;
      readonly isCertain?: true;
    }
);

export type Gap =
  | 'mapped_networks'
  | 'different_types'
  | 'failing_text'
  | 'failing_condition'
  | 'failing_forward'
  | 'invalid_network'
  | 'response_after_redirect'
  | 'response_after_deny'
  | 'response_after_error'
  | 'response_after_unknown'
  | 'template_in_expression';
