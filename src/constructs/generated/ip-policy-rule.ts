// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link IpPolicyRule}. */
export interface IpPolicyRuleProps extends TerraformMetaArguments {
  /**
   * Who or what the addresses of this rule are. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /** IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A bare address means that one address. Bits beyond the mask must be zero. Equivalent spellings are equal. */
  readonly cidr: string;

  /** Identifier of the IP policy that the rule belongs to. Another policy needs a new rule. */
  readonly ipPolicyId: string;

  /** What happens to matching traffic: `allow` or `deny`. The other action needs a new rule. */
  readonly action: 'allow' | 'deny' | (string & {});
}

/**
 * Allows or denies one IP range in an IP policy. Order never matters: a matching deny always wins.
 *
 * Terraform type: `netingress_ip_policy_rule`.
 */
export class IpPolicyRule extends NetingressResource<IpPolicyRuleProps> {
  static readonly tfResourceType = 'netingress_ip_policy_rule';

  constructor(scope: Construct, id: string, props: IpPolicyRuleProps) {
    super(scope, id, getKind('ip_policy_rule'), props);
  }

  /** Whether the value is such a construct. */
  static isIpPolicyRule(value: unknown): value is IpPolicyRule {
    return isResourceOfType(value, IpPolicyRule.tfResourceType);
  }

  /**
   * Has the next `cdktf plan` write the Terraform configuration of an object that exists and import it.
   *
   * @param scope the stack, or a construct in it
   * @param importToId id of the construct that will stand for the object
   * @param importFromId identifier of the object at the service
   * @param provider the provider to read it with; by default the stack's own
   */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    return importedResource(scope, importToId, IpPolicyRule.tfResourceType, importFromId, provider);
  }

  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** URI at which the management API serves this object. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** When the object was created, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** Who or what the addresses of this rule are. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  set description(value: string) {
    this.inputs.put('description', value);
  }

  /** What was given for `description`. */
  get descriptionInput() {
    return this.inputs.get('description');
  }

  /** Takes `description` back, as if it had never been given. */
  resetDescription(): void {
    this.inputs.reset('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  set metadata(value: string) {
    this.inputs.put('metadata', value);
  }

  /** What was given for `metadata`. */
  get metadataInput() {
    return this.inputs.get('metadata');
  }

  /** Takes `metadata` back, as if it had never been given. */
  resetMetadata(): void {
    this.inputs.reset('metadata');
  }

  /** IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A bare address means that one address. Bits beyond the mask must be zero. Equivalent spellings are equal. */
  get cidr(): string {
    return this.getStringAttribute('cidr');
  }

  set cidr(value: string) {
    this.inputs.put('cidr', value);
  }

  /** What was given for `cidr`. */
  get cidrInput() {
    return this.inputs.get('cidr');
  }

  /** Identifier of the IP policy that the rule belongs to. Another policy needs a new rule. */
  get ipPolicyId(): string {
    return this.getStringAttribute('ip_policy_id');
  }

  set ipPolicyId(value: string) {
    this.inputs.put('ipPolicyId', value);
  }

  /** What was given for `ipPolicyId`. */
  get ipPolicyIdInput() {
    return this.inputs.get('ipPolicyId');
  }

  /** What happens to matching traffic: `allow` or `deny`. The other action needs a new rule. */
  get action(): string {
    return this.getStringAttribute('action');
  }

  set action(value: 'allow' | 'deny' | (string & {})) {
    this.inputs.put('action', value);
  }

  /** What was given for `action`. */
  get actionInput() {
    return this.inputs.get('action');
  }
}
