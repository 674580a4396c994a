// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { getDataSource } from '../../model/data-sources';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type OutputList } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type DescriptionInput, type FilterInput, type IdInput, type MetadataInput } from './shared-inputs';

/** What each class of a `IpPolicyRule` has. */
interface IpPolicyRuleAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Owner or purpose of the addresses. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. An address without a mask means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are equal. */
  get cidr(): string;
  /** Identifier of the IP policy that contains the rule. */
  get ipPolicyId(): string;
  /** Effect on matching traffic: `allow` or `deny`. */
  get action(): string;
}

/** Properties of {@link IpPolicyRule}. */
export interface IpPolicyRuleProps extends TerraformMetaArguments {
  /**
   * Owner or purpose of the addresses. At most 255 bytes.
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
  /** IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. An address without a mask means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are equal. */
  readonly cidr: string;
  /** Identifier of the IP policy that contains the rule. Changing it replaces the object. */
  readonly ipPolicyId: string;
  /** Effect on matching traffic: `allow` or `deny`. The service cannot change it, so an update deletes the object and creates it again: `id` is known after apply. */
  readonly action: 'allow' | 'deny' | (string & {});
}

/**
 * Allows or denies one IP range in an IP policy. The order of rules is irrelevant: a matching deny always wins.
 *
 * Terraform type: `netingress_ip_policy_rule`.
 */
export class IpPolicyRule extends NetingressResource<IpPolicyRuleProps> {
  static readonly tfResourceType = 'netingress_ip_policy_rule';

  constructor(scope: Construct, id: string, props: IpPolicyRuleProps) {
    super(scope, id, getKind('ip_policy_rule'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isIpPolicyRule(value: unknown): value is IpPolicyRule {
    return isResourceOfType(value, IpPolicyRule.tfResourceType);
  }
}
export interface IpPolicyRule extends IpPolicyRuleAttributes, DescriptionInput, MetadataInput {
  /** Owner or purpose of the addresses. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. An address without a mask means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are equal. */
  get cidr(): string;
  set cidr(value: string);
  /** The input value of `cidr`. */
  get cidrInput(): string | undefined;
  /** Identifier of the IP policy that contains the rule. */
  get ipPolicyId(): string;
  set ipPolicyId(value: string);
  /** The input value of `ipPolicyId`. */
  get ipPolicyIdInput(): string | undefined;
  /** Effect on matching traffic: `allow` or `deny`. */
  get action(): string;
  set action(value: 'allow' | 'deny' | (string & {}));
  /** The input value of `action`. */
  get actionInput(): 'allow' | 'deny' | (string & {}) | undefined;
  /** Whether this rule alone admits every IPv4 address, or every IPv6 address. A rule that denies admits none. A network of IPv4-mapped addresses, such as `::ffff:192.0.2.0/120`, that is allowed counts for the IPv4 addresses too. Known in the plan as soon as the networks and actions are. Computed by the provider; the service does not have it. */
  get admitsEveryAddress(): IResolvable;
}

defineAttributes(IpPolicyRule, expandAttributes(getKind('ip_policy_rule').attributes));

/** Properties of {@link DataNetingressIpPolicyRule}. */
export interface DataNetingressIpPolicyRuleProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
  /**
   * IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. An address without a mask means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are equal.
   *
   * @default - computed by the service
   */
  readonly cidr?: string;
  /**
   * Identifier of the IP policy that contains the rule.
   *
   * @default - computed by the service
   */
  readonly ipPolicyId?: string;
}

/**
 * Reads one IP policy rule by `id` or `ipPolicyId` and `cidr`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_ip_policy_rule`.
 */
export class DataNetingressIpPolicyRule extends NetingressDataSource<DataNetingressIpPolicyRuleProps> {
  static readonly tfResourceType = 'netingress_ip_policy_rule';

  constructor(scope: Construct, id: string, props: DataNetingressIpPolicyRuleProps = {}) {
    super(scope, id, getDataSource('ip_policy_rule'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressIpPolicyRule(value: unknown): value is DataNetingressIpPolicyRule {
    return isDataSourceOfType(value, DataNetingressIpPolicyRule.tfResourceType);
  }
}
export interface DataNetingressIpPolicyRule extends IpPolicyRuleAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. An address without a mask means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are equal. */
  get cidr(): string;
  set cidr(value: string);
  /** The input value of `cidr`. */
  get cidrInput(): string | undefined;
  /** Unsets `cidr`. */
  resetCidr(): void;
  /** Identifier of the IP policy that contains the rule. */
  get ipPolicyId(): string;
  set ipPolicyId(value: string);
  /** The input value of `ipPolicyId`. */
  get ipPolicyIdInput(): string | undefined;
  /** Unsets `ipPolicyId`. */
  resetIpPolicyId(): void;
}

defineAttributes(DataNetingressIpPolicyRule, getDataSource('ip_policy_rule').attributes);

/** Properties of {@link DataNetingressIpPolicyRules}. */
export interface DataNetingressIpPolicyRulesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.ip_policy.id`, `obj.cidr`, `obj.action`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `ipPolicyRules`. */
export class DataNetingressIpPolicyRulesIpPolicyRuleOutputReference extends ComplexObject {}
export interface DataNetingressIpPolicyRulesIpPolicyRuleOutputReference extends IpPolicyRuleAttributes {}

/**
 * Reads all objects of the type IP policy rule, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_ip_policy_rules`.
 */
export class DataNetingressIpPolicyRules extends NetingressDataSource<DataNetingressIpPolicyRulesProps> {
  static readonly tfResourceType = 'netingress_ip_policy_rules';

  constructor(scope: Construct, id: string, props: DataNetingressIpPolicyRulesProps = {}) {
    super(scope, id, getDataSource('ip_policy_rules'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressIpPolicyRules(value: unknown): value is DataNetingressIpPolicyRules {
    return isDataSourceOfType(value, DataNetingressIpPolicyRules.tfResourceType);
  }
}
export interface DataNetingressIpPolicyRules extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.ip_policy.id`, `obj.cidr`, `obj.action`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get ipPolicyRules(): OutputList<DataNetingressIpPolicyRulesIpPolicyRuleOutputReference>;
}

defineAttributes(DataNetingressIpPolicyRules, getDataSource('ip_policy_rules').attributes, {
  'ip_policy_rules': DataNetingressIpPolicyRulesIpPolicyRuleOutputReference,
});
