import {
  dependable,
  type ITerraformDependable,
  type TerraformProvider,
  type TerraformResource,
  TerraformStack,
} from 'cdktf';
import { Construct } from 'constructs';
import { parseIp } from '../../model/rules/cidr';
import {
  DataNetingressIpPolicyRules,
  type DataNetingressIpPolicyRulesProps,
  DataNetingressIpRestriction,
  IpRestriction,
  type IpRestrictionProps,
} from '../generated';
import { isKnownText } from '../known';
import { findLockOuts, type Guarded, type GuardedPolicy, lockOutConditions } from './access-guard';
import { findDeclaredRules, findOwnPolicy } from './declared-rules';
import { ExistingObject } from './existing';
import type { IIpPolicy, IIpRestriction } from './interfaces';
import { warnAtSynth } from './warn-at-synth';

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
 * - It depends on every rule that the stack declares for its policies, so it is never in force before its rules are, and
 *   is gone before they go.
 * - Enforced, with policies that admit nobody or shut out an address of `mustAdmit`, it is an error at synth; not yet
 *   enforced, a warning.
 * - Where rules are known only later (tokens, policies that exist already), Terraform checks the same before it makes or
 *   changes the restriction, with the provider's function `policy_allows`: a `precondition`, which needs Terraform 1.8
 *   or OpenTofu 1.7. The rules of policies that exist already are read for it.
 * - Rules in another stack are judged at synth as far as they are known there.
 *
 * To change what is made, use `restriction`, for instance `access.restriction.addOverride(...)`.
 */
export class AccessRestriction extends Construct implements IIpRestriction {
  /** The restriction. */
  readonly restriction: IpRestriction;
  readonly #enforced: boolean;
  readonly #guarded: Guarded;

  constructor(scope: Construct, id: string, props: AccessRestrictionProps) {
    super(scope, id);
    const { restricts, policies, enforced = false, mustAdmit = [], description, metadata, provider } = props;
    const forResource = provider && { provider };
    this.#enforced = enforced;
    this.#guarded = {
      mustAdmit,
      policies: policies.map((policy, index): GuardedPolicy => {
        if (!enforced || findOwnPolicy(policy)) return { policy };
        return { policy, live: new LiveRules(this, `rules-${index}`, policy, provider) };
      }),
    };
    const restriction = new GuardedRestriction(
      this,
      'restriction',
      {
        type: restricts,
        enforced,
        ipPolicyIds: policies.map((policy) => policy.id),
        ...(description !== undefined && { description }),
        ...(metadata !== undefined && { metadata }),
        ...forResource,
      },
      () => this.#rules,
      () => (this.#enforced ? lockOutConditions(this.#guarded, TerraformStack.of(this)) : []),
    );
    this.restriction = restriction;
    this.node.addValidation({ validate: () => this.#findProblems().map((problem) => `${this.node.path}: ${problem}`) });
    warnAtSynth(this, () => this.#findWarnings());
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

  /** The resources of this stack that make rules of the policies. */
  get #rules(): TerraformResource[] {
    const stack = TerraformStack.of(this);
    const all = this.#guarded.policies.flatMap(({ policy }) => findDeclaredRules(policy).resources);
    return [...new Set(all)].filter((resource) => TerraformStack.of(resource) === stack);
  }

  #findProblems(): string[] {
    const wrong = this.#guarded.mustAdmit.flatMap((ip, index) =>
      !isKnownText(ip) || parseIp(ip)
        ? []
        : [`mustAdmit[${index}]: '${ip}' is not an IP address, expected one such as 203.0.113.7, without a mask`],
    );
    return [...wrong, ...this.#findTwins(), ...(this.#enforced ? findLockOuts(this.#guarded).map(enforcedBut) : [])];
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
    if (!this.#enforced) return findLockOuts(this.#guarded).map((lockOut) => `Once it is enforced, it ${lockOut}.`);
    const stack = TerraformStack.of(this);
    const elsewhere = this.#guarded.policies
      .map(({ policy }) => policy)
      .filter((policy) => findOwnPolicy(policy) && TerraformStack.of(policy) !== stack)
      .filter((policy) => !findDeclaredRules(policy).isComplete);
    return elsewhere.map(
      ({ node }) =>
        `The rules of ${node.path} are known to another stack only, so whom they shut out is not checked. Give its identifier to IpAllowList.fromIpPolicyId(), and its rules are read when Terraform runs.`,
    );
  }
}

/** How Terraform names the provider: of two with different aliases each may be one of another account. */
function providerOf({ provider, terraformResourceType }: TerraformResource): string | undefined {
  return provider?.fqn ?? terraformResourceType.split('_')[0];
}

function enforcedBut(lockOut: string): string {
  return `enforced: ${lockOut}`;
}

/** What its dependencies and conditions are is asked for when all constructs exist. */
class GuardedRestriction extends IpRestriction {
  readonly #rules: () => readonly ITerraformDependable[];
  readonly #conditions: () => NonNullable<NonNullable<IpRestrictionProps['lifecycle']>['precondition']>;

  constructor(
    scope: Construct,
    id: string,
    props: IpRestrictionProps,
    rules: () => readonly ITerraformDependable[],
    conditions: () => NonNullable<NonNullable<IpRestrictionProps['lifecycle']>['precondition']>,
  ) {
    super(scope, id, props);
    this.#rules = rules;
    this.#conditions = conditions;
  }

  override get terraformMetaArguments() {
    const given = super.terraformMetaArguments as Record<string, unknown>;
    const lifecycle = (given['lifecycle'] ?? {}) as NonNullable<IpRestrictionProps['lifecycle']>;
    const precondition = [...(lifecycle.precondition ?? []), ...this.#conditions()];
    return {
      ...given,
      ...withDependencies(given['dependsOn'], this.#rules()),
      ...(precondition.length > 0 && { lifecycle: { ...lifecycle, precondition } }),
    };
  }
}

/** The rules that a policy has when Terraform runs, after those that the stack adds to it. */
class LiveRules extends DataNetingressIpPolicyRules {
  readonly #policy: IIpPolicy;

  constructor(scope: Construct, id: string, policy: IIpPolicy, provider: TerraformProvider | undefined) {
    const props: DataNetingressIpPolicyRulesProps = { filter: `obj.ip_policy.id == "${policy.id}"` };
    super(scope, id, { ...props, ...(provider && { provider }) });
    this.#policy = policy;
  }

  override get terraformMetaArguments() {
    const given = super.terraformMetaArguments as Record<string, unknown>;
    return { ...given, ...withDependencies(given['dependsOn'], findDeclaredRules(this.#policy).resources) };
  }
}

function withDependencies(given: unknown, more: readonly ITerraformDependable[]): { dependsOn?: string[] } {
  const all = [...((given as string[] | undefined) ?? []), ...more.map(dependable)];
  return all.length > 0 ? { dependsOn: all } : {};
}
