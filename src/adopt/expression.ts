import { displayName, ipPolicyRules } from '../model/composites';
import { formatCount } from '../model/text';
import type { Words } from '../values/words';

export type DeclaredValue =
  | { readonly type: 'literal'; readonly value: string | number | boolean }
  | AttributeReference
  /** A traffic policy, as the service returns it. */
  | { readonly type: 'policy'; readonly parts: readonly TextPart[] }
  /** A variable that the environment sets, without the prefix `TF_VAR_`. */
  | { readonly type: 'secret'; readonly variable: string }
  | { readonly type: 'list'; readonly items: readonly DeclaredValue[] }
  /** Members are attributes of the model. */
  | { readonly type: 'object'; readonly members: readonly ObjectEntry[] }
  /** Keys are chosen by users. */
  | { readonly type: 'map'; readonly members: readonly ObjectEntry[] };

export interface AttributeReference {
  readonly type: 'reference';
  readonly to: DeclaredName;
  /** `ip_policy_id` refers to a policy through its rules. Undefined for the object itself, in props of patterns. */
  readonly attribute?: 'id' | 'ip_policy_id';
}

export type TextPart = string | AttributeReference;

export type ObjectEntry = readonly [name: string, value: DeclaredValue];

export interface DeclaredName {
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
  readonly resource: DeclaredName;
}

export interface Declaration extends DeclaredName {
  readonly importId: string;
  readonly body: readonly ObjectEntry[];
  readonly secrets: readonly SecretVariable[];
  /** Dotted paths of other values that the service does not return. */
  readonly unreadable: readonly string[];
  /** Dotted paths of values that the service may have set without a request, and that are not configured. */
  readonly leftOut: readonly string[];
  /** Ids of referenced objects that are not adopted. The declaration contains them as literal values. */
  readonly externalIds: readonly string[];
  readonly remarks: readonly string[];
}

/** The declarations of one kind; rule sets are with the IP policies. */
export interface KindDeclarations {
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

export function describeSecret({ path, resource: { type, name } }: SecretVariable): Words {
  return `${path} of netingress_${type}.${name}; required only to recreate the object`;
}
