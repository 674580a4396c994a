/** What an access restriction is made of: it is asked for its dependencies and conditions when all constructs exist. */
import { type Precondition, type TerraformProvider, type TerraformResource, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { DataNetingressIpPolicyRules, IpRestriction, type IpRestrictionProps } from '../../generated';
import { resolvedOf } from '../../object-reference';
import type { IIpPolicy } from '../shared/interfaces';
import { addressOf, findDeclaredRules, isDeclaredElsewhere } from './collect-rules';

/** A restriction that depends on the rules of its policies, and that Terraform makes only if they admit whom they must. */
export class GuardedRestriction extends IpRestriction {
  readonly #rules: () => readonly TerraformResource[];
  readonly #conditions: () => readonly Precondition[];

  constructor(
    scope: Construct,
    id: string,
    props: IpRestrictionProps,
    rules: () => readonly TerraformResource[],
    conditions: () => readonly Precondition[],
  ) {
    super(scope, id, props);
    this.#rules = rules;
    this.#conditions = conditions;
  }

  /**
   * Whether traffic is refused, as it was given or overridden last; where that is known after apply, a template. With
   * `ignoreChanges` the state decides, which a condition cannot read: it counts as perhaps enforced.
   */
  get isEnforced(): boolean | string {
    const overrides = this.rawOverrides as { readonly enforced?: unknown };
    const enforced = resolvedOf(this, overrides.enforced ?? this.enforcedInput);
    if (typeof enforced === 'string') return enforced;
    if (enforced === true) return true;
    return overrides.enforced === undefined && isDeclaredElsewhere(this, ['enforced']) && 'true';
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

/**
 * The rules that a policy has when Terraform runs, after those that the stack adds to it. They are read where somebody
 * needs them, which can change until synthesis.
 */
export class LiveRules extends DataNetingressIpPolicyRules {
  readonly #policy: IIpPolicy;
  readonly #isNeeded: () => boolean;

  constructor(
    scope: Construct,
    id: string,
    policy: IIpPolicy,
    provider: TerraformProvider | undefined,
    isNeeded: () => boolean,
  ) {
    super(scope, id, { filter: `obj.ip_policy.id == "${policy.id}"`, ...(provider && { provider }) });
    this.#policy = policy;
    this.#isNeeded = isNeeded;
  }

  override get terraformMetaArguments() {
    const given = super.terraformMetaArguments as Record<string, unknown>;
    return { ...given, ...withDependencies(given['dependsOn'], rulesBeside(this, [this.#policy])) };
  }

  override toTerraform(): object {
    return this.#isNeeded() ? (super.toTerraform() as object) : {};
  }

  override toHclTerraform(): object {
    return this.#isNeeded() ? (super.toHclTerraform() as object) : {};
  }
}

/** The resources of the construct's stack that make rules of the policies. */
export function rulesBeside(construct: Construct, policies: readonly IIpPolicy[]): TerraformResource[] {
  const stack = TerraformStack.of(construct);
  const all = findDeclaredRules(policies).flatMap(({ resources, perhaps }) => [...resources, ...perhaps]);
  return [...new Set(all)].filter((resource) => TerraformStack.of(resource) === stack);
}

/** The core's own way to name a dependency records a stack trace with each, which for thousands of them takes seconds. */
function withDependencies(given: unknown, more: readonly TerraformResource[]): { dependsOn?: string[] } {
  const all = [...((given as string[] | undefined) ?? []), ...more.map(addressOf)];
  return all.length > 0 ? { dependsOn: all } : {};
}
