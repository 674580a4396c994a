// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { findComposite } from '../../model/composites';
import { OutputMap } from '../outputs';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** One element of `rules`. */
export interface IpPolicyRulesRule {
  /** What happens to matching traffic: `allow` or `deny`. A matching deny always wins. */
  readonly action: 'allow' | 'deny' | (string & {});

  /**
   * Who or what the addresses of the rule are. At most 255 bytes.
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
}

/** Properties of {@link IpPolicyRules}. */
export interface IpPolicyRulesProps extends TerraformMetaArguments {
  /** Identifier of the IP policy. Another policy needs a new set of rules. */
  readonly ipPolicyId: string;

  /** All rules of the policy by IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A bare address means that one address; bits beyond the mask must be zero; of equivalent spellings only one may stand here. A null element means no such rule, and an empty map a policy without rules, which admits nobody. */
  readonly rules: { readonly [key: string]: IpPolicyRulesRule | IResolvable | null } | IResolvable;
}

/** What Terraform knows of {@link IpPolicyRulesRule}. */
export class IpPolicyRulesRuleOutputReference extends ComplexObject {
  /** What happens to matching traffic: `allow` or `deny`. A matching deny always wins. */
  get action(): string {
    return this.getStringAttribute('action');
  }

  /** Who or what the addresses of the rule are. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }
}

/**
 * All rules of one IP policy: rules that are not declared here are shown in the plan and removed by the next apply, also those that somebody added by hand. Not together with single rules of the same policy. Changes are made in an order that never admits whom neither the old nor the new rules admit, nor shuts out whom both admit: new denies, new allows, updates, removed allows, removed denies. A network whose action changes has no rule for a moment, because the service takes one rule a network; to deny it is changed with the new denies, to allow after them.
 *
 * Terraform type: `netingress_ip_policy_rules`.
 */
export class IpPolicyRules extends NetingressResource<IpPolicyRulesProps> {
  static readonly tfResourceType = 'netingress_ip_policy_rules';

  constructor(scope: Construct, id: string, props: IpPolicyRulesProps) {
    super(scope, id, findComposite('ip_policy_rules'), props);
  }

  /** Whether the value is such a construct. */
  static isIpPolicyRules(value: unknown): value is IpPolicyRules {
    return isResourceOfType(value, IpPolicyRules.tfResourceType);
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
    return importedResource(scope, importToId, IpPolicyRules.tfResourceType, importFromId, provider);
  }

  /** Identifier of the IP policy, which has one set of rules. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** Identifier of the IP policy. Another policy needs a new set of rules. */
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

  /** All rules of the policy by IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. A bare address means that one address; bits beyond the mask must be zero; of equivalent spellings only one may stand here. A null element means no such rule, and an empty map a policy without rules, which admits nobody. */
  get rules(): OutputMap<IpPolicyRulesRuleOutputReference> {
    return new OutputMap(this, 'rules', IpPolicyRulesRuleOutputReference);
  }

  set rules(value: { readonly [key: string]: IpPolicyRulesRule | IResolvable | null } | IResolvable) {
    this.inputs.put('rules', value);
  }

  /** What was given for `rules`. */
  get rulesInput() {
    return this.inputs.get('rules');
  }
}
