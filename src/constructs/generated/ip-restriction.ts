// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

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
   * IPv4 and IPv6 networks in CIDR notation that the restriction must never deny. Before an enforced restriction is created or updated, the provider reads the rules of its policies, and refuses the change unless they surely admit every address. A refresh checks them again, and the plan shows a warning if an address is denied. An enforced restriction that admits no address is refused also without this attribute, unless it is an empty set. Removing a rule does not change the restriction, so no check follows: use `netingress_ip_policy_rules` with `mustAdmit`. A single address means /32 or /128. Grants do not count, because they end. It is not sent to the service, and is null after an import.
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

  /**
   * Lets the next `cdktf plan` generate the Terraform configuration of a pre-existing object and import the object.
   *
   * @param scope the stack, or a construct in it
   * @param importToId id of the construct that will declare the object
   * @param importFromId identifier of the object at the service
   * @param provider the provider that reads the object; by default that of the stack
   */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    return createImportableResource(scope, importToId, IpRestriction.tfResourceType, importFromId, provider);
  }

  /** Unique identifier, set by the service on create. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** URI of this object in the management API. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** Reason of the restriction. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  set description(value: string) {
    this.inputs.set('description', value);
  }

  /** The input value of `description`. */
  get descriptionInput() {
    return this.inputs.get('description');
  }

  /** Unsets `description`. */
  resetDescription(): void {
    this.inputs.reset('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  set metadata(value: string) {
    this.inputs.set('metadata', value);
  }

  /** The input value of `metadata`. */
  get metadataInput() {
    return this.inputs.get('metadata');
  }

  /** Unsets `metadata`. */
  resetMetadata(): void {
    this.inputs.reset('metadata');
  }

  /** Whether violating traffic is rejected. Default: `false`, where violations only cause warnings. */
  get enforced(): IResolvable {
    return this.getBooleanAttribute('enforced');
  }

  set enforced(value: boolean | IResolvable) {
    this.inputs.set('enforced', value);
  }

  /** The input value of `enforced`. */
  get enforcedInput() {
    return this.inputs.get('enforced');
  }

  /** Unsets `enforced`. */
  resetEnforced(): void {
    this.inputs.reset('enforced');
  }

  /** Restricted part of the account: `dashboard`, `api`, `agent` or `endpoints`. */
  get type(): string {
    return this.getStringAttribute('type');
  }

  set type(value: 'dashboard' | 'api' | 'agent' | 'endpoints' | (string & {})) {
    this.inputs.set('type', value);
  }

  /** The input value of `type`. */
  get typeInput() {
    return this.inputs.get('type');
  }

  /** Identifiers of the IP policies, at least one. Their rules are evaluated together. */
  get ipPolicyIds(): string[] {
    return Fn.tolist(this.getListAttribute('ip_policy_ids'));
  }

  set ipPolicyIds(value: readonly string[]) {
    this.inputs.set('ipPolicyIds', value);
  }

  /** The input value of `ipPolicyIds`. */
  get ipPolicyIdsInput() {
    return this.inputs.get('ipPolicyIds');
  }

  /** IPv4 and IPv6 networks in CIDR notation that the restriction must never deny. Before an enforced restriction is created or updated, the provider reads the rules of its policies, and refuses the change unless they surely admit every address. A refresh checks them again, and the plan shows a warning if an address is denied. An enforced restriction that admits no address is refused also without this attribute, unless it is an empty set. Removing a rule does not change the restriction, so no check follows: use `netingress_ip_policy_rules` with `mustAdmit`. A single address means /32 or /128. Grants do not count, because they end. It is not sent to the service, and is null after an import. */
  get mustAdmit(): string[] {
    return Fn.tolist(this.getListAttribute('must_admit'));
  }

  set mustAdmit(value: readonly string[]) {
    this.inputs.set('mustAdmit', value);
  }

  /** The input value of `mustAdmit`. */
  get mustAdmitInput() {
    return this.inputs.get('mustAdmit');
  }

  /** Unsets `mustAdmit`. */
  resetMustAdmit(): void {
    this.inputs.reset('mustAdmit');
  }
}
