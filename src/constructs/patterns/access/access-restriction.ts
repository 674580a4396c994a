import { Lazy, type Precondition, type TerraformResource, TerraformStack } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { parseIp } from '../../../model/ip/cidr';
import { formatList } from '../../../values/words';
import { DataNetingressIpRestriction, type IpPolicyRules, type IpRestriction } from '../../generated';
import { isOverriddenOrIgnored } from '../../overrides';
import { isResolvedString } from '../../tokens';
import { warnAtSynth } from '../../validation/warn-at-synth';
import { type PatternProps, pickPatternProps, validatePropNames } from '../shared/pattern-props';
import {
  checkList,
  checkReferences,
  type IIpPolicy,
  type IIpRestriction,
  ImportedReference,
} from '../shared/references';
import { type CollectedRules, collectRules, findUnknownRules, mayHaveUndeclaredRules } from './collect-rules';
import { findLockouts, MAX_LISTED } from './evaluate-rules';
import { GuardedRestriction, RemoteRules, rulesInSameStack } from './guarded-restriction';
import { IpAllowList } from './ip-allow-list';
import { assignMustAdmit, findDecidingSet, type Requirement } from './must-admit';
import { type RestrictingPolicy, renderPreconditions } from './render-rules';

/** The access that a restriction applies to. */
export type RestrictedAccess = 'dashboard' | 'api' | 'agent' | 'endpoints';

/** Properties of {@link AccessRestriction}. */
export interface AccessRestrictionProps extends PatternProps {
  /** The type of access, for which an account has at most one restriction. A change replaces the restriction. */
  readonly restricts: RestrictedAccess;

  /** The policies whose rules apply, at least one. The rules of all policies are combined; a deny wins. */
  readonly policies: readonly IIpPolicy[];

  /**
   * Whether the service denies traffic that the policies do not allow. Otherwise it only reports such traffic.
   *
   * @default false - the default of the service
   */
  readonly enforced?: boolean;

  /**
   * Addresses that the restriction has to admit, such as those of your office and of the deploying machine. IPv4 or
   * IPv6 addresses without a mask; may be tokens. {@link AccessRestriction} says what is checked, and when.
   *
   * @default - none
   */
  readonly mustAdmit?: readonly string[];
}

/**
 * An IP restriction with checks of whom its rules lock out.
 *
 * - The restriction depends on all rules that its stack declares for the policies. Terraform creates it after the rules
 *   and destroys it before them. If another stack of the app declares rules, the restriction's stack depends on it. If
 *   that stack depends on the restriction's already, there is a warning instead.
 * - It is an error at synth if the rules that are known then prove that an enforced restriction denies every address,
 *   or an address of `mustAdmit`. It is a warning if the restriction is not enforced, or if `enforced` is known after
 *   apply.
 * - The addresses of `mustAdmit` are also `must_admit` of the restriction: before the provider creates or changes the
 *   enforced restriction, it reads the rules of all policies, and refuses the change unless they surely admit each
 *   address.
 * - If the rules of the only policy are one `IpPolicyRules` of the same stack, such as those of an `IpAllowList`, the
 *   addresses are also `must_admit` of the set while the restriction is enforced: a plan that removes an address from
 *   the rules fails, and so does the removal of the whole set. This does not hold for a set with `count`, `forEach`,
 *   overrides or `ignoreChanges` of its rules.
 * - Without such a set, or with one of a pre-existing policy: if a rule, an address or `enforced` is known after apply,
 *   a `precondition` checks each address while the restriction is enforced. It calls the provider function
 *   `policy_allows`, so Terraform 1.8 or OpenTofu 1.7 is needed. A rule is known after apply if it has tokens, `count`,
 *   `forEach`, overrides or `ignoreChanges`, or if its policy is pre-existing, or imported without an `IpPolicyRules`.
 *   The rules of such policies are read with a data source.
 * - Without `mustAdmit`, the provider refuses at apply what would leave nobody admitted. For policies whose rules are
 *   read with a data source, a `precondition` also requires an allow rule.
 * - If a rule in another stack is known after apply, and no data source reads the rules of its policy, there is no
 *   precondition but a warning: then the addresses are checked only when the restriction is created or changed.
 *
 * To change the resource, use `restriction`, for example `access.restriction.addOverride(...)`.
 */
export class AccessRestriction extends Construct implements IIpRestriction {
  /** The restriction. */
  readonly restriction: IpRestriction;
  readonly #guarded: GuardedRestriction;
  readonly #policies: readonly { readonly policy: IIpPolicy; readonly rulesDataSource: RemoteRules }[];
  readonly #mustAdmit: readonly string[];
  /** The number of policies that each list had when this restriction was created. */
  readonly #lists: readonly { readonly list: IpAllowList; readonly count: number }[];

  constructor(scope: Construct, id: string, props: AccessRestrictionProps) {
    super(scope, id);
    validatePropNames(this, props, { restricts: true, policies: true, enforced: true, mustAdmit: true });
    const { restricts, enforced = false, provider } = props;
    const expected = 'IP policies, such as IpAllowList.fromIpPolicyId() returns';
    const checkedPolicies = checkReferences('policies', props.policies, expected);
    const isString = (ip: unknown): boolean => typeof ip === 'string';
    const checkedAddresses = checkList('mustAdmit', props.mustAdmit ?? [], isString, 'IP addresses');
    const policies = checkedPolicies.items.flatMap((policy): readonly IIpPolicy[] =>
      // A list with one policy is not replaced by it, so that messages name the list.
      policy instanceof IpAllowList && policy.policies.length > 1 ? policy.policies : [policy],
    );
    this.#lists = checkedPolicies.items
      .filter((policy) => policy instanceof IpAllowList)
      .map((list) => ({ list, count: list.policies.length }));
    this.#mustAdmit = checkedAddresses.items;
    this.#guarded = new GuardedRestriction(
      this,
      'restriction',
      {
        // If `restricts` or `policies` is missing, the problem is reported below, with the name that the app knows.
        type: restricts ?? Lazy.stringValue({ produce: () => '' }),
        enforced,
        ipPolicyIds: policies.length > 0 ? policies.map((policy) => policy.id) : Lazy.listValue({ produce: () => [] }),
        // An empty set would permit a restriction that denies every address.
        ...(checkedAddresses.items.length > 0 && { mustAdmit: checkedAddresses.items }),
        ...pickPatternProps(props),
      },
      () => rulesInSameStack(this, policies),
      () => this.#renderPreconditions(),
    );
    this.restriction = this.#guarded;
    this.#policies = policies.map((policy, index) => {
      const isNeeded = (): boolean => this.#guarded.effectiveEnforced !== false && mayHaveUndeclaredRules(policy);
      return { policy, rulesDataSource: new RemoteRules(this, `rules-${index}`, policy, provider, isNeeded) };
    });
    const problems = [...checkedPolicies.problems, ...checkedAddresses.problems];
    if ((restricts ?? null) === null)
      problems.push("restricts: is not set; expected 'dashboard', 'api', 'agent' or 'endpoints'");
    if (policies.length === 0 && checkedPolicies.problems.length === 0)
      problems.push('policies: has 0 elements; expected at least one IP policy, such as an IpAllowList');
    this.node.addValidation({ validate: () => (problems.length > 0 ? problems : this.#findProblems()) });
    restrictions.set(this, () => this.#findRequirement());
    warnAtSynth(this, () => {
      this.#guardRuleSet();
      return [...this.#findWarnings(), ...this.#dependOnStacks()];
    });
  }

  /** A pre-existing restriction with this id. Nothing is read. */
  static fromIpRestrictionId(scope: Construct, id: string, ipRestrictionId: string): IIpRestriction {
    return new ImportedReference(scope, id, ipRestrictionId);
  }

  /**
   * The account's restriction of this type. The plan fails if it does not exist. Read with the provider without alias.
   */
  static fromRestricted(scope: Construct, id: string, restricts: RestrictedAccess): IIpRestriction {
    return new DataNetingressIpRestriction(scope, id, { type: restricts });
  }

  /** Id of the restriction. */
  get id(): string {
    return this.restriction.id;
  }

  #collect(): RestrictingPolicy[] {
    const collected = collectRules(this.#policies.map(({ policy }) => policy));
    return this.#policies.map(({ rulesDataSource }, index) => ({
      ...(collected[index] as RestrictingPolicy),
      rulesDataSource,
    }));
  }

  /** None if the provider checks the rules by `must_admit` of their set, in each plan that changes the set. */
  #renderPreconditions(): Precondition[] {
    const collected = this.#collect();
    const [first] = collected;
    if (this.#mustAdmit.length > 0 && first && !first.mayHaveUndeclared && this.#findSet(collected)) return [];
    return renderPreconditions(collected, this.#mustAdmit, TerraformStack.of(this), this.#guarded.effectiveEnforced);
  }

  #findSet(collected: readonly CollectedRules[]): IpPolicyRules | undefined {
    const isOverridden = isOverriddenOrIgnored(this.restriction, ['ip_policy_ids']);
    return isOverridden ? undefined : findDecidingSet(collected, TerraformStack.of(this));
  }

  #findRequirement(): (Requirement & { readonly set: IpPolicyRules }) | undefined {
    if (this.#mustAdmit.length === 0 || this.#policies.length !== 1) return undefined;
    const set = this.#findSet(collectRules(this.#policies.map(({ policy }) => policy)));
    return set && { set, mustAdmit: this.#mustAdmit, enforced: this.#guarded.effectiveEnforced };
  }

  /** Other restrictions may have the same policy, so the set gets the addresses of all. */
  #guardRuleSet(): void {
    const set = this.#findRequirement()?.set;
    if (!set) return;
    const all = this.node.root.node.findAll().flatMap((construct) => restrictions.get(construct)?.() ?? []);
    assignMustAdmit(
      set,
      all.filter((requirement) => requirement.set === set),
    );
  }

  #findProblems(): string[] {
    const invalid = this.#mustAdmit.flatMap((ip, index) => {
      if (!isResolvedString(ip) || parseIp(ip)) return [];
      return `mustAdmit[${index}]: '${ip}' is not an IP address; expected one such as 203.0.113.7, without a mask`;
    });
    const lockouts = this.#guarded.effectiveEnforced === true ? findLockouts(this.#collect(), this.#mustAdmit) : [];
    const grown = this.#lists
      .filter(({ list, count }) => list.policies.length !== count)
      .map(
        ({ list, count }) =>
          `policies: ${list.node.path} had ${count} policies when the restriction was created, and now has ` +
          `${list.policies.length}; expected all of them. Call allow() with a feed before you create the restriction.`,
      );
    return [...invalid, ...grown, ...lockouts.map((lockout) => `enforced: the restriction ${lockout}`)];
  }

  #findWarnings(): string[] {
    const stack = TerraformStack.of(this);
    const policies = this.#collect();
    const { effectiveEnforced } = this.#guarded;
    const warnings =
      effectiveEnforced === true
        ? []
        : findLockouts(policies, this.#mustAdmit).map((lockout) => `Once enforced, the restriction ${lockout}.`);
    if (isOverriddenOrIgnored(this.restriction, ['ip_policy_ids'])) {
      warnings.push(
        'ip_policy_ids is overridden, or its changes are ignored, so the restriction may have policies that were not ' +
          'checked. Declare them with `policies`, without addOverride() and ignoreChanges.',
      );
    }
    for (const collected of effectiveEnforced === false ? [] : policies) {
      const unknown = findUnknownRules(collected, stack);
      if (unknown.length === 0) continue;
      warnings.push(
        `The rules of ${collected.policy.node.path} are known only when the other stack is applied (${formatPaths(unknown)}), so ` +
          'Terraform checks them only when it creates or changes this restriction. Pass the id of the policy to ' +
          'IpAllowList.fromIpPolicyId(); then its rules are read when Terraform runs.',
      );
    }
    return warnings;
  }

  /** Adds a dependency on each other stack that declares rules. Returns a warning for those that depend on this one. */
  #dependOnStacks(): string[] {
    const stack = TerraformStack.of(this);
    const inOtherStacks = collectRules(this.#policies.map(({ policy }) => policy))
      .flatMap(({ resources }) => resources)
      .filter((rule) => TerraformStack.of(rule) !== stack);
    const late = inOtherStacks.filter((rule) => TerraformStack.of(rule).dependsOn(stack));
    for (const rule of inOtherStacks) if (!late.includes(rule)) stack.addDependency(TerraformStack.of(rule));
    if (late.length === 0) return [];
    return [
      `The rules ${formatPaths(late)} are in a stack that is deployed after this one, so the restriction is ` +
        'effective before them. Move them, or the restriction, to another stack.',
    ];
  }
}

/** From a restriction to what it requires of the rule set that decides it, if there is one. */
const restrictions = new WeakMap<IConstruct, () => (Requirement & { readonly set: IpPolicyRules }) | undefined>();

function formatPaths(constructs: readonly TerraformResource[]): string {
  const paths = constructs.map(({ node }) => node.path);
  return formatList(paths, MAX_LISTED);
}
