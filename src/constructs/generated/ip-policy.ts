// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { getDataSource } from '../../model/data-sources';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type OutputList } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type DescriptionInput, type FilterInput, type IdInput, type MetadataInput } from './shared-inputs';

/** What each class of a `IpPolicy` has. */
interface IpPolicyAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Purpose of the policy. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
}

/** Properties of {@link IpPolicy}. */
export interface IpPolicyProps extends TerraformMetaArguments {
  /**
   * Purpose of the policy. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;
  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread.
   *
   * @default - not set
   */
  readonly metadata?: string;
}

/**
 * A named group of IP policy rules, attached to endpoints and IP restrictions. An address is admitted if at least one allow rule and no deny rule matches it. A policy without rules admits no address.
 *
 * Terraform type: `netingress_ip_policy`.
 */
export class IpPolicy extends NetingressResource<IpPolicyProps> {
  static readonly tfResourceType = 'netingress_ip_policy';

  constructor(scope: Construct, id: string, props: IpPolicyProps = {}) {
    super(scope, id, getKind('ip_policy'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isIpPolicy(value: unknown): value is IpPolicy {
    return isResourceOfType(value, IpPolicy.tfResourceType);
  }
}
export interface IpPolicy extends IpPolicyAttributes, DescriptionInput, MetadataInput {
  /** Purpose of the policy. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
}

defineAttributes(IpPolicy, expandAttributes(getKind('ip_policy').attributes));

/** Properties of {@link DataNetingressIpPolicy}. */
export interface DataNetingressIpPolicyProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
  /**
   * Purpose of the policy. At most 255 bytes.
   *
   * @default - computed by the service
   */
  readonly description?: string;
}

/**
 * Reads one IP policy by `id` or `description`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_ip_policy`.
 */
export class DataNetingressIpPolicy extends NetingressDataSource<DataNetingressIpPolicyProps> {
  static readonly tfResourceType = 'netingress_ip_policy';

  constructor(scope: Construct, id: string, props: DataNetingressIpPolicyProps = {}) {
    super(scope, id, getDataSource('ip_policy'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressIpPolicy(value: unknown): value is DataNetingressIpPolicy {
    return isDataSourceOfType(value, DataNetingressIpPolicy.tfResourceType);
  }
}
export interface DataNetingressIpPolicy extends IpPolicyAttributes, IdInput, DescriptionInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Purpose of the policy. At most 255 bytes. */
  get description(): string;
  set description(value: string);
}

defineAttributes(DataNetingressIpPolicy, getDataSource('ip_policy').attributes);

/** Properties of {@link DataNetingressIpPolicies}. */
export interface DataNetingressIpPoliciesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `ipPolicies`. */
export class DataNetingressIpPoliciesIpPolicyOutputReference extends ComplexObject {}
export interface DataNetingressIpPoliciesIpPolicyOutputReference extends IpPolicyAttributes {}

/**
 * Reads all objects of the type IP policy, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_ip_policies`.
 */
export class DataNetingressIpPolicies extends NetingressDataSource<DataNetingressIpPoliciesProps> {
  static readonly tfResourceType = 'netingress_ip_policies';

  constructor(scope: Construct, id: string, props: DataNetingressIpPoliciesProps = {}) {
    super(scope, id, getDataSource('ip_policies'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressIpPolicies(value: unknown): value is DataNetingressIpPolicies {
    return isDataSourceOfType(value, DataNetingressIpPolicies.tfResourceType);
  }
}
export interface DataNetingressIpPolicies extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get ipPolicies(): OutputList<DataNetingressIpPoliciesIpPolicyOutputReference>;
}

defineAttributes(DataNetingressIpPolicies, getDataSource('ip_policies').attributes, {
  'ip_policies': DataNetingressIpPoliciesIpPolicyOutputReference,
});
