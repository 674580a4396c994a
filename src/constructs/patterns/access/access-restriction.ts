import { type TerraformProvider, type TerraformResource, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { parseIp } from '../../../model/ip/cidr';
import { DataNetingressIpRestriction, IpRestriction } from '../../generated';
import { isResolvedString } from '../../tokens';
import { clipped } from '../shared/clipped';
import { ExistingObject } from '../shared/imported-reference';
import type { IIpPolicy, IIpRestriction } from '../shared/interfaces';
import { warnAtSynth } from '../shared/warn-at-synth';
import { findDeclaredRules, isDeclaredElsewhere, mayHaveOtherRules } from './collect-rules';
import { GuardedRestriction, LiveRules, rulesBeside } from './guarded-restriction';
import { findLockOuts, findUnseenRules, type Guarded, type GuardedPolicy, lockOutConditions } from './lockout-check';

/** What can be restricted (event-sources.md `ip_restriction_*.v0`). */
export type RestrictedAccess = 'dashboard' | 'api' | 'agent' | 'endpoints';

/** Properties of {@link AccessRestriction}. */
export interface AccessRestrictionProps {
  /** What is restricted; an account has at most one restriction of each. Another one needs a new restriction. */
  readonly restricts: RestrictedAccess;

  /** The policies that decide who is admitted, at least one; their rules are taken together. */
  readonly policies: readonly IIpPolicy[];

  /**
   * Whether traffic is refused. Otherwise violations only cause warnings, which shows who would be shut out.
   *
   * @default false - the service's own
   */
  readonly enforced?: boolean;

  /**
   * Addresses that must never be shut out, such as those of your office and of the machine that deploys: IPv4 or IPv6,
   * without a mask; may be tokens.
   *
   * @default - none
   */
  readonly mustAdmit?: readonly string[];

  /**
   * Why access is restricted. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /**
   * The provider that makes the restriction and reads rules of policies that exist already.
   *
   * @default - the stack's provider that has no alias
   */
  readonly provider?: TerraformProvider;
}

/**
 * An IP restriction that is safe to enforce.
 *
 * - It depends on every rule that its stack declares for its policies, so it is never in force before its rules are, and
 *   is gone before they go. Where another stack of the app declares rules for them, its stack depends on that one.
 * - Enforced, with policies that admit nobody or shut out an address of `mustAdmit`, it is an error at synth; not yet
 *   enforced, a warning.
 * - Where rules are known only later (tokens, rules that are repeated, overridden, or ignored by `lifecycle.ignoreChanges`,
 *   policies that exist already or are imported), Terraform checks the same before it makes or changes the restriction,
 *   with the provider's function `policy_allows`: a `precondition`, which needs Terraform 1.8 or OpenTofu 1.7. The rules
 *   of policies that exist already are read for it.
 * - Rules in another stack are judged as far as they are known at synth. Where they are not, Terraform cannot check
 *   anything, which is warned of.
 *
 * To change what is made, use `restriction`, for instance `access.restriction.addOverride(...)`.
 */
export class AccessRestriction extends Construct implements IIpRestriction {
  /** The restriction. */
  readonly restriction: IpRestriction;
  readonly #restriction: GuardedRestriction;
  readonly #guarded: Guarded;

  constructor(scope: Construct, id: string, props: AccessRestrictionProps) {
    super(scope, id);
    const { restricts, policies, enforced = false, mustAdmit = [], description, metadata, provider } = props;
    const restriction: GuardedRestriction = new GuardedRestriction(
      this,
      'restriction',
      {
        type: restricts,
        enforced,
        ipPolicyIds: policies.map((policy) => policy.id),
        ...(description !== undefined && { description }),
        ...(metadata !== undefined && { metadata }),
        ...(provider && { provider }),
      },
      () => rulesBeside(this, policies),
      () => lockOutConditions(this.#guarded, TerraformStack.of(this), restriction.isEnforced),
    );
    this.#guarded = {
      mustAdmit,
      policies: policies.map((policy, index): GuardedPolicy => {
        const isRead = (): boolean => restriction.isEnforced !== false && mayHaveOtherRules(policy);
        return { policy, live: new LiveRules(this, `rules-${index}`, policy, provider, isRead) };
      }),
    };
    this.restriction = restriction;
    this.#restriction = restriction;
    this.node.addValidation({ validate: () => this.#findProblems().map((problem) => `${this.node.path}: ${problem}`) });
    warnAtSynth(this, () => [...this.#findWarnings(), ...this.#followRules()]);
  }

  /** A restriction that exists already, by its identifier. Nothing is read. */
  static fromIpRestrictionId(scope: Construct, id: string, ipRestrictionId: string): IIpRestriction {
    return new ExistingObject(scope, id, ipRestrictionId);
  }

  /** The account's restriction of what is named; that there is none fails the plan. */
  static fromRestricted(scope: Construct, id: string, restricts: RestrictedAccess): IIpRestriction {
    return new DataNetingressIpRestriction(scope, id, { type: restricts });
  }

  /** Identifier of the restriction. */
  get id(): string {
    return this.restriction.id;
  }

  /** Whether it is enforced for certain. */
  get #isEnforced(): boolean {
    return this.#restriction.isEnforced === true;
  }

  #findProblems(): string[] {
    const wrong = this.#guarded.mustAdmit.flatMap((ip, index) =>
      !isResolvedString(ip) || parseIp(ip)
        ? []
        : [`mustAdmit[${index}]: '${ip}' is not an IP address, expected one such as 203.0.113.7, without a mask`],
    );
    return [...wrong, ...this.#findTwins(), ...(this.#isEnforced ? findLockOuts(this.#guarded).map(enforcedBut) : [])];
  }

  /** Other restrictions of the same access by the same provider in the stack, which the service would refuse (error 1802). */
  #findTwins(): string[] {
    const mine = this.restriction.typeInput;
    const provider = providerOf(this.restriction);
    const twins = TerraformStack.of(this)
      .node.findAll()
      .filter(IpRestriction.isIpRestriction)
      .filter((other) => other !== this.restriction && other.typeInput === mine && providerOf(other) === provider)
      .map(({ node }) => node.path);
    return twins.length === 0
      ? []
      : [`restricts: ${String(mine)} is also restricted by ${twins.join(', ')}, expected one restriction of each`];
  }

  #findWarnings(): string[] {
    const lockOuts = this.#isEnforced ? [] : findLockOuts(this.#guarded);
    const unseen =
      this.#restriction.isEnforced === false ? [] : findUnseenRules(this.#guarded, TerraformStack.of(this));
    const hasOtherPolicies = isDeclaredElsewhere(this.restriction, ['ip_policy_ids']);
    return [
      ...lockOuts.map((lockOut) => `Once it is enforced, it ${lockOut}.`),
      ...(hasOtherPolicies
        ? [
            'Its ip_policy_ids are overridden, or their changes are ignored, so Terraform may put other policies in force than those that were checked. Declare them as policies, without addOverride() and ignoreChanges.',
          ]
        : []),
      ...unseen.map(
        ({ policy, resources }) =>
          `The rules of ${policy.node.path} are known to another stack only (${clipped(resources.map(({ node }) => node.path))}), so Terraform does not check whom this restriction shuts out. Give the policy's identifier to IpAllowList.fromIpPolicyId(), and its rules are read when Terraform runs.`,
      ),
    ];
  }

  /** Has the stacks whose rules it needs deployed before its own; what that is impossible for is warned of. */
  #followRules(): string[] {
    const stack = TerraformStack.of(this);
    const all = findDeclaredRules(this.#guarded.policies.map(({ policy }) => policy));
    const foreign = all.flatMap(({ resources }) => resources).filter((each) => TerraformStack.of(each) !== stack);
    const late = foreign.filter((each) => TerraformStack.of(each).dependsOn(stack));
    for (const each of foreign) if (!late.includes(each)) stack.addDependency(TerraformStack.of(each));
    return late.length === 0
      ? []
      : [
          `Its rules ${clipped(late.map(({ node }) => node.path))} stand in a stack that is deployed after this one, so the restriction is in force before them. Move them, or the restriction, to another stack.`,
        ];
  }
}

/** How Terraform names the provider: of two with different aliases each may be one of another account. */
function providerOf({ provider, terraformResourceType }: TerraformResource): string | undefined {
  return provider?.fqn ?? terraformResourceType.split('_')[0];
}

function enforcedBut(lockOut: string): string {
  return `enforced: ${lockOut}`;
}
