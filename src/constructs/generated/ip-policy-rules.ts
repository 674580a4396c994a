// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, Fn, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { findComposite } from '../../model/composites';
import { OutputMap } from '../outputs';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

/** One element of `rules`. */
export interface IpPolicyRulesRule {
  /** Effect on matching traffic: `allow` or `deny`. A matching deny always wins. */
  readonly action: 'allow' | 'deny' | (string & {});

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
}

/** Properties of {@link IpPolicyRules}. */
export interface IpPolicyRulesProps extends TerraformMetaArguments {
  /** Identifier of the IP policy. Changing it replaces the object. */
  readonly ipPolicyId: string;

  /** All rules of the policy by IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A single address means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are duplicates. A null element is ignored. An empty map is a policy without rules, which admits no address. */
  readonly rules: { readonly [key: string]: IpPolicyRulesRule | IResolvable | null } | IResolvable;

  /**
   * What happens to grants: rules with an end, which `netingress access grant` creates. `keep`, the default, ignores a grant before its end; after its end the plan shows it, and the apply deletes it. A grant is then no reason for an error when the rules are created. `refuse` treats a grant like every other rule that is not configured here. A refresh decides whether a grant has ended, by the clock of the service.
   *
   * @default - not set
   */
  readonly grants?: 'keep' | 'refuse' | (string & {});

  /**
   * IPv4 and IPv6 networks in CIDR notation of which the rules must admit every address. A plan whose rules certainly do not is an error; what is known only after apply is checked before the first request that changes a rule. Rules that are not configured here count if they deny. The rules cannot be deleted while an enforced restriction names the policy and would no longer admit these addresses. A single address means /32 or /128. Grants do not count, because they end. It is not sent to the service, and is null after an import.
   *
   * @default - not set
   */
  readonly mustAdmit?: readonly string[];
}

/** References to the attributes of {@link IpPolicyRulesRule}. */
export class IpPolicyRulesRuleOutputReference extends ComplexObject {
  /** Effect on matching traffic: `allow` or `deny`. A matching deny always wins. */
  get action(): string {
    return this.getStringAttribute('action');
  }

  /** Owner or purpose of the addresses. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }
}

/**
 * All rules of one IP policy. Rules that are not configured here, such as those added manually, appear in the plan, and the next apply deletes them; see `grants` for temporary access. Conflicts with `netingress_ip_policy_rule` resources of the same policy. Changes are ordered: new denies, new allows, updates, removed allows, removed denies. No intermediate state admits an address that neither the old nor the new rules admit, or blocks one that both admit. Changing the action of a network leaves it without a rule for a moment, because the service accepts one rule per network.
 *
 * Terraform type: `netingress_ip_policy_rules`.
 */
export class IpPolicyRules extends NetingressResource<IpPolicyRulesProps> {
  static readonly tfResourceType = 'netingress_ip_policy_rules';

  constructor(scope: Construct, id: string, props: IpPolicyRulesProps) {
    super(scope, id, findComposite('ip_policy_rules'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isIpPolicyRules(value: unknown): value is IpPolicyRules {
    return isResourceOfType(value, IpPolicyRules.tfResourceType);
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
    return createImportableResource(scope, importToId, IpPolicyRules.tfResourceType, importFromId, provider);
  }

  /** Identifier of the IP policy. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** Identifier of the IP policy. */
  get ipPolicyId(): string {
    return this.getStringAttribute('ip_policy_id');
  }

  set ipPolicyId(value: string) {
    this.inputs.set('ipPolicyId', value);
  }

  /** The input value of `ipPolicyId`. */
  get ipPolicyIdInput() {
    return this.inputs.get('ipPolicyId');
  }

  /** All rules of the policy by IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A single address means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are duplicates. A null element is ignored. An empty map is a policy without rules, which admits no address. */
  get rules(): OutputMap<IpPolicyRulesRuleOutputReference> {
    return new OutputMap(this, 'rules', IpPolicyRulesRuleOutputReference);
  }

  set rules(value: { readonly [key: string]: IpPolicyRulesRule | IResolvable | null } | IResolvable) {
    this.inputs.set('rules', value);
  }

  /** The input value of `rules`. */
  get rulesInput() {
    return this.inputs.get('rules');
  }

  /** What happens to grants: rules with an end, which `netingress access grant` creates. `keep`, the default, ignores a grant before its end; after its end the plan shows it, and the apply deletes it. A grant is then no reason for an error when the rules are created. `refuse` treats a grant like every other rule that is not configured here. A refresh decides whether a grant has ended, by the clock of the service. */
  get grants(): string {
    return this.getStringAttribute('grants');
  }

  set grants(value: 'keep' | 'refuse' | (string & {})) {
    this.inputs.set('grants', value);
  }

  /** The input value of `grants`. */
  get grantsInput() {
    return this.inputs.get('grants');
  }

  /** Unsets `grants`. */
  resetGrants(): void {
    this.inputs.reset('grants');
  }

  /** IPv4 and IPv6 networks in CIDR notation of which the rules must admit every address. A plan whose rules certainly do not is an error; what is known only after apply is checked before the first request that changes a rule. Rules that are not configured here count if they deny. The rules cannot be deleted while an enforced restriction names the policy and would no longer admit these addresses. A single address means /32 or /128. Grants do not count, because they end. It is not sent to the service, and is null after an import. */
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
