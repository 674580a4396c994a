/** Whom a restriction shuts out: what is known of it at synth, and conditions for what only Terraform will know. */
import { type Precondition, type TerraformResource, TerraformStack } from 'cdktf';
import { parseIp } from '../../model/rules/cidr';
import { evaluatePolicy } from '../../model/rules/policy';
import { admitsNobody } from '../../model/rules/policy-admits';
import { type DataNetingressIpPolicyRules, IpPolicyRule } from '../generated';
import { isKnownText } from '../known';
import { type DeclaredRule, findDeclaredRules } from './declared-rules';
import type { IIpPolicy } from './interfaces';

/** A policy of a restriction; `live` reads the rules of one that this app does not make. */
export interface GuardedPolicy {
  readonly policy: IIpPolicy;
  readonly live?: DataNetingressIpPolicyRules;
}

/** What is to be judged. */
export interface Guarded {
  readonly policies: readonly GuardedPolicy[];
  readonly mustAdmit: readonly string[];
}

/** The rules of all policies together, as this app declares them. */
interface Declared {
  readonly rules: readonly DeclaredRule[];
  readonly resources: readonly TerraformResource[];
  readonly isComplete: boolean;
}

function declaredBy({ policies }: Guarded): Declared {
  const all = policies.map(({ policy }) => findDeclaredRules(policy));
  return {
    rules: all.flatMap(({ rules }) => rules),
    resources: all.flatMap(({ resources }) => resources),
    isComplete: all.every(({ isComplete }) => isComplete),
  };
}

/**
 * Who is certainly shut out, as ends of sentences: everybody, or addresses of `mustAdmit`. Rules that are not known yet
 * may admit more, but a deny that is known decides.
 */
export function findLockOuts(guarded: Guarded): string[] {
  const { rules, isComplete } = declaredBy(guarded);
  const paths = guarded.policies.map(({ policy }) => policy.node.path).join(', ');
  if (isComplete && admitsNobody(rules)) {
    const why = rules.some(({ action }) => action === 'allow')
      ? 'their deny rules match every address that they allow'
      : 'they have no allow rule';
    return [`shuts everybody out, because of its policies (${paths}) ${why}, expected policies that admit somebody`];
  }
  return guarded.mustAdmit.flatMap((ip, index) => {
    if (!isKnownText(ip) || !parseIp(ip)) return [];
    const { allowed, because } = evaluatePolicy(rules, ip);
    const denied = because.find(({ action }) => action === 'deny') as DeclaredRule | undefined;
    const place = `shuts out ${ip} of mustAdmit[${index}], because`;
    if (denied) {
      return [`${place} ${denied.path} denies ${denied.cidr.canonical}, expected no deny rule that matches it`];
    }
    return allowed || !isComplete ? [] : [`${place} no allow rule of its policies (${paths}) matches it, expected one`];
  });
}

/**
 * Conditions that Terraform checks before the restriction is made or changed, when not everything is known at synth:
 * that there is an allow rule, and that each address of `mustAdmit` is admitted, by the provider's `policy_allows`
 * (needs Terraform 1.8 or OpenTofu 1.7). None when all is known, or when the rules stand in another stack.
 */
export function lockOutConditions(guarded: Guarded, stack: TerraformStack): Precondition[] {
  const { isComplete, resources } = declaredBy(guarded);
  if (isComplete && guarded.mustAdmit.every(isKnownText)) return [];
  if (resources.some((resource) => TerraformStack.of(resource) !== stack)) return [];
  const live = guarded.policies.flatMap((each) => (each.live ? [each.live] : []));
  const rules = rulesExpression(resources, live);
  return [
    {
      condition: `\${contains(values(${rules}), "allow")}`,
      errorMessage: 'The IP policies of this restriction hold no allow rule, so it would shut everybody out.',
    },
    ...guarded.mustAdmit.map((ip) => ({
      condition: `\${provider::netingress::policy_allows(${rules}, "${ip}")}`,
      errorMessage: `The IP policies of this restriction would shut out ${ip}, which it must admit.`,
    })),
  ];
}

/** Action by network, over all rules; where policies disagree about a network the deny stands, because it wins. */
function rulesExpression(
  resources: readonly TerraformResource[],
  live: readonly DataNetingressIpPolicyRules[],
): string {
  const lists = [
    ...resources.map(listExpression),
    ...live.map(
      (data) => `[for rule in data.${addressOf(data)}.ip_policy_rules : {cidr = rule.cidr, action = rule.action}]`,
    ),
  ];
  const all = `concat([], ${lists.join(', ')})`;
  const byNetwork = `{for rule in ${all} : rule.cidr => rule.action...}`;
  return `{for cidr, actions in ${byNetwork} : cidr => contains(actions, "deny") ? "deny" : "allow"}`;
}

function listExpression(resource: TerraformResource): string {
  const address = addressOf(resource);
  const isRepeated = resource.count !== undefined || resource.forEach !== undefined;
  if (IpPolicyRule.isIpPolicyRule(resource)) {
    const all = isRepeated ? address : `[${address}]`;
    return `[for rule in ${all} : {cidr = rule.cidr, action = rule.action}]`;
  }
  const one = (rules: string): string =>
    `[for cidr, rule in ${rules} : {cidr = cidr, action = rule.action} if rule != null]`;
  return isRepeated ? `flatten([for each in ${address} : ${one('each.rules')}])` : one(`${address}.rules`);
}

function addressOf(element: { readonly terraformResourceType: string; readonly friendlyUniqueId: string }): string {
  return `${element.terraformResourceType}.${element.friendlyUniqueId}`;
}
