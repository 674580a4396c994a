/** The dependencies and conditions of a restriction are computed at synth, when all rules exist. */
import { type Precondition, type TerraformProvider, type TerraformResource, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { registerFeature } from '../../cdktf-features';
import {
  DataNetingressIpPolicy,
  DataNetingressIpPolicyRules,
  IpRestriction,
  type IpRestrictionProps,
} from '../../generated';
import { isIgnored } from '../../overrides';
import { getAddress } from '../../read-resource';
import { resolveValue } from '../../tokens';
import { type IIpPolicy, ImportedReference } from '../shared/references';
import { collectRules } from './collect-rules';

export class GuardedRestriction extends IpRestriction {
  constructor(
    scope: Construct,
    id: string,
    props: IpRestrictionProps,
    private readonly getRules: () => readonly TerraformResource[],
    private readonly getConditions: () => readonly Precondition[],
  ) {
    super(scope, id, props);
  }

  /**
   * `enforced` after overrides: a boolean, or a Terraform template, `${var.enforced}`, if it is known after apply. With
   * `ignoreChanges` the state decides after the creation, which a condition cannot read. So a known `true` stays, and all
   * else is the template `true`: synthesis then only warns of lockouts, and Terraform checks the conditions.
   */
  get effectiveEnforced(): boolean | string {
    const overrides = this.rawOverrides as { readonly enforced?: unknown };
    const enforced = resolveValue(this, overrides.enforced ?? this.enforcedInput);
    if (enforced === true) return true;
    if (isIgnored(this, ['enforced'])) return 'true';
    return typeof enforced === 'string' && enforced;
  }

  override get terraformMetaArguments() {
    const inherited = super.terraformMetaArguments as Record<string, unknown>;
    const lifecycle = (inherited['lifecycle'] ?? {}) as NonNullable<IpRestrictionProps['lifecycle']>;
    const conditions = this.getConditions();
    if (conditions.some(({ condition }) => String(condition).includes('provider::')))
      registerFeature(this, 'providerFunctions');
    const precondition = [...(lifecycle.precondition ?? []), ...conditions];
    return {
      ...inherited,
      ...addDependencies(inherited['dependsOn'], this.getRules()),
      ...(precondition.length > 0 && { lifecycle: { ...lifecycle, precondition } }),
    };
  }
}

/**
 * Fails the plan for an id that the account does not have. Its list of rules alone would be empty, as that of a policy
 * without rules.
 */
class RemotePolicy extends DataNetingressIpPolicy {
  constructor(
    scope: Construct,
    id: string,
    policyId: string,
    provider: TerraformProvider | undefined,
    private readonly isNeeded: () => boolean,
  ) {
    super(scope, id, { id: policyId, ...(provider && { provider }) });
  }

  override toTerraform(): object {
    return this.isNeeded() ? (super.toTerraform() as object) : {};
  }

  override toHclTerraform(): object {
    return this.isNeeded() ? (super.toHclTerraform() as object) : {};
  }
}

/** Reads the rules that the service has for a policy, after those of the stack are applied. */
export class RemoteRules extends DataNetingressIpPolicyRules {
  constructor(
    scope: Construct,
    id: string,
    private readonly policy: IIpPolicy,
    provider: TerraformProvider | undefined,
    private readonly isNeeded: () => boolean,
  ) {
    const { id: policyId } =
      policy instanceof ImportedReference
        ? new RemotePolicy(scope, `${id}-policy`, policy.id, provider, isNeeded)
        : policy;
    super(scope, id, { filter: `obj.ip_policy.id == "${policyId}"`, ...(provider && { provider }) });
  }

  override get terraformMetaArguments() {
    const inherited = super.terraformMetaArguments as Record<string, unknown>;
    return { ...inherited, ...addDependencies(inherited['dependsOn'], rulesInSameStack(this, [this.policy])) };
  }

  override toTerraform(): object {
    return this.isNeeded() ? (super.toTerraform() as object) : {};
  }

  override toHclTerraform(): object {
    return this.isNeeded() ? (super.toHclTerraform() as object) : {};
  }
}

export function rulesInSameStack(construct: Construct, policies: readonly IIpPolicy[]): TerraformResource[] {
  const stack = TerraformStack.of(construct);
  const all = collectRules(policies).flatMap(({ resources, possibleResources }) => [
    ...resources,
    ...possibleResources,
  ]);
  return [...new Set(all)].filter((resource) => TerraformStack.of(resource) === stack);
}

/** Avoids `dependable()` of CDKTF, which records a stack trace for each dependency: slow for thousands of rules. */
function addDependencies(inherited: unknown, resources: readonly TerraformResource[]): { dependsOn?: string[] } {
  const all = [...((inherited as string[] | undefined) ?? []), ...resources.map(getAddress)];
  return all.length > 0 ? { dependsOn: all } : {};
}
