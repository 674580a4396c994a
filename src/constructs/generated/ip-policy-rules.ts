// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getComposite } from '../../model/composites';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type OutputMap } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';

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
  /** All rules of the policy by IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. An address without a mask means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are duplicates. A null element is ignored. An empty map is a policy without rules, which admits no address. */
  readonly rules: { readonly [key: string]: IpPolicyRulesRule | IResolvable | null } | IResolvable;
  /**
   * What happens to grants: rules with an end, which `netingress access grant` creates. `keep`, the default, ignores a grant before its end; after its end the plan shows it, and the apply deletes it. A grant is then no reason for an error when the rules are created. `refuse` treats a grant like every other rule that is not configured here. A refresh decides whether a grant has ended, by the clock of the service.
   *
   * @default - not set
   */
  readonly grants?: 'keep' | 'refuse' | (string & {});
  /**
   * IPv4 and IPv6 networks in CIDR notation of which the rules must admit every address. A plan whose rules certainly do not is an error; what is known only after apply is checked before the first request that changes a rule. Rules that are not configured here count if they deny. The rules cannot be deleted while an enforced restriction names the policy and would no longer admit these addresses. An address without a mask means /32 or /128. Grants do not count, because they end. It is not sent to the service, and is null after an import.
   *
   * @default - not set
   */
  readonly mustAdmit?: readonly string[];
}

/** References to the attributes of {@link IpPolicyRulesRule}. */
export class IpPolicyRulesRuleOutputReference extends ComplexObject {}
export interface IpPolicyRulesRuleOutputReference {
  /** Effect on matching traffic: `allow` or `deny`. A matching deny always wins. */
  get action(): string;
  /** Owner or purpose of the addresses. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
}

/**
 * All rules of one IP policy. Rules that are not configured here, such as those added manually, appear in the plan, and the next apply deletes them; see `grants` for temporary access. Conflicts with `netingress_ip_policy_rule` resources of the same policy. Changes are ordered: new denies, new allows, updates, removed allows, removed denies. No intermediate state admits an address that neither the old nor the new rules admit, or blocks one that both admit. Changing the action of a network leaves it without a rule for a moment, because the service accepts one rule per network.
 *
 * Terraform type: `netingress_ip_policy_rules`.
 */
export class IpPolicyRules extends NetingressResource<IpPolicyRulesProps> {
  static readonly tfResourceType = 'netingress_ip_policy_rules';

  constructor(scope: Construct, id: string, props: IpPolicyRulesProps) {
    super(scope, id, getComposite('ip_policy_rules'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isIpPolicyRules(value: unknown): value is IpPolicyRules {
    return isResourceOfType(value, IpPolicyRules.tfResourceType);
  }
}
export interface IpPolicyRules {
  /** Identifier of the IP policy. */
  get id(): string;
  /** Identifier of the IP policy. */
  get ipPolicyId(): string;
  set ipPolicyId(value: string);
  /** The input value of `ipPolicyId`. */
  get ipPolicyIdInput(): string | undefined;
  /** All rules of the policy by IPv4 or IPv6 range in CIDR notation, for example `203.0.113.0/24`. An address without a mask means /32 or /128. Bits beyond the mask must be zero. Notations of the same range are duplicates. A null element is ignored. An empty map is a policy without rules, which admits no address. */
  get rules(): OutputMap<IpPolicyRulesRuleOutputReference>;
  set rules(value: { readonly [key: string]: IpPolicyRulesRule | IResolvable | null } | IResolvable);
  /** The input value of `rules`. */
  get rulesInput(): { readonly [key: string]: IpPolicyRulesRule | IResolvable | null } | IResolvable | undefined;
  /** What happens to grants: rules with an end, which `netingress access grant` creates. `keep`, the default, ignores a grant before its end; after its end the plan shows it, and the apply deletes it. A grant is then no reason for an error when the rules are created. `refuse` treats a grant like every other rule that is not configured here. A refresh decides whether a grant has ended, by the clock of the service. */
  get grants(): string;
  set grants(value: 'keep' | 'refuse' | (string & {}));
  /** The input value of `grants`. */
  get grantsInput(): 'keep' | 'refuse' | (string & {}) | undefined;
  /** Unsets `grants`. */
  resetGrants(): void;
  /** IPv4 and IPv6 networks in CIDR notation of which the rules must admit every address. A plan whose rules certainly do not is an error; what is known only after apply is checked before the first request that changes a rule. Rules that are not configured here count if they deny. The rules cannot be deleted while an enforced restriction names the policy and would no longer admit these addresses. An address without a mask means /32 or /128. Grants do not count, because they end. It is not sent to the service, and is null after an import. */
  get mustAdmit(): string[];
  set mustAdmit(value: readonly string[]);
  /** The input value of `mustAdmit`. */
  get mustAdmitInput(): readonly string[] | undefined;
  /** Unsets `mustAdmit`. */
  resetMustAdmit(): void;
  /** Whether this set of rules alone admits every IPv4 address, or every IPv6 address. An address counts if an allow rule matches it and no deny rule does; an address in several networks counts once. A network of IPv4-mapped addresses, such as `::ffff:192.0.2.0/120`, that is allowed counts for the IPv4 addresses too. Grants that are kept do not count. Known in the plan as soon as the networks and actions are. Computed by the provider; the service does not have it. */
  get admitsEveryAddress(): IResolvable;
  /** Number of IPv4 addresses that this set of rules alone admits, from 0 to 4294967296. An address counts if an allow rule matches it and no deny rule does; an address in several networks counts once. A network of IPv4-mapped addresses, such as `::ffff:192.0.2.0/120`, that is allowed counts for the IPv4 addresses too. Grants that are kept do not count. Known in the plan as soon as the networks and actions are. Computed by the provider; the service does not have it. */
  get admittedIpv4Addresses(): number;
  /** Number of IPv6 addresses that this set of rules alone admits, from `"0"` to `"340282366920938463463374607431768211456"`: a decimal string, because numbers of many tools are exact only up to 2^53. An address counts if an allow rule matches it and no deny rule does; an address in several networks counts once. A network of IPv4-mapped addresses, such as `::ffff:192.0.2.0/120`, that is allowed counts for the IPv4 addresses too. Grants that are kept do not count. Known in the plan as soon as the networks and actions are. Computed by the provider; the service does not have it. */
  get admittedIpv6Addresses(): string;
}

defineAttributes(IpPolicyRules, expandAttributes(getComposite('ip_policy_rules').attributes), {
  'rules': IpPolicyRulesRuleOutputReference,
});
