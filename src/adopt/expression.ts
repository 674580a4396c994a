/** Declarations of resources, independent of the output language. */
import { displayName, ipPolicyRules } from '../model/composites';
import type { JsonObject } from '../model/json';
import { formatCount } from '../model/text';
import type { Scheme } from '../model/traffic-policy/data/schema';

export type Expression =
  | { readonly type: 'literal'; readonly value: string | number | boolean }
  | AttributeReference
  /** A string with attributes of other adopted objects in it. */
  | { readonly type: 'template'; readonly parts: readonly (string | AttributeReference)[] }
  /** A variable that the environment sets, without the prefix `TF_VAR_`. */
  | { readonly type: 'secret'; readonly variable: string }
  | { readonly type: 'list'; readonly items: readonly Expression[] }
  /** Members are attributes of the model. */
  | { readonly type: 'object'; readonly members: readonly ObjectMember[] }
  /** Keys are chosen by users. */
  | { readonly type: 'map'; readonly members: readonly ObjectMember[] }
  | PolicyExpression;

/** An attribute of another adopted object. */
export interface AttributeReference {
  readonly type: 'reference';
  readonly to: ResourceName;
  /** `ip_policy_id` refers to a policy through its rules. */
  readonly attribute: 'id' | 'ip_policy_id' | 'name' | 'url' | 'vault_name';
}

/** A traffic policy. */
export interface PolicyExpression {
  readonly type: 'policy';
  /** As the service returns it. */
  readonly text: string;
  /** Undefined if the text cannot be parsed. */
  readonly document: JsonObject | undefined;
  readonly scheme: Scheme;
  readonly links: PolicyLinks;
}

/** The adopted objects that a policy names. */
export interface PolicyLinks {
  /** By id. */
  readonly objects: ReadonlyMap<string, ResourceName>;
  /** By URL as in the policy. */
  readonly endpoints: ReadonlyMap<string, ResourceName>;
  /** By `formatSecretName`. */
  readonly secrets: ReadonlyMap<string, ResourceName>;
}

export type ObjectMember = readonly [name: string, value: Expression];

export interface ResourceName {
  /** Type without the prefix of the provider: `ip_policy`. */
  readonly type: string;
  /** Unique among the resources of its type. */
  readonly name: string;
}

/** A write-only value, which is required to recreate the object. */
export interface SecretVariable {
  /** `<resource>_<attribute>`; the environment sets it as `TF_VAR_<resource>_<attribute>`. */
  readonly variable: string;
  /** `target.data_stream.auth.creds.cloud_secret_access_key` */
  readonly path: string;
  readonly resource: ResourceName;
}

/** One resource, with the object to import. */
export interface Declaration extends ResourceName {
  readonly importId: string;
  readonly body: readonly ObjectMember[];
  readonly secrets: readonly SecretVariable[];
  /** Dotted paths of other values that the service does not return. */
  readonly unreadable: readonly string[];
  /** Ids of referenced objects that are not adopted. */
  readonly externalIds: readonly string[];
  /** Comments above the declaration. */
  readonly remarks: readonly string[];
}

/** The declarations of one kind; rule sets are with the IP policies. */
export interface Section {
  readonly kind: string;
  readonly declarations: readonly Declaration[];
}

/** `12 IP policies and 3 sets of rules`. */
export function formatDeclarationCount(declarations: readonly Declaration[], kind: string): string {
  const sets = declarations.filter(({ type }) => type === ipPolicyRules.name).length;
  const objects = declarations.length - sets;
  return [
    ...(objects > 0 ? [`${objects} ${displayName(kind, objects)}`] : []),
    ...(sets > 0 ? [`${formatCount(sets, 'set')} of rules`] : []),
  ].join(' and ');
}

/** The purpose of a secret, without full stop. */
export function describeSecret({ path, resource: { type, name } }: SecretVariable): string {
  return `${path} of netingress_${type}.${name}; required only to recreate the object`;
}
