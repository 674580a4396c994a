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

/** What each class of a `IpRestriction` has. */
interface IpRestrictionAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Reason of the restriction. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** Whether violating traffic is rejected. Default: `false`, where violations only cause warnings. */
  get enforced(): IResolvable;
  /** Restricted part of the account: `dashboard`, `api`, `agent` or `endpoints`. */
  get type(): string;
  /** Identifiers of the IP policies, at least one. Their rules are evaluated together. */
  get ipPolicyIds(): string[];
}

/** Properties of {@link IpRestriction}. */
export interface IpRestrictionProps extends TerraformMetaArguments {
  /**
   * Reason of the restriction. At most 255 bytes.
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
  /**
   * Whether violating traffic is rejected. Default: `false`, where violations only cause warnings.
   *
   * @default false
   */
  readonly enforced?: boolean | IResolvable;
  /** Restricted part of the account: `dashboard`, `api`, `agent` or `endpoints`. Changing it replaces the object. */
  readonly type: 'dashboard' | 'api' | 'agent' | 'endpoints' | (string & {});
  /** Identifiers of the IP policies, at least one. Their rules are evaluated together. */
  readonly ipPolicyIds: readonly string[];
  /**
   * IPv4 and IPv6 networks in CIDR notation that the restriction must admit whenever it is created or updated. Before an enforced restriction is created or updated, the provider reads the rules of its policies, and refuses the change unless they surely admit every address. A refresh checks them again, and the plan shows a warning if an address is denied. An enforced restriction that admits no address is refused also without this attribute, unless it is an empty set. A change of rules alone, such as a removed rule or a new deny in another set, does not change the restriction, so no check follows. Keep all networks in one `netingress_ip_policy_rules` with `mustAdmit`, which every plan checks, or give the networks to `netingress preview` with `--must-admit`. An address without a mask means /32 or /128. Grants do not count, because they end. It is not sent to the service, and is null after an import.
   *
   * @default - not set
   */
  readonly mustAdmit?: readonly string[];
}

/**
 * Restricts the addresses that can reach one part of the account. Each type exists at most once. An enforced restriction whose policies contain no allow rule blocks all traffic.
 *
 * Terraform type: `netingress_ip_restriction`.
 */
export class IpRestriction extends NetingressResource<IpRestrictionProps> {
  static readonly tfResourceType = 'netingress_ip_restriction';

  constructor(scope: Construct, id: string, props: IpRestrictionProps) {
    super(scope, id, getKind('ip_restriction'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isIpRestriction(value: unknown): value is IpRestriction {
    return isResourceOfType(value, IpRestriction.tfResourceType);
  }
}
export interface IpRestriction extends IpRestrictionAttributes, DescriptionInput, MetadataInput {
  /** Reason of the restriction. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** Whether violating traffic is rejected. Default: `false`, where violations only cause warnings. */
  get enforced(): IResolvable;
  set enforced(value: boolean | IResolvable);
  /** The input value of `enforced`. */
  get enforcedInput(): boolean | IResolvable | undefined;
  /** Unsets `enforced`. */
  resetEnforced(): void;
  /** Restricted part of the account: `dashboard`, `api`, `agent` or `endpoints`. */
  get type(): string;
  set type(value: 'dashboard' | 'api' | 'agent' | 'endpoints' | (string & {}));
  /** The input value of `type`. */
  get typeInput(): 'dashboard' | 'api' | 'agent' | 'endpoints' | (string & {}) | undefined;
  /** Identifiers of the IP policies, at least one. Their rules are evaluated together. */
  get ipPolicyIds(): string[];
  set ipPolicyIds(value: readonly string[]);
  /** The input value of `ipPolicyIds`. */
  get ipPolicyIdsInput(): readonly string[] | undefined;
  /** IPv4 and IPv6 networks in CIDR notation that the restriction must admit whenever it is created or updated. Before an enforced restriction is created or updated, the provider reads the rules of its policies, and refuses the change unless they surely admit every address. A refresh checks them again, and the plan shows a warning if an address is denied. An enforced restriction that admits no address is refused also without this attribute, unless it is an empty set. A change of rules alone, such as a removed rule or a new deny in another set, does not change the restriction, so no check follows. Keep all networks in one `netingress_ip_policy_rules` with `mustAdmit`, which every plan checks, or give the networks to `netingress preview` with `--must-admit`. An address without a mask means /32 or /128. Grants do not count, because they end. It is not sent to the service, and is null after an import. */
  get mustAdmit(): string[];
  set mustAdmit(value: readonly string[]);
  /** The input value of `mustAdmit`. */
  get mustAdmitInput(): readonly string[] | undefined;
  /** Unsets `mustAdmit`. */
  resetMustAdmit(): void;
}

defineAttributes(IpRestriction, expandAttributes(getKind('ip_restriction').attributes));

/** Properties of {@link DataNetingressIpRestriction}. */
export interface DataNetingressIpRestrictionProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
  /**
   * Restricted part of the account: `dashboard`, `api`, `agent` or `endpoints`.
   *
   * @default - computed by the service
   */
  readonly type?: 'dashboard' | 'api' | 'agent' | 'endpoints' | (string & {});
}

/**
 * Reads one IP restriction by `id` or `type`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_ip_restriction`.
 */
export class DataNetingressIpRestriction extends NetingressDataSource<DataNetingressIpRestrictionProps> {
  static readonly tfResourceType = 'netingress_ip_restriction';

  constructor(scope: Construct, id: string, props: DataNetingressIpRestrictionProps = {}) {
    super(scope, id, getDataSource('ip_restriction'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressIpRestriction(value: unknown): value is DataNetingressIpRestriction {
    return isDataSourceOfType(value, DataNetingressIpRestriction.tfResourceType);
  }
}
export interface DataNetingressIpRestriction extends IpRestrictionAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Restricted part of the account: `dashboard`, `api`, `agent` or `endpoints`. */
  get type(): string;
  set type(value: 'dashboard' | 'api' | 'agent' | 'endpoints' | (string & {}));
  /** The input value of `type`. */
  get typeInput(): 'dashboard' | 'api' | 'agent' | 'endpoints' | (string & {}) | undefined;
  /** Unsets `type`. */
  resetType(): void;
}

defineAttributes(DataNetingressIpRestriction, getDataSource('ip_restriction').attributes);

/** Properties of {@link DataNetingressIpRestrictions}. */
export interface DataNetingressIpRestrictionsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `ipRestrictions`. */
export class DataNetingressIpRestrictionsIpRestrictionOutputReference extends ComplexObject {}
export interface DataNetingressIpRestrictionsIpRestrictionOutputReference extends IpRestrictionAttributes {}

/**
 * Reads all objects of the type IP restriction, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_ip_restrictions`.
 */
export class DataNetingressIpRestrictions extends NetingressDataSource<DataNetingressIpRestrictionsProps> {
  static readonly tfResourceType = 'netingress_ip_restrictions';

  constructor(scope: Construct, id: string, props: DataNetingressIpRestrictionsProps = {}) {
    super(scope, id, getDataSource('ip_restrictions'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressIpRestrictions(value: unknown): value is DataNetingressIpRestrictions {
    return isDataSourceOfType(value, DataNetingressIpRestrictions.tfResourceType);
  }
}
export interface DataNetingressIpRestrictions extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get ipRestrictions(): OutputList<DataNetingressIpRestrictionsIpRestrictionOutputReference>;
}

defineAttributes(DataNetingressIpRestrictions, getDataSource('ip_restrictions').attributes, {
  'ip_restrictions': DataNetingressIpRestrictionsIpRestrictionOutputReference,
});
